import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inboxPath, type InboxFile } from '../../../src-shared/bridge/loopback.ts';
import type { Result } from '../../../src-shared/model/result.ts';
import { bytesTo, REFUSED } from './test-support/bytes-to.ts';
import { hostAtCore } from './test-support/host-at-core.ts';
import { expectPrivate } from '../../test-support/expect-private.ts';

test('a file of a page is kept in the inbox, whole, private, under its name, each in a folder of its own', async () => {
  const lab = await hostAtCore();
  const { send } = await bytesTo(lab, inboxPath);
  const content = Buffer.from('two\nlines\n');
  const paths: string[] = [];
  for (const name of ['run 1/Ü.raw', 'run 1/Ü.raw', '../../x']) {
    const answer = await send(name, content);
    const taken = (await answer.json()) as Result<InboxFile, never>;
    if (!taken.ok) throw new Error('it was not taken');
    expect([answer.status, taken.value.sizeBytes]).toEqual([200, content.length]);
    const folder = path.dirname(taken.value.path);
    paths.push(taken.value.path);
    expect(fs.readFileSync(taken.value.path)).toEqual(content);
    for (const each of [taken.value.path, folder]) expectPrivate(each);
    expect(path.dirname(folder)).toBe(path.join(lab.settings.dataFolder, 'inbox'));
    expect(folder).not.toMatch(/\.part$/);
  }
  expect(paths.map((each) => path.basename(each))).toEqual(['run 1_Ü.raw', 'run 1_Ü.raw', '_.._x']);
  expect(new Set(paths).size).toBe(3);
  expect(lab.errors).toEqual([]);
});

test('without a session, of another type, without or above a length nothing is kept, nor of one that breaks off', async () => {
  const lab = await hostAtCore();
  const { refusals, begin } = await bytesTo(lab, inboxPath);
  const cwd = path.join(lab.settings.dataFolder, 'inbox');
  const kept = () => fs.globSync('**/*', { cwd });
  expect(await refusals()).toEqual(REFUSED);
  expect(kept()).toEqual([]);
  const half = await begin('half.raw', Buffer.alloc(300_000));
  await expect.poll(kept).toContainEqual(expect.stringMatching(/half\.raw$/));
  expect(kept().filter((each) => !/\.part([\\/]|$)/.test(each))).toEqual([]); // told from a whole one after a crash
  half.breakOff();
  await expect.poll(kept).toEqual([]);
  expect(lab.errors).toEqual([]);
});
