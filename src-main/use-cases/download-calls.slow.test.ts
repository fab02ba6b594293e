/** Downloads through the whole core, from the store of the bundled service. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DownloadView } from '../../src-shared/model/files/download-view.ts';
import { openCore } from '../app/create-core.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { valueOf } from '../test-support/value-of.ts';
import { uploadElsewhere } from '../test-support/upload-elsewhere.ts';

const CONTENT = Buffer.from('0123456789'.repeat(60_000));
const NAME = 'Zürich 3.raw';

/** A colleague's public file in a project of the signed-in person, and an empty folder. */
async function published() {
  const lab = await engineAtService();
  await lab.signIn();
  const projectId = await lab.projectId();
  const file = { visibility: 'public', name: NAME, content: CONTENT } as const;
  const fileId = await uploadElsewhere(lab, projectId, file);
  const folder = lab.at('downloads');
  fs.mkdirSync(folder);
  const requested = { asked: fileId, projectId, folder, keepsBoth: false };
  /** The latest download, once it is `is`. */
  const comesTo = async (is: DownloadView['state']['is'], count = 1): Promise<DownloadView> => {
    const list = await lab.until(
      () => lab.call('downloads.list', {}),
      (all) => all.length === count && all.at(-1)?.state.is === is,
    );
    return list.at(-1) as DownloadView;
  };
  return {
    lab,
    projectId,
    folder,
    requested,
    comesTo,
    start: (over: Partial<typeof requested> = {}) =>
      lab.call('downloads.start', { ...requested, ...over }),
    refused: (over: object = {}) => lab.faultOf('downloads.start', { ...requested, ...over }),
    inFolder: () => fs.readdirSync(folder).toSorted(),
    linksAsked: () => lab.sent('downloadPublicFile'),
    askedOfStore: () =>
      lab.service.requests().filter(({ endpoint }) => endpoint === 'object-store'),
  };
}

/** The files below `folder`. */
const filesBelow = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => fs.statSync(name).isFile());

test('a public file comes into the folder and is held against its record; its link and the token stay where they belong', async () => {
  const { lab, folder, start, comesTo, inFolder, linksAsked, askedOfStore } = await published();
  expect(await start()).toMatchObject({ name: NAME, folder, doneBytes: 0 });
  const view = await comesTo('arrived');
  const place = path.join(folder, NAME);
  expect(view.state).toEqual({ is: 'arrived', path: place, verdict: 'match' });
  expect(view).toMatchObject({ doneBytes: CONTENT.length, totalBytes: CONTENT.length });
  expect(fs.readFileSync(place).equals(CONTENT)).toBe(true);
  expect(inFolder()).toEqual([NAME]);
  expect(lab.events.some(({ event }) => event.kind === 'downloads-changed')).toBe(true);
  expect(linksAsked()).toBe(1);

  const [asked, ...more] = askedOfStore();
  expect([asked?.headerNames.includes('authorization'), more]).toEqual([false, []]);
  const reported = JSON.stringify([lab.events, view]);
  for (const piece of ['signature=', 'expires=']) {
    const holding = filesBelow(lab.settings.dataFolder).filter((name) =>
      fs.readFileSync(name).includes(piece),
    );
    expect(holding).toEqual([]);
    expect(reported).not.toContain(piece);
  }
});

test('one that broke is there after a restart, and goes on from its bytes', async () => {
  const { lab, requested, start, comesTo, inFolder, askedOfStore } = await published();
  const endpoint = 'object-store';
  const cut = { kind: 'cut-answer', afterBytes: 200_000 } as const;
  lab.service.faults.add({ endpoint, do: cut, times: 1 });
  const when = { afterCount: 1 };
  lab.service.faults.add({ id: 'off', endpoint, when, do: { kind: 'hang' } });
  await start();
  await comesTo('waiting');
  await lab.engine.close();
  await lab.engine.core.close();
  lab.service.faults.remove('off');
  expect(inFolder()).toEqual([expect.stringMatching(/^\.labseal-[\da-f]{16}\.part$/)]);

  const core = valueOf(await openCore(lab.settings));
  const { downloads } = valueOf(core.account());
  const [left] = await downloads.list();
  expect(left).toMatchObject({ name: NAME, state: { is: 'stopped', fault: null } });
  expect(left?.doneBytes).toBeGreaterThan(0);
  const done = await downloads.bring(requested, () => undefined, new AbortController().signal);
  await core.close();
  expect(done).toMatchObject({ value: { state: { is: 'arrived', verdict: 'match' } } });
  expect(inFolder()).toEqual([NAME]);
  expect(askedOfStore().at(-1)?.headerNames).toContain('if-range');
});

