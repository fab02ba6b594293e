import {
  appendFileSync,
  constants,
  lstatSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { identityOf, type FileIdentity } from '../../platform/disk/file-identity.ts';
import { realFileReader, type FileReader } from './fingerprint-file.ts';
import { fingerprintHere as fingerprint } from '../scan/test-support/on-thread.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { UNTRUE_ERRNO } from '../../../src-shared/model/files/read-trouble.ts';
import { blake3Of } from '../../test-support/digests.ts';
import { putInPlace } from '../../test-support/put-in-place.ts';
import { hasLinks, hasSocketFiles } from '../../test-support/this-system.ts';

function identityAt(path: string): FileIdentity {
  return identityOf(lstatSync(path, { bigint: true }));
}

const failure = (code: string) => Object.assign(new Error(`${code}: no`), { code });

const MEBIBYTE = 1_048_576;

/** Takes no room on the disk, and is read in blocks of a mebibyte. */
function sparse(mebibytes: number): string {
  const path = temporaryFolder().write('large', '');
  truncateSync(path, mebibytes * MEBIBYTE);
  return path;
}

describe('fingerprints', () => {
  // BLAKE3's own test vectors are over the bytes 0, 1, … 250, 0, 1, …; SHA-256's are those of FIPS 180-2.
  test.each([
    ['', 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'],
    ['abc', '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85'],
  ])('of %j are those that everybody else computes, and no other is made', (content, blake3) => {
    const path = temporaryFolder().write('file', content);
    const sizeBytes = content.length;
    const identity = identityAt(path);
    const { birthtimeNs } = lstatSync(path, { bigint: true });
    expect(fingerprint(path)).toEqual({ kind: 'done', blake3, sizeBytes, identity, birthtimeNs });
  });

  test('further digests are made of the same bytes on the same way through the file', () => {
    const path = temporaryFolder().write('abc', 'abc');
    expect(
      fingerprint(path, { more: ['sha256', 'md5', 'keccak-256', 'blake2b-256'] }),
    ).toMatchObject({
      more: {
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        md5: '900150983cd24fb0d6963f7d28e17f72',
        'keccak-256': '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
        'blake2b-256': 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319',
      },
    });
    const onRead = () => appendFileSync(path, 'd');
    expect(fingerprint(path, { more: ['md5'], onRead })).toEqual({ kind: 'changed' });
  });

  test('cover every byte of a file that ends within, at and after a block', () => {
    const folder = temporaryFolder();
    const vector = Uint8Array.from({ length: 102_400 }, (_, index) => index % 251);
    expect(fingerprint(folder.write('vector', vector))).toMatchObject({
      blake3: 'bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085',
    });
    for (const sizeBytes of [MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE]) {
      const content = Buffer.alloc(sizeBytes, 'pattern');
      const blake3 = blake3Of(content);
      const path = folder.write('pattern', content);
      expect(fingerprint(path)).toMatchObject({ kind: 'done', blake3, sizeBytes });
    }
  });

  test('leave a file as it was, its access time included (P11)', () => {
    const path = temporaryFolder().write('file', 'content');
    utimesSync(path, 1_000_000, 2_000_000);
    const before = statSync(path, { bigint: true });
    fingerprint(path);
    expect(statSync(path, { bigint: true })).toEqual(before);
  });

  test.runIf(process.platform === 'linux')(
    'only the owner may leave the access time alone; others read all the same',
    () => {
      const path = temporaryFolder().write('file');
      const flags: number[] = [];
      const open: FileReader['open'] = (at, wanted) => {
        flags.push(wanted & constants.O_NOATIME);
        if (flags.length === 1) throw failure('EPERM');
        return realFileReader.open(at, wanted);
      };
      expect(fingerprint(path, { files: { open } }).kind).toBe('done');
      expect(flags).toEqual([constants.O_NOATIME, 0]);
    },
  );
});

describe('a torn reading has no result', () => {
  test('a file other than the expected one is not even read', () => {
    const path = temporaryFolder().write('file', 'one');
    const identity = identityAt(path);
    expect(fingerprint(path, { expected: identity })).toMatchObject({ kind: 'done', identity });
    for (const part of ['ino', 'dev', 'sizeBytes', 'mtimeNs', 'ctimeNs'] as const) {
      const expected = { ...identity, [part]: part === 'sizeBytes' ? 4 : '1' };
      const onRead = vi.fn<() => void>();
      expect([part, fingerprint(path, { expected, onRead })]).toEqual([part, { kind: 'changed' }]);
      expect(onRead).not.toHaveBeenCalled();
    }
  });

  test.each<readonly [string, (path: string) => void]>([
    ['cut short', (path) => truncateSync(path, MEBIBYTE + 10)],
    ['grown', (path) => appendFileSync(path, 'more')],
    ['moved away', (path) => renameSync(path, `${path}.moved`)],
    ['replaced', (path) => putInPlace(sparse(3), path)],
    [
      'rewritten with its size and mtime restored',
      (path) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(path, 'other', { flag: 'r+' });
        utimesSync(path, atime, mtime);
      },
    ],
  ])('when the file is %s meanwhile (P12)', (_what, change) => {
    const path = sparse(3);
    const onRead = (readBytes: number) => {
      if (readBytes === 2 * MEBIBYTE) change(path);
    };
    expect(fingerprint(path, { onRead })).toEqual({ kind: 'changed' });
  });

  test('an endless file ends, and its drive is named', () => {
    const path = temporaryFolder().write('file', 'x');
    const read = vi.fn<FileReader['read']>((_handle, into) => into.length);
    const untrue = { kind: 'unreadable', errno: UNTRUE_ERRNO.size };
    expect(fingerprint(path, { files: { read } })).toEqual(untrue);
    expect(read).toHaveBeenCalledTimes(3);
  });

  test.each([0, 1, 2])(
    'a file of 3 MiB that its drive calls %i MiB long names its drive',
    (mebibytes) => {
      const size = BigInt(mebibytes * MEBIBYTE);
      const files: Partial<FileReader> = {
        fstat: (handle) => Object.assign(realFileReader.fstat(handle), { size }),
        lookAgain: (path, handle) =>
          Object.assign(realFileReader.lookAgain(path, handle), { size }),
      };
      const untrue = { kind: 'unreadable', errno: UNTRUE_ERRNO.size };
      expect(fingerprint(sparse(3), { files })).toEqual(untrue);
    },
  );

  test('once nobody wants a large file any more, the block being read is the last one', () => {
    let bytes = 0;
    const onRead = (readBytes: number) => (bytes = readBytes);
    const isCancelled = () => bytes === 3 * MEBIBYTE;
    expect(fingerprint(sparse(10), { onRead, isCancelled }).kind).toBe('changed');
    expect(bytes).toBe(3 * MEBIBYTE);
  });
});

describe('what is no readable file', () => {
  test('links, sockets, directories and devices are special, whenever they take its place', async () => {
    const folder = temporaryFolder();
    folder.makeFolder('directory');
    const names = ['directory'];
    if (hasLinks) {
      symlinkSync('/etc/passwd', folder.at('link'));
      symlinkSync('link-to-itself', folder.at('link-to-itself'));
      names.push('link', 'link-to-itself');
    }
    if (hasSocketFiles) {
      const server = createServer();
      onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
      await new Promise<void>((resolve) => server.listen(folder.at('socket'), resolve));
      names.push('socket');
    }
    for (const name of names) {
      expect([name, fingerprint(folder.at(name))]).toEqual([name, { kind: 'special' }]);
      const path = folder.write('file');
      const open: FileReader['open'] = (at, flags) => {
        unlinkSync(at);
        renameSync(folder.at(name), at);
        return realFileReader.open(at, flags);
      };
      const replaced = fingerprint(path, { files: { open } });
      expect([name, replaced]).toEqual([name, { kind: 'special' }]);
      renameSync(path, folder.at(name));
    }
    expect(fingerprint(process.platform !== 'win32' ? '/dev/zero' : String.raw`\\.\NUL`)).toEqual({
      kind: 'special',
    });
  });

  test('a missing path is absent', () => {
    const folder = temporaryFolder();
    const path = folder.write('file');
    expect(fingerprint(folder.at('nothing'))).toEqual({ kind: 'absent' });
    expect(fingerprint(`${path}/below-a-file`)).toEqual({ kind: 'absent' });
  });

  test('an input error is tried three times, then told', () => {
    const path = sparse(3);
    const failing = (failures: number) => {
      const seen = { reads: 0, pauses: 0 };
      const read: FileReader['read'] = (handle, into, offset) => {
        seen.reads += 1;
        if (offset === MEBIBYTE && seen.reads < 2 + failures) throw failure('EIO');
        return realFileReader.read(handle, into, offset);
      };
      const pause = () => void (seen.pauses += 1);
      return { result: fingerprint(path, { files: { read }, pause }), ...seen };
    };
    const once = failing(0);
    expect(once).toMatchObject({ result: { kind: 'done' }, pauses: 0 });
    expect(failing(2)).toMatchObject({ result: once.result, pauses: 2 });
    expect(failing(3)).toMatchObject({ result: { kind: 'unreadable', errno: 'EIO' }, reads: 4 });
  });

  test('any other failure of the system is told with its code; a bug of ours is not hidden', () => {
    const path = temporaryFolder().write('file');
    const open = vi.fn<FileReader['open']>();
    open.mockImplementationOnce(() => {
      throw failure('EACCES');
    });
    const refused = { kind: 'unreadable', errno: 'EACCES' };
    expect(fingerprint(path, { files: { open } })).toEqual(refused);
    open.mockImplementationOnce(() => {
      throw new TypeError('a bug');
    });
    expect(() => fingerprint(path, { files: { open } })).toThrow('a bug');
  });
});
