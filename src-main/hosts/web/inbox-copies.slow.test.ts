/** Copies that a page gave and nobody added are removed after a week; one that was ever added never is. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { INBOX_TYPE } from '../../../src-shared/bridge/loopback.ts';
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import { sweepUnadded } from '../../features/files/inbox-copy.ts';
import { INBOX_NAME } from '../../platform/data-folder.ts';
import { realIds } from '../../platform/real-ports.ts';
import { engineAtService } from '../../test-support/engine-at-service.ts';
import { assignment } from '../../test-support/temporary-state.ts';
import { keepInInbox } from './request-bodies.ts';

async function labWithInbox() {
  const lab = await engineAtService();
  await lab.signIn();
  const { id: projectId } = await lab.ownProject();
  const { dataFolder } = lab.settings;
  const folder = path.join(dataFolder, INBOX_NAME);
  const give = async (name: string) => {
    const about = { name, contentType: INBOX_TYPE, announced: String(name.length) };
    const kept = await keepInInbox([Buffer.from(name)], about, { folder, ids: realIds });
    if (!kept.ok) throw new Error(String(kept.fault));
    return kept.value.path;
  };
  const pick = (filePath: string, project = projectId) =>
    ({
      paths: [filePath],
      assignment: assignment({ projectId: project, checkPolicy: 'never' }),
    }) as const;
  const sweepIn = (days: number) => sweepUnadded(dataFolder, Date.now() + days * DAY_MS);
  return { lab, folder, give, pick, sweepIn };
}

test('a copy whose adding failed, or was never tried, goes after a week, with its mark; one that was added stays', async () => {
  const { lab, folder, give, pick, sweepIn } = await labWithInbox();
  const [added, refused, left] = [await give('added'), await give('refused'), await give('left')];
  await lab.call('files.pick', pick(added));
  expect(await lab.faultOf('files.pick', pick(refused, 'no-such-project'))).not.toBeNull();
  await sweepIn(6);
  expect([added, refused, left].map((each) => fs.existsSync(each))).toEqual([true, true, true]);
  await sweepIn(8);
  expect([added, refused, left].map((each) => fs.existsSync(each))).toEqual([true, false, false]);
  expect(fs.readdirSync(folder)).toEqual([path.basename(path.dirname(added))]);
  await sweepIn(1_000);
  expect(fs.readFileSync(added, 'utf8')).toBe('added');
  await lab.fileIs(added, 'ready');
});

test('one that was added by another way to its folder stays, too', async () => {
  const { lab, give, pick, sweepIn } = await labWithInbox();
  const copy = await give('linked');
  const link = path.join(lab.at('.'), 'link');
  fs.symlinkSync(path.dirname(copy), link);
  await lab.call('files.pick', pick(path.join(link, 'linked')));
  await sweepIn(1_000);
  expect(fs.existsSync(copy)).toBe(true);
});

test('what no copy of ours can be is left alone, and nothing but the folder of a mark is removed', async () => {
  const { folder, give, sweepIn } = await labWithInbox();
  const copy = await give('swept');
  const before = ['old', 'x.unadded', '.unadded', '...unadded'];
  fs.mkdirSync(path.join(folder, 'old'));
  for (const name of before.slice(1)) fs.writeFileSync(path.join(folder, name), '');
  fs.mkdirSync(path.join(folder, 'ab.unadded'));
  fs.mkdirSync(path.join(folder, 'ab'));
  await sweepIn(8);
  expect(fs.existsSync(copy)).toBe(false);
  expect(fs.readdirSync(folder).toSorted()).toEqual([...before, 'ab', 'ab.unadded'].toSorted());
});
