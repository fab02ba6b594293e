import fs from 'node:fs';
import { expect, test } from 'vitest';
import { auditedFiles, type AuditRun } from '../../../src-shared/model/audit.ts';
import { DAY_MS, MINUTE_MS } from '../../../src-shared/model/time.ts';
import { realClock } from '../real-ports.ts';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';
import { assignment, folderRules } from '../../test-support/temporary-state.ts';

const never = new AbortController().signal;

async function notarizedFolder(lab: EngineAtService, names: readonly string[]): Promise<string> {
  await lab.signIn();
  for (const name of names) lab.write(`data/${name}`, `the content of ${name}`);
  const rules = folderRules({
    assignment: assignment({ projectId: await lab.projectId(), checkPolicy: 'never' }),
    settleSeconds: 0,
    budgetCredits: 10,
  });
  const { id } = await lab.call('folders.add', { path: lab.at('data'), rules });
  await lab.until(
    () => lab.call('status.read', {}),
    ({ account }) =>
      account?.counts.find(({ state }) => state === 'notarized')?.files === names.length,
  );
  return id;
}

async function audit(
  lab: EngineAtService,
  target: { folderId: string } | { path: string },
): Promise<AuditRun> {
  const { id: runId } = await lab.call('audit.start', { target });
  return lab.until(
    () => lab.call('audit.show', { runId }),
    ({ state }) => state !== 'running',
  );
}

test('a face starts an audit, follows it, reads it, looks at what changed silently and sets the schedule', async () => {
  const lab = await engineAtService();
  const folderId = await notarizedFolder(lab, ['a.raw', 'b.raw', 'c.raw']);
  const before = await audit(lab, { folderId });
  expect(before).toMatchObject({ state: 'complete', folderId, startedBy: 'person' });
  expect(before.totals.verdicts.proven).toBe(3);
  expect(lab.events.map(({ event }) => event.kind)).toEqual(
    expect.arrayContaining(['audits-changed', 'audit-progress']),
  );

  const requests = lab.service.requests().length;
  const path = lab.at('data/b.raw');
  const { atime, mtime } = fs.statSync(path);
  fs.writeFileSync(path, 'the content of B.raw');
  fs.utimesSync(path, atime, mtime);
  const run = await audit(lab, { path: lab.at('data') });
  expect(run).toMatchObject({ folderId, totals: { silent: 1 } });
  const { rows, total } = await lab.call('audit.rows', {
    runId: run.id,
    filter: { verdicts: ['changed'] },
    first: 0,
    count: 10,
  });
  expect([total, rows[0]?.path, rows[0]?.finding.verdict]).toEqual([1, 'b.raw', 'changed']);
  const piece = await lab.call('audit.export', { runId: run.id, form: 'json', from: 0 });
  expect(piece.next).toBeNull();
  expect(JSON.parse(piece.text)).toMatchObject({ files: [{ path: 'b.raw' }, {}, {}] });
  const status = await lab.call('status.read', {});
  expect(status.account?.silentChanges).toEqual({
    files: 1,
    runId: run.id,
    root: lab.at('data'),
  });
  await lab.call('audit.acknowledge', { runId: run.id });
  expect((await lab.call('status.read', {})).account?.silentChanges).toBeNull();

  const runs = await lab.call('audit.runs', { target: { folderId }, most: 10 });
  expect(runs.map(({ id }) => id)).toEqual([run.id, before.id]);
  expect(await lab.call('audit.schedules', {})).toMatchObject({ all: 'never' });
  const all = await lab.call('audit.setSchedule', { target: null, rhythm: 'month' });
  expect(all).toMatchObject({ all: 'month', folders: [{ own: null, rhythm: 'month' }] });
  const own = await lab.call('audit.setSchedule', { target: { folderId }, rhythm: 'week' });
  expect(own.folders[0]?.nextAtMs).toBe(run.beganAtMs + 7 * 24 * 60 * 60 * 1_000);
  const none = await lab.call('audit.setSchedule', { target: { folderId }, rhythm: null });
  expect(none.folders).toMatchObject([{ own: null, rhythm: 'month' }]);

  // Nothing was sent to find that out.
  const asked = lab.service
    .requests()
    .slice(requests)
    .map(({ endpoint }) => endpoint);
  expect(asked.filter((name) => /upload|verify/i.test(name ?? ''))).toEqual([]);
  const unknown = await lab.serve('audit.show', { runId: '99' }, never);
  expect(unknown).toMatchObject({ fault: { kind: 'unknown-audit' } });
  const nowhere = await lab.serve('audit.start', { target: { path: lab.at('none') } }, never);
  expect(nowhere).toMatchObject({ fault: { kind: 'no-such-folder' } });
  expect(lab.errors).toEqual([]);
}, 30_000);

