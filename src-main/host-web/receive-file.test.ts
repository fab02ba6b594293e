import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  INBOX_TYPE,
  inboxPath,
  SESSION_HEADER,
  type InboxFile,
} from '../../src-shared/bridge/loopback.ts';
import type { Result } from '../../src-shared/model/result.ts';
import { MAX_FILE_BYTES_BINARY } from '../../src-shared/service/limits.ts';
import { hostAtCore, type HostAtCore } from './test-support/host-at-core.ts';
import { rawRequest } from './test-support/raw-request.ts';

async function inboxAt({ host, session, settings }: HostAtCore) {
  const own = {
    [SESSION_HEADER]: await session(),
    origin: host.origin,
    'content-type': INBOX_TYPE,
  };
  const folder = path.join(settings.dataFolder, 'inbox');
  return {
    own,
    kept: () => fs.globSync('**', { cwd: folder }).filter((name) => name !== '.' && name !== ''),
    send: (name: string, body: Uint8Array<ArrayBuffer>, headers = {}) =>
      fetch(host.origin + inboxPath(name), {
        method: 'POST',
        body,
        headers: { ...own, ...headers },
      }),
  };
}

test('a file of a page is kept in the inbox, whole, private, under its name, each in a folder of its own', async () => {
  const lab = await hostAtCore();
  const { send } = await inboxAt(lab);
  const content = Buffer.from('two\nlines\n');
  const paths: string[] = [];
  for (const name of ['run 1/Ü.raw', 'run 1/Ü.raw', '../../x']) {
    const answer = await send(name, content);
    const taken = (await answer.json()) as Result<InboxFile, never>;
    if (!taken.ok) throw new Error('it was not taken');
    expect([answer.status, taken.value.sizeBytes]).toEqual([200, content.length]);
    paths.push(taken.value.path);
    expect(fs.readFileSync(taken.value.path)).toEqual(content);
    expect(fs.statSync(taken.value.path).mode % 0o1000).toBe(0o600);
    expect(fs.statSync(path.dirname(taken.value.path)).mode % 0o1000).toBe(0o700);
    expect(path.dirname(path.dirname(taken.value.path))).toBe(
      path.join(lab.settings.dataFolder, 'inbox'),
    );
  }
  expect(paths.map((each) => path.basename(each))).toEqual(['run 1_Ü.raw', 'run 1_Ü.raw', '_.._x']);
  expect(new Set(paths).size).toBe(3);
  expect(lab.errors).toEqual([]);
});

test('without a session, of another type, without or above a length nothing is kept', async () => {
  const lab = await hostAtCore();
  const { send, own, kept } = await inboxAt(lab);
  const body = Buffer.from('x');
  expect((await send('a', body, { [SESSION_HEADER]: 'wrong' })).status).toBe(401);
  expect((await send('a', body, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await fetch(lab.host.origin + inboxPath('a'), { headers: own })).status).toBe(405);
  const lines = [`POST ${inboxPath('a')} HTTP/1.1`, `Host: 127.0.0.1:${lab.host.port}`];
  lines.push(...Object.entries(own).map(([name, value]) => `${name}: ${value}`));
  const chunked = await rawRequest(
    lab.host.port,
    [...lines, 'Transfer-Encoding: chunked'],
    '0\r\n\r\n',
  );
  expect(chunked.status).toBe(411);
  const large = [...lines, `Content-Length: ${MAX_FILE_BYTES_BINARY + 1}`];
  expect((await rawRequest(lab.host.port, large)).status).toBe(413);
  expect(kept()).toEqual([]);
});

test('a file whose sending breaks off leaves nothing behind', async () => {
  const lab = await hostAtCore();
  const { own, kept } = await inboxAt(lab);
  const headers = { ...own, 'content-length': '1000000' };
  const request = http.request(lab.host.origin + inboxPath('half.raw'), {
    method: 'POST',
    headers,
  });
  request.on('error', () => undefined); // we cut it ourselves
  request.write(Buffer.alloc(500_000));
  await expect.poll(kept).toContainEqual(expect.stringMatching(/half\.raw$/));
  request.destroy();
  await expect.poll(kept).toEqual([]);
  expect(lab.errors).toEqual([]);
});

test('a disk that fills up is told while the file is still on its way, and nothing stays behind', async ({
  skip,
}) => {
  const lab = await hostAtCore();
  const { send, kept } = await inboxAt(lab);
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
  expect(kept()).toEqual([]);
  expect((await send('small.raw', Buffer.from('x'))).status).toBe(200);
  expect(lab.errors).toEqual([]);
});
