/** A pass asked for by a command, while a page is open and the folders are followed. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import type { FolderRules } from '../../../src-shared/model/folders/folder-rules.ts';
import { realClock } from '../../platform/real-ports.ts';
import { engineAtService } from '../../test-support/engine-at-service.ts';
import { assignment } from '../../test-support/temporary-state.ts';

const RUN = 'a1b2c3d4';

async function watchedLab(
  names: readonly string[],
  rules: Partial<FolderRules> = {},
  over: Parameters<typeof engineAtService>[1] = {},
) {
  const lab = await engineAtService(realClock, over);
  await lab.signIn();
  for (const name of names) lab.write(`plates/${name}`, `content of ${name}`);
  const { id } = await lab.watch('plates', rules);
  const records = () =>
    lab.service.ledger().records.filter(({ operation }) => operation === 'FILE_UPLOAD').length;
  const before = { records: records(), credits: (await lab.call('credits.balance', {})).credits };
  const prepare = (only: { folder: string } | null = null) =>
    lab.call('sync.prepare', { run: RUN, only });
  const complete = (ceiling: number | null) =>
    lab.call('sync.complete', { run: RUN, agreement: { ceiling } });
  return {
    lab,
    folderId: id,
    prepare,
    complete,
    recorded: () => records() - before.records,
    charged: async () => before.credits - (await lab.call('credits.balance', {})).credits,
    notarized: (report: Awaited<ReturnType<typeof complete>>) =>
      report.counts.find(({ state }) => state === 'notarized')?.files ?? 0,
  };
}

test('what was shown is sent, followed to its certificates and reported', async () => {
  const { lab, prepare, complete, charged, notarized } = await watchedLab(['a.csv', 'b.csv']);
  const offer = await prepare();
  expect(offer).toMatchObject({ files: 2, credits: 2, takenIn: 0, confirming: 0 });
  const report = await complete(offer.credits);
  expect(notarized(report)).toBe(2);
  expect(report).toMatchObject({ spent: { estimated: 2, observed: 2 }, approvedElsewhere: 0 });
  expect(report).toMatchObject({ fault: null, missingCertificates: [] });
  expect(await charged()).toBe(2);
  const { file } = await lab.call('files.explain', { path: lab.at('plates/a.csv') });
  expect(fs.existsSync(file?.certificatePdf ?? '')).toBe(true);
});

test('what the page approves while a command asks is charged once, and the command hears it', async () => {
  const { lab, prepare, complete, charged, recorded, notarized } = await watchedLab([
    'a.csv',
    'b.csv',
  ]);
  const { credits } = await prepare();
  await lab.call('files.agree', { which: null, credits });
  const report = await complete(credits);
  expect(report).toMatchObject({ approvedElsewhere: 2, spent: { estimated: 2, observed: 2 } });
  expect(notarized(report)).toBe(2);
  expect([recorded(), await charged()]).toEqual([2, 2]);
});

test('what the page has begun to send counts for the command that follows it to its end', async () => {
  const { lab, prepare, complete, charged } = await watchedLab(['a.csv']);
  await lab.fileIs(lab.at('plates/a.csv'), 'ready');
  const slow = { kind: 'delay', ms: 1_000 } as const;
  lab.service.faults.add({ endpoint: 'uploadPrivateFile', times: 1, do: slow });
  await lab.call('files.agree', { which: null, credits: 1 });
  await lab.fileIs(lab.at('plates/a.csv'), 'uploading');
  expect(await prepare()).toMatchObject({ files: 0 });
  expect(await complete(null)).toMatchObject({ spent: { estimated: 1 } });
  expect(await charged()).toBe(1);
});

test('what the page sends of another folder does not count', async () => {
  const { lab, folderId, prepare, complete, charged } = await watchedLab(['a.csv']);
  lab.write('other/b.csv', 'content of b');
  await lab.watch('other');
  await lab.fileIs(lab.at('other/b.csv'), 'ready');
  const { credits } = await prepare({ folder: folderId });
  await lab.call('files.agree', { which: null, credits: 2 });
  await lab.fileIs(lab.at('other/b.csv'), 'notarized');
  expect(await complete(credits)).toMatchObject({ spent: { estimated: 1 } });
  expect(await charged()).toBe(2);
});

test('two commands that were shown the same pay for it once', async () => {
  const { lab, charged, recorded } = await watchedLab(['a.csv']);
  const both = ['one', 'other'];
  for (const run of both) await lab.call('sync.prepare', { run, only: null });
  const reports = await Promise.all(
    both.map((run) => lab.call('sync.complete', { run, agreement: { ceiling: null } })),
  );
  expect(
    reports.map(({ approvedElsewhere }) => approvedElsewhere).toSorted((a, b) => a - b),
  ).toEqual([0, 1]);
  expect([recorded(), await charged()]).toEqual([1, 1]);
});

test('bytes that nobody was shown are not sent', async () => {
  const { lab, prepare, complete, charged } = await watchedLab(['a.csv', 'b.csv']);
  await prepare();
  lab.write('plates/a.csv', 'another content of a');
  lab.write('plates/c.csv', 'content of c');
  await lab.fileIs(lab.at('plates/c.csv'), 'ready');
  await lab.until(
    () => lab.call('files.offer', { which: null }),
    ({ files, bytes }) => files === 3 && bytes > 45,
  );
  await complete(null);
  expect(await charged()).toBe(1);
  await lab.fileIs(lab.at('plates/a.csv'), 'ready');
  await lab.fileIs(lab.at('plates/b.csv'), 'notarized');
  await lab.fileIs(lab.at('plates/c.csv'), 'ready');
});

test('within fewer credits the cheapest are sent', async () => {
  const { lab, prepare, complete, charged } = await watchedLab(['small.csv']);
  lab.write('public/large.csv', 'x'.repeat(3_500_000));
  const { projects } = await lab.call('projects.list', {});
  const place = { projectId: projects[0]?.id ?? '', visibility: 'public' } as const;
  await lab.watch('public', { assignment: assignment({ ...place, checkPolicy: 'never' }) });
  const offer = await prepare();
  expect(offer.credits).toBeGreaterThan(1);
  await complete(1);
  expect(await charged()).toBe(1);
  await lab.fileIs(lab.at('plates/small.csv'), 'notarized');
  await lab.fileIs(lab.at('public/large.csv'), 'ready');
});

test('without an agreement nothing is sent; ending the wait ends nothing else', async () => {
  const { lab, prepare, recorded, charged } = await watchedLab(['a.csv']);
  await prepare();
  await lab.call('sync.complete', { run: RUN, agreement: null });
  expect(recorded()).toBe(0);
  const { credits } = await prepare();
  const slow = { kind: 'delay', ms: 500 } as const;
  lab.service.faults.add({ endpoint: 'uploadPrivateFile', times: 1, do: slow });
  const stop = new AbortController();
  const completing = lab.faultOf(
    'sync.complete',
    { run: RUN, agreement: { ceiling: credits } },
    stop.signal,
  );
  await lab.fileIs(lab.at('plates/a.csv'), 'uploading');
  stop.abort();
  expect(await completing).toEqual({ kind: 'cancelled' });
  await lab.fileIs(lab.at('plates/a.csv'), 'notarized');
  expect(await charged()).toBe(1);
});

test('more at once than a budget pays for unseen waits: for a person who was shown the price, or named the file', async () => {
  const names = ['a.csv', 'b.csv', 'c.csv'];
  const { lab, prepare, complete, charged, notarized } = await watchedLab(
    names,
    { budgetCredits: 9 },
    { largeBatchFiles: 2 },
  );
  const offer = await prepare();
  expect(offer).toMatchObject({ files: 3, credits: 3, largeBatch: { files: 3, credits: 3 } });
  expect(await lab.call('files.offer', { which: null })).toMatchObject({ largeBatchFiles: 3 });
  expect(notarized(await complete(null))).toBe(0);
  expect(await charged()).toBe(0);

  const { file } = await lab.call('files.explain', { path: lab.at('plates/a.csv') });
  const only = { fileIds: [file?.id ?? ''] };
  await lab.call('sync.prepare', { run: RUN, only });
  expect(notarized(await complete(null))).toBe(1);

  await prepare();
  const agreement = { ceiling: 2, onlyShown: true };
  expect(notarized(await lab.call('sync.complete', { run: RUN, agreement }))).toBe(3);
  expect(await charged()).toBe(3);
});

test('only the folder that was named is offered, and an unknown one is none', async () => {
  const { lab, folderId, prepare } = await watchedLab(['a.csv']);
  lab.write('other/b.csv', 'content of b');
  await lab.watch('other');
  expect(await prepare({ folder: folderId })).toMatchObject({ files: 1, sent: null });
  expect(await prepare({ folder: lab.at('other') })).toMatchObject({ files: 1 });
  expect(await prepare()).toMatchObject({ files: 2, sent: { ended: [] } });
  const only = { folder: '99' };
  expect(await lab.faultOf('sync.prepare', { run: RUN, only })).toMatchObject({
    kind: 'unknown-folder',
  });
});

test('a service that ends the session ends the wait with that; an offer counts once', async () => {
  const { lab, prepare, complete } = await watchedLab(['a.csv']);
  const { credits } = await prepare();
  lab.service.faults.add({ endpoint: '*', do: { kind: 'status', status: 401 } });
  expect((await complete(credits)).fault).toMatchObject({ kind: 'not-signed-in' });
  const again = { run: RUN, agreement: null };
  expect(await lab.faultOf('sync.complete', again)).toEqual({ kind: 'no-offer' });
});