test('an audit moves no file’s state, also of files that changed or wait to be paid for', async () => {
  const lab = await engineAtService();
  await notarizedFolder(lab, ['a.raw', 'b.raw']);
  await lab.call('credits.setLimit', { name: 'floor', value: 1_000_000 });
  lab.write('data/new.raw', 'waits for credits');
  fs.appendFileSync(lab.at('data/a.raw'), ' and more');
  await lab.call('folders.look', {});
  const states = async () => {
    const range = { filter: {}, sort: { by: 'name', isDescending: false }, first: 0 } as const;
    const { rows } = await lab.call('files.range', { ...range, count: 10 });
    return rows.map(({ name, state, hold }) => `${name} ${state} ${hold ?? ''}`);
  };
  const settled = await lab.until(states, (found) => found.join().includes('new.raw held'));
  const before = await lab.until(states, (found) => found.join().includes('a.raw changed'));
  expect([settled.length, before.length]).toEqual([3, 3]);
  const run = await audit(lab, { path: lab.at('data') });
  expect(run.totals.verdicts).toMatchObject({ changed: 1, proven: 1, 'never-notarized': 1 });
  expect(auditedFiles(run.totals)).toBe(3);
  expect(await states()).toEqual(before);
}, 30_000);

test('the engine has a folder audited that is due, and ends the audit with itself', async () => {
  let aheadMs = 0;
  const clock = {
    ...realClock,
    nowMs: () => realClock.nowMs() + aheadMs,
    /** Only the first look comes sooner: other waits are limits of what may take its time. */
    sleep: (ms: number, signal: AbortSignal) => realClock.sleep(ms === MINUTE_MS ? 20 : ms, signal),
  };
  const lab = await engineAtService(clock);
  await lab.signIn();
  const path = lab.at('archive');
  lab.write('archive/a.raw', 'never notarized');
  await lab.call('audit.setSchedule', { target: { path }, rhythm: 'week' });
  expect(await lab.call('audit.runs', { most: 10 })).toEqual([]);
  aheadMs = 8 * DAY_MS;
  await lab.call('audit.setSchedule', { target: null, rhythm: 'never' }); // it looks at the schedule again
  const runs = await lab.until(
    () => lab.call('audit.runs', { target: { path }, most: 10 }),
    ([latest]) => latest?.state === 'complete',
  );
  expect(runs).toMatchObject([{ startedBy: 'schedule', totals: { verdicts: { unsure: 0 } } }]);

  // Nobody waits for twenty gigabytes: the engine's end cuts that off.
  fs.closeSync(fs.openSync(lab.at('archive/large.raw'), 'w'));
  fs.truncateSync(lab.at('archive/large.raw'), 20_000_000_000);
  const { id: runId } = await lab.call('audit.start', { target: { path } });
  await lab.until(
    async () => lab.events.map(({ event }) => event),
    (events) =>
      events.some((event) => event.kind === 'audit-progress' && event.progress.runId === runId),
  );
  await lab.call('session.signOut', {});
  await lab.signIn();
  expect(await lab.call('audit.show', { runId })).toMatchObject({ state: 'interrupted' });
}, 30_000);