test('nothing in the folder is replaced: the fault names a free name, which can be agreed to', async () => {
  const { folder, start, refused, comesTo, inFolder, linksAsked } = await published();
  const mine = path.join(folder, NAME);
  fs.writeFileSync(mine, 'mine');
  const freeName = 'Zürich 3 (2).raw';
  expect(await refused()).toMatchObject({ kind: 'name-taken', path: mine, freeName });
  expect(linksAsked()).toBe(0);
  await start({ keepsBoth: true });
  await comesTo('arrived');
  expect(inFolder()).toEqual([freeName, NAME]);
  expect(fs.readFileSync(mine, 'utf8')).toBe('mine');
});

test('two wishes at once are one download', async () => {
  const { lab, requested, comesTo, linksAsked } = await published();
  const never = new AbortController().signal;
  const begin = () => lab.serve('downloads.start', requested, never);
  const both = await Promise.all([begin(), begin()]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ fault: { kind: 'downloading' } });
  await comesTo('arrived');
  expect(linksAsked()).toBe(1);
});

test('nothing comes into Labseal’s own folder, and a private file says why it does not', async () => {
  const { lab, projectId, refused, linksAsked } = await published();
  const secret = { visibility: 'private', name: 'secret.raw', content: 'x' } as const;
  const asked = await uploadElsewhere(lab, projectId, secret);
  const own = { folder: lab.settings.dataFolder };
  expect(await refused(own)).toMatchObject({ kind: 'cannot-write', why: 'own-data' });
  expect(await refused({ asked })).toMatchObject({ kind: 'no-download' });
  expect(linksAsked()).toBe(0);
});

test('another content than the record’s is kept beside, under a name that says so', async () => {
  const { lab, folder, start, comesTo, inFolder } = await published();
  fs.mkdirSync(lab.at('first'));
  await start({ folder: lab.at('first') });
  await comesTo('arrived'); // shows how this service makes its fingerprints
  const objects = filesBelow(lab.at('service'));
  const object = objects.find((name) => fs.statSync(name).size === CONTENT.length) ?? '';
  fs.writeFileSync(object, Buffer.alloc(CONTENT.length, 'x'));
  await start();
  const { state } = await comesTo('arrived', 2);
  const name = 'Zürich 3 (does not match its record).raw';
  const place = path.join(folder, name);
  expect(state).toEqual({ is: 'arrived', path: place, verdict: 'mismatch' });
  expect(inFolder()).toEqual([name]);
});

test('stops when a person works offline, and what was given up leaves nothing', async () => {
  const { lab, start, comesTo, inFolder } = await published();
  const drip = { kind: 'drip', bytes: 1_000, intervalMs: 20 } as const;
  lab.service.faults.add({ endpoint: 'object-store', do: drip });
  const { id } = await start();
  await lab.until(
    () => lab.call('downloads.list', {}),
    ([first]) => (first?.doneBytes ?? 0) > 0,
  );
  await lab.call('outbox.workOffline', { isOffline: true });
  const stopped = await comesTo('stopped');
  expect(stopped.state).toMatchObject({ fault: { why: 'working-offline' } });
  expect(inFolder()).toHaveLength(1);
  await lab.call('downloads.cancel', { id });
  expect([inFolder(), await lab.call('downloads.list', {})]).toEqual([[], []]);
  const again = await lab.faultOf('downloads.cancel', { id });
  expect(again).toMatchObject({ kind: 'unknown-download' });
});
