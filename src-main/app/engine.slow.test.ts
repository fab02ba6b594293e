import { expect, test } from 'vitest';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import type { FolderRules } from '../../src-shared/model/folders/folder-rules.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';

const RANGE: CallInput<'files.range'> = {
  filter: {},
  sort: { by: 'name', isDescending: false },
  first: 0,
  count: 300,
};

/** Somebody is signed in and watches a folder of these files. */
async function watched(names: readonly string[], over: Partial<FolderRules> = {}) {
  const lab = await engineAtService();
  expect(lab.engine.state()).toEqual({ state: 'idle' });
  await lab.signIn();
  expect(lab.engine.state()).toMatchObject({ state: 'running' });
  for (const name of names) lab.write(`raw/${name}`, name);
  await lab.watch('raw', over);
  const rows = async () => (await lab.call('files.range', RANGE)).rows;
  const states = async () => (await rows()).map(({ state }) => state).join();
  const comeTo = (wanted: string) => lab.until(states, (now) => now === wanted);
  return { lab, rows, states, comeTo };
}

test('asks before it spends: files wait until their price was agreed to, then go to their certificates (P2)', async () => {
  const { lab, rows, comeTo } = await watched(['a.csv', 'b.csv']);
  const { credits: before } = await lab.call('credits.balance', {});
  await comeTo('ready,ready');
  expect(await lab.call('files.offer', { which: null })).toMatchObject({ files: 2, credits: 2 });
  expect(await lab.faultOf('files.agree', { which: null, credits: 1 })).toEqual({
    kind: 'dearer-than-agreed',
    credits: 2,
    agreedCredits: 1,
  });
  const [first] = await rows();
  const asked = first?.id ?? '';
  const agreed = await lab.call('files.agree', { which: { fileIds: [asked] }, credits: 1 });
  expect(agreed).toMatchObject({ files: 1 });
  await comeTo('notarized,ready');
  expect(await lab.call('credits.balance', {})).toMatchObject({ credits: before - 1 });
  await lab.call('files.agree', { which: null, credits: 1 });
  await comeTo('notarized,notarized');
  const { forms } = await lab.call('certificates.get', { asked });
  const isThere = forms.map(({ form, sizeBytes }) => [form, sizeBytes > 100]);
  expect(isThere).toEqual([
    ['pdf', true],
    ['json', true],
  ]);
  expect(lab.errors).toEqual([]);
});

test('an approval that is taken back before it is sent costs nothing, and nothing gives it again (P2)', async () => {
  const { lab, rows, states, comeTo } = await watched(['a.csv', 'b.csv', 'c.csv']);
  const { credits: before } = await lab.call('credits.balance', {});
  await comeTo('ready,ready,ready');
  await lab.call('transfers.pause', { mode: 'now', untilMs: null });
  await lab.call('files.agree', { which: null, credits: 3 });
  await lab.until(
    () => lab.call('files.approved', {}),
    ({ files }) => files === 3,
  );
  const [first] = await rows();
  const selection = { fileIds: [first?.id ?? ''] };
  expect(await lab.call('files.unapprove', { selection })).toEqual({ files: 1, underWay: 0 });
  await lab.call('transfers.resume', {});
  await comeTo('ready,notarized,notarized');
  await lab.call('folders.look', {});
  expect(await lab.call('files.unapprove', { selection: null })).toEqual({ files: 0, underWay: 0 });
  expect(await states()).toBe('ready,notarized,notarized');
  expect(await lab.call('credits.balance', {})).toMatchObject({ credits: before - 2 });
  await lab.call('files.agree', { which: selection, credits: 1 });
  await comeTo('notarized,notarized,notarized');
});

test('a folder with a budget of its own spends up to it without asking; events number all of it (P3)', async () => {
  const { lab, rows } = await watched(['a.csv', 'b.csv'], { budgetCredits: 1 });
  await lab.until(
    async () => (await rows()).map(({ state, hold }) => `${state} ${hold ?? ''}`.trim()),
    (found) => found.toSorted().join() === 'held budget,notarized',
  );
  const { events } = lab;
  const numbers = events.map(({ sequence }) => sequence);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  const kinds = ['session', 'engine', 'folders-changed', 'files-changed', 'credits-changed'];
  expect(events.map(({ event }) => event.kind)).toEqual(expect.arrayContaining(kinds));
  const snapshot = lab.engine.snapshot();
  expect(snapshot).toMatchObject({
    sequence: numbers.at(-1),
    status: { account: { folders: [{ files: 2 }] }, engine: { state: 'running' } },
  });
  expect(JSON.stringify([events, snapshot])).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
});

test('how much of the present job is finished reads the same for whoever looks later', async () => {
  const { lab, states, comeTo } = await watched(['a.csv', 'b.csv']);
  await comeTo('ready,ready');
  // The second one is on its way for as long as this lasts.
  const endpoint = 'uploadPrivateFile';
  lab.service.faults.add({ endpoint, when: { afterCount: 1 }, do: { kind: 'hang' } });
  await lab.call('files.agree', { which: null, credits: 2 });
  await lab.until(states, (now) => now.includes('notarized'));
  expect(lab.engine.snapshot().status.job).toMatchObject({ finished: 1, files: 2 });
});

test('a session that ends by itself and the next sign-in are in History', async () => {
  const { lab } = await watched([]);
  const refused = { kind: 'status', status: 401 } as const;
  lab.service.faults.add({ endpoint: 'getCreditBalance', do: refused });
  await lab.faultOf('credits.balance', {});
  await lab.signIn();
  const { rows } = await lab.call('activity.lines', { filter: {}, first: 0, count: 9 });
  const told = rows.map(({ what }) => what);
  expect(told.slice(-3)).toEqual(['signed-in', 'session-ended', 'signed-in']);
});

test('signing out ends the run before the account is closed, and signing in begins another', async () => {
  const { lab, states, comeTo } = await watched(['a.csv']);
  await comeTo('ready');
  expect(await lab.call('session.signOut', {})).toEqual({ leftover: null });
  expect(lab.engine.state()).toEqual({ state: 'idle' });
  expect(await lab.faultOf('files.range', RANGE)).toEqual({ kind: 'no-account' });
  const wrong = { server: null, email: lab.email, password: 'wrong' };
  const refused = await lab.faultOf('session.signIn', wrong);
  expect(refused).toMatchObject({ kind: 'wrong-credentials' });
  await lab.signIn();
  const session = { state: 'signed-in' };
  expect(await lab.call('session.state', {})).toMatchObject({ session });
  expect(await states()).toBe('ready');
  expect(lab.engine.state()).toMatchObject({ state: 'running' });
  await lab.engine.close();
  await lab.engine.ended;
  expect(lab.engine.state()).toEqual({ state: 'closed' });
});
