import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { identityOf } from '../platform/file-identity.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { bindDigests } from './bind-sync.ts';

const never = new AbortController().signal;
const SHA256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const MD5 = '900150983cd24fb0d6963f7d28e17f72';

function written(content = 'abc') {
  const file = path.join(temporaryFolder(), 'a');
  fs.writeFileSync(file, content);
  const identity = identityOf(fs.lstatSync(file, { bigint: true }));
  return { file, source: { path: file, name: 'a', identity, sha256: SHA256 } };
}

test('further digests of a fingerprinted file, its own beside them', async () => {
  const { source } = written();
  expect(await bindDigests().of(source, ['md5'], never)).toEqual({ sha256: SHA256, md5: MD5 });
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
