/** Downloads through the whole core, from the store of the bundled service. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DownloadView } from '../../../src-shared/model/download-view.ts';
import { openCore } from '../create-core.ts';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';
import { uploadElsewhere } from '../../test-support/upload-elsewhere.ts';

const never = new AbortController().signal;
const CONTENT = Buffer.from('0123456789'.repeat(60_000));
const NAME = 'Zürich 3.raw';

/** A colleague's public file in a project of the signed-in person, and an empty folder. */
async function published(name = NAME) {
  const lab = await engineAtService();
  await lab.signIn();
  const projectId = await lab.projectId();
  const file = { visibility: 'public', name, content: CONTENT } as const;
  const fileId = await uploadElsewhere(lab, projectId, file);
  const secret = { visibility: 'private', name: 'secret.raw', content: 'x' } as const;
  const privateId = await uploadElsewhere(lab, projectId, secret);
  const folder = lab.at('downloads');
  fs.mkdirSync(folder);
  const wish = { asked: fileId, projectId, folder, keepsBoth: false };
  return { lab, privateId, folder, wish };
}

/** The only download, once it is `is`. */
async function downloadThat(
  lab: EngineAtService,
  is: DownloadView['state']['is'],
): Promise<DownloadView> {
  const list = await lab.until(
    () => lab.call('downloads.list', {}),
    ([first]) => first?.state.is === is,
  );
  return list[0] as DownloadView;
}

const linksAsked = ({ service }: EngineAtService) =>
  service.requests().filter(({ endpoint }) => endpoint === 'downloadPublicFile').length;

const askedOfStore = ({ service }: EngineAtService) =>
  service.requests().filter(({ endpoint }) => endpoint === 'object-store');

