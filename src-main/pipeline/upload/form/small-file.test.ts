import {
  appendFileSync,
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { identityOf } from '../../../platform/disk/file-identity.ts';
import { makeProof, SMALL_BYTES, type BlockingFiles, type SmallSource } from './small-file.ts';
import { blake3Of, sha256Of } from '../../../test-support/digests.ts';
import { makeTempFolder } from '../test-support/upload-setup.ts';
import { putInPlace } from '../../../test-support/put-in-place.ts';

/** The file as it is now, with what it is taken to hold. */
function sourceOf(path: string, content: Uint8Array | string): SmallSource {
  const identity = identityOf(statSync(path, { bigint: true }));
  const blake3Hex = blake3Of(content);
  return { path, identity, fileBytes: identity.sizeBytes, blake3Hex, wantsSha256: true };
}

const openHandles = new Set<number>();

/** The real file system, with `onRead` in the middle of each file. */
function files(onRead: () => void): BlockingFiles {
  return {
    lookAgain: (path) => lstatSync(path, { bigint: true }),
    open(path, flags) {
      const handle = openSync(path, flags);
      openHandles.add(handle);
      return handle;
    },
    fstat: (handle) => fstatSync(handle, { bigint: true }),
    read(handle, into, offset) {
      const count = readSync(handle, into, 0, Math.min(2, into.length), offset);
      onRead();
      return count;
    },
    close(handle) {
      closeSync(handle);
      openHandles.delete(handle);
    },
  };
}

describe('a small file', () => {
  test('is proven up to 64 KiB, and its bytes stay when others are read', () => {
    using folder = makeTempFolder();
    const prove = makeProof();
    const contents = [0, 1, 4_096, SMALL_BYTES].map((size, index) => Buffer.alloc(size, index));
    const proofs = contents.map((content, index) => {
      const path = folder.write(`${index}.raw`, content);
      return prove(sourceOf(path, content));
    });
    for (const [index, proof] of proofs.entries()) {
      const content = contents[index] ?? Buffer.alloc(0);
      expect(proof.ok && content.equals(proof.value.bytes)).toBe(true);
      expect(proof.ok && proof.value.sha256Hex).toBe(sha256Of(content));
    }
  });

  const changes: readonly [string, (path: string) => void][] = [
    ['truncated', (path) => truncateSync(path, 2)],
    ['grown', (path) => appendFileSync(path, 'more')],
    ['rewritten', (path) => writeFileSync(path, 'abcdefgh')],
    [
      'replaced',
      (path) => {
        writeFileSync(`${path}.new`, 'abcdefgh');
        putInPlace(`${path}.new`, path);
      },
    ],
  ];
  test.each(changes)('that is %s while or before it is read proves nothing', (_how, change) => {
    using folder = makeTempFolder();
    const path = folder.write('run.raw', 'abcdefgh');
    const before = sourceOf(path, 'abcdefgh');
    let isChanged = false;
    const meanwhile = makeProof(
      files(() => {
        if (!isChanged) change(path);
        isChanged = true;
      }),
    );
    const expected = { ok: false, fault: { kind: 'source-changed', how: 'identity' } };
    expect(meanwhile(before)).toEqual(expected);
    expect(makeProof()(before)).toEqual(expected);
    expect(openHandles.size).toBe(0);
  });

  test('proves nothing when its bytes or their number are not the fingerprinted ones', () => {
    using folder = makeTempFolder();
    const source = sourceOf(folder.write('run.raw', 'abc'), 'abd');
    const prove = makeProof();
    expect(prove(source)).toMatchObject({ fault: { kind: 'source-changed', how: 'content' } });
    expect(prove({ ...source, fileBytes: 2 })).toMatchObject({ fault: { how: 'length' } });
  });

  test('whose read fails says so by its code, and is closed', () => {
    using folder = makeTempFolder();
    const failing = makeProof(
      files(() => {
        throw Object.assign(new Error('io'), { code: 'EIO' });
      }),
    );
    expect(failing(sourceOf(folder.write('real', 'abc'), 'abc'))).toEqual({
      ok: false,
      fault: { kind: 'source-unreadable', code: 'EIO' },
    });
    expect(openHandles.size).toBe(0);
  });

  test('whose reading meets a bug is not called unreadable, and is closed', () => {
    using folder = makeTempFolder();
    const mistake = new TypeError('a mistake');
    const failing = makeProof(
      files(() => {
        throw mistake;
      }),
    );
    expect(() => failing(sourceOf(folder.write('real', 'abc'), 'abc'))).toThrow(mistake);
    expect(openHandles.size).toBe(0);
  });
});
