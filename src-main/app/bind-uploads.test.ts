import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { identityOf } from '../platform/disk/file-identity.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { inPlaceDigests } from '../digests/test-support/in-place-digests.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import type { OpenSource, SourceFile } from '../pipeline/upload/form/source-file.ts';
import { bindDigests as bind } from './bind-uploads.ts';
import { ok } from '../../src-shared/model/result.ts';

const never = new AbortController().signal;
const BLAKE3 = '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85';
const SHA256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const MD5 = '900150983cd24fb0d6963f7d28e17f72';

const clock = makeFakeClock();
const kept: unknown[] = [];
const bindDigests = (openSource?: OpenSource) =>
  bind({
    clock,
    streamed: () => inPlaceDigests,
    openSource,
    keepSha256: (made) => kept.push(made),
  });

function written(content = 'abc') {
  const file = path.join(temporaryFolder(), 'a');
  fs.writeFileSync(file, content);
  const identity = identityOf(fs.lstatSync(file, { bigint: true }));
  return { file, source: { path: file, name: 'a', identity, blake3: BLAKE3 } };
}

test('further digests of a fingerprinted file, its own beside them', async () => {
  const { source } = written();
  expect(await bindDigests().of(source, ['md5'], never)).toEqual({ blake3: BLAKE3, md5: MD5 });
});

test('SHA-256 is kept when it was made of the fingerprinted content, and never of another', async () => {
  kept.length = 0;
  await bindDigests().of(written('abd').source, ['sha256'], never);
  await bindDigests().of(written().source, ['md5'], never);
  expect(kept).toEqual([]);
  await bindDigests().of(written().source, ['sha256'], never);
  expect(kept).toEqual([{ blake3: BLAKE3, sha256: SHA256 }]);
});

test('none of a file that was changed, replaced, removed or is another content', async () => {
  const digests = bindDigests();
  const changed = written();
  fs.appendFileSync(changed.file, 'd');
  const replaced = written();
  fs.renameSync(written().file, replaced.file);
  const removed = written();
  fs.rmSync(removed.file);
  const other = written('abd');
  for (const { source } of [changed, replaced, removed, other]) {
    expect(await digests.of(source, ['md5'], never)).toBeNull();
  }
});

test('a disk that cannot be read proves nothing; abort is passed on', async () => {
  const { source } = written();
  const broken = Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' });
  const failing = bindDigests(async () => ({
    ok: true,
    value: {
      identity: async () => source.identity,
      read: () => Promise.reject(broken),
      close: async () => undefined,
    },
  }));
  expect(await failing.of(source, ['md5'], never)).toBeNull();
  const reason = new Error('enough');
  await expect(bindDigests().of(source, ['md5'], AbortSignal.abort(reason))).rejects.toBe(reason);
});

/** A file with the bytes "abc", some of whose calls are replaced; counts what was opened and closed. */
function playFile(over: Partial<SourceFile> = {}) {
  const { source } = written();
  const counts = { opened: 0, closed: 0 };
  const file: SourceFile = {
    identity: async () => source.identity,
    read: async (into) => Buffer.from('abc').copy(into),
    close: async () => void (counts.closed += 1),
    ...over,
  };
  const openSource = async () => {
    counts.opened += 1;
    return ok(file);
  };
  return { source, counts, digests: bindDigests(openSource) };
}

test('a content is read once, with however many hashes it is compared', async () => {
  const { source, counts, digests } = playFile();
  await digests.of(source, ['md5'], never);
  expect(await digests.of(source, ['md5'], never)).toMatchObject({ md5: MD5 });
  expect(counts).toEqual({ opened: 1, closed: 1 });
  expect(await digests.of(source, ['sha1'], never)).toMatchObject({ md5: MD5, blake3: BLAKE3 });
  expect(counts).toEqual({ opened: 2, closed: 2 });
});

test('a bug is thrown, and the file closed', async () => {
  const mistake = new TypeError('a mistake');
  const { source, counts, digests } = playFile({ read: () => Promise.reject(mistake) });
  await expect(digests.of(source, ['md5'], never)).rejects.toBe(mistake);
  expect(counts).toEqual({ opened: 1, closed: 1 });
});

test('a drive that hangs is given up after half a minute, and closed once it returns', async () => {
  const hanging = Promise.withResolvers<number>();
  const { source, counts, digests } = playFile({ read: () => hanging.promise });
  const made = digests.of(source, ['md5'], never);
  await clock.advance(29_999);
  await clock.advance(1);
  expect(await made).toBeNull();
  expect(counts).toEqual({ opened: 1, closed: 0 });
  hanging.resolve(0);
  await expect.poll(() => counts.closed).toBe(1);
});

test('an abort ends the wait for a drive that hangs, with its reason', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  const { source, digests } = playFile({
    read() {
      stop.abort(reason);
      return new Promise(() => undefined);
    },
  });
  await expect(digests.of(source, ['md5'], stop.signal)).rejects.toBe(reason);
});