/** Where the service keeps the content. */
function objectOf(lab: EngineAtService): string {
  const place = fs
    .readdirSync(lab.at('service'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(lab.at('service'), name))
    .find((name) => fs.statSync(name).size === CONTENT.length);
  if (place === undefined) throw new Error('the service has no such object');
  return place;
}

describe('downloads', () => {
  test('a public file comes into the folder and is held against its record; its link and the token stay where they belong', async () => {
    const { lab, folder, wish } = await published();
    const begun = await lab.call('downloads.start', wish);
    expect(begun).toMatchObject({ name: NAME, folder, doneBytes: 0 });
    const view = await downloadThat(lab, 'arrived');
    const place = path.join(folder, NAME);
    expect(view.state).toEqual({ is: 'arrived', path: place, verdict: 'match' });
    expect(view).toMatchObject({ doneBytes: CONTENT.length, totalBytes: CONTENT.length });
    expect(fs.readFileSync(place).equals(CONTENT)).toBe(true);
    expect(fs.readdirSync(folder)).toEqual([NAME]);
    expect(lab.events.some(({ event }) => event.kind === 'downloads-changed')).toBe(true);
    expect(linksAsked(lab)).toBe(1);

    const [asked, ...more] = askedOfStore(lab);
    expect([asked?.headerNames.includes('authorization'), more]).toEqual([false, []]);
    for (const piece of ['signature=', 'expires=']) {
      expectNowhere(lab.settings.dataFolder, piece);
      expect(JSON.stringify([lab.events, view])).not.toContain(piece);
    }
  });

  test('one that broke is there after a restart, and goes on from its bytes', async () => {
    const { lab, folder, wish } = await published();
    lab.service.faults.add({
      id: 'cut',
      endpoint: 'object-store',
      do: { kind: 'cut-answer', afterBytes: 200_000 },
      times: 1,
    });
    const when = { afterCount: 1 };
    lab.service.faults.add({ id: 'off', endpoint: 'object-store', when, do: { kind: 'hang' } });
    await lab.call('downloads.start', wish);
    await downloadThat(lab, 'waiting');
    await lab.engine.close();
    await lab.engine.core.close();
    lab.service.faults.remove('off');
    const parts = fs.readdirSync(folder);
    expect(parts).toEqual([expect.stringMatching(/^\.labseal-[\da-f]{16}\.part$/)]);

    const core = await openCore(lab.settings);
    if (!core.ok) throw new Error(core.fault.kind);
    const account = core.value.account();
    if (!account.ok) throw new Error(account.fault.kind);
    const { downloads } = account.value;
    const [left] = await downloads.list();
    expect(left).toMatchObject({ name: NAME, state: { is: 'stopped', fault: null } });
    expect(left?.doneBytes).toBeGreaterThan(0);
    const done = await downloads.bring(wish, () => undefined, never);
    await core.value.close();
    expect(done).toMatchObject({ value: { state: { is: 'arrived', verdict: 'match' } } });
    expect(fs.readdirSync(folder)).toEqual([NAME]);
    expect(askedOfStore(lab).at(-1)?.headerNames).toContain('if-range');
  });

  test('nothing in the folder is replaced: the fault names a free name, which can be agreed to', async () => {
    const { lab, folder, wish } = await published();
    fs.writeFileSync(path.join(folder, NAME), 'mine');
    const refused = await lab.serve('downloads.start', wish, never);
    expect(refused).toMatchObject({
      fault: { kind: 'name-taken', path: path.join(folder, NAME), freeName: 'Zürich 3 (2).raw' },
    });
    expect(linksAsked(lab)).toBe(0);
    await lab.call('downloads.start', { ...wish, keepsBoth: true });
    await downloadThat(lab, 'arrived');
    expect(fs.readdirSync(folder).toSorted()).toEqual(['Zürich 3 (2).raw', NAME]);
    expect(fs.readFileSync(path.join(folder, NAME), 'utf8')).toBe('mine');
  });

  test('two wishes at once are one download', async () => {
    const { lab, wish } = await published();
    const both = await Promise.all([
      lab.serve('downloads.start', wish, never),
      lab.serve('downloads.start', wish, never),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ fault: { kind: 'downloading' } });
    await downloadThat(lab, 'arrived');
    expect(linksAsked(lab)).toBe(1);
  });

  test('a name that would lead out of the folder leads nowhere', async () => {
    const { lab, folder, wish } = await published('..\\..\\.bashrc');
    await lab.call('downloads.start', wish);
    const view = await downloadThat(lab, 'arrived');
    expect(path.dirname((view.state as { path: string }).path)).toBe(folder);
    expect(fs.readdirSync(folder)).toEqual([view.name]);
    expect(view.name).not.toMatch(/[\\/]|^\./);
  });

  test('nothing comes into Labseal’s own folder, and a private file says why it does not', async () => {
    const { lab, privateId, wish } = await published();
    const own = { ...wish, folder: lab.settings.dataFolder };
    expect(await lab.serve('downloads.start', own, never)).toMatchObject({
      fault: { kind: 'cannot-write', why: 'own-data' },
    });
    const answer = await lab.serve('downloads.start', { ...wish, asked: privateId }, never);
    expect(answer).toMatchObject({ fault: { kind: 'no-download' } });
    expect(linksAsked(lab)).toBe(0);
  });

  test('another content than the record’s is kept beside, under a name that says so', async () => {
    const { lab, folder, wish } = await published();
    fs.mkdirSync(lab.at('first'));
    await lab.call('downloads.start', { ...wish, folder: lab.at('first') });
    await downloadThat(lab, 'arrived'); // shows how this service makes its fingerprints
    fs.writeFileSync(objectOf(lab), Buffer.alloc(CONTENT.length, 'x'));
    await lab.call('downloads.start', wish);
    const [, { state }] = (await lab.until(
      () => lab.call('downloads.list', {}),
      ([, second]) => second?.state.is === 'arrived',
    )) as [DownloadView, DownloadView];
    const place = path.join(folder, 'Zürich 3 (does not match its record).raw');
    expect(state).toEqual({ is: 'arrived', path: place, verdict: 'mismatch' });
    expect(fs.readdirSync(folder)).toEqual([path.basename(place)]);
  });

  test('stops when a person works offline, and what was given up leaves nothing', async () => {
    const { lab, folder, wish } = await published();
    lab.service.faults.add({
      endpoint: 'object-store',
      do: { kind: 'drip', bytes: 1_000, intervalMs: 20 },
    });
    const { id } = await lab.call('downloads.start', wish);
    await lab.until(
      () => lab.call('downloads.list', {}),
      ([first]) => (first?.doneBytes ?? 0) > 0,
    );
    await lab.call('outbox.workOffline', { isOffline: true });
    const stopped = await downloadThat(lab, 'stopped');
    expect(stopped.state).toMatchObject({ fault: { why: 'working-offline' } });
    expect(fs.readdirSync(folder)).toHaveLength(1);
    await lab.call('downloads.cancel', { id });
    expect([fs.readdirSync(folder), await lab.call('downloads.list', {})]).toEqual([[], []]);
    expect(await lab.serve('downloads.cancel', { id }, never)).toMatchObject({
      fault: { kind: 'unknown-download' },
    });
  });
});

/** No file below `folder` has this text in it. */
function expectNowhere(folder: string, text: string): void {
  const holding = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => fs.statSync(name).isFile() && fs.readFileSync(name).includes(text));
  expect(holding).toEqual([]);
}
