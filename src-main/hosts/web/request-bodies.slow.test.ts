import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inboxPath } from '../../../src-shared/bridge/loopback.ts';
import { bytesTo } from './test-support/bytes-to.ts';
import { hostAtCore } from './test-support/host-at-core.ts';

test('a disk that fills up is told while the file is still on its way, and nothing stays behind', async ({
  skip,
}) => {
  const lab = await hostAtCore();
  const { send } = await bytesTo(lab, inboxPath);
  const small = path.join(lab.settings.dataFolder, 'inbox');
  fs.mkdirSync(small);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]);
  if (mounted.status !== 0) skip('needs a small disk of its own: root, and the right to mount');
  onTestFinished(() => void execFileSync('umount', ['--lazy', small]));
  const answer = await send('large.raw', Buffer.alloc(8_000_000));
  expect(await answer.json()).toMatchObject({
    ok: false,
    fault: { kind: 'database', trouble: 'disk' },
  });
  expect(fs.readdirSync(small)).toEqual([]);
  expect((await send('small.raw', Buffer.from('x'))).status).toBe(200);
  expect(lab.errors).toEqual([]);
});
