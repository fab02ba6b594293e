import fs from 'node:fs';
import { expect, test } from 'vitest';
import { auditedFiles } from '../../src-shared/model/proofs/audit.ts';
import { DAY_MS, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../platform/clock.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { realClock } from '../platform/real-ports.ts';

async function openLab(clock?: Clock) {
  const lab = await engineAtService(clock);
  await lab.signIn();
  const audit = async (target: { folderId: string } | { path: string }) => {
    const { id: runId } = await lab.call('audit.start', { target });
    return lab.until(
      () => lab.call('audit.show', { runId }),
      ({ state }) => state !== 'running',
    );
  };
  const states = async () => {
    const sort = { by: 'name', isDescending: false } as const;
    const range = { filter: {}, sort, first: 0, count: 10 };
    const { rows } = await lab.call('files.range', range);
    return rows.map(({ name, state, hold }) => `${name} ${state} ${hold ?? ''}`.trimEnd());
  };
  /** A watched folder, once all of these files are notarized; returns its id. */
  const notarizedFolder = async (...names: readonly string[]) => {
    for (const name of names) lab.write(`data/${name}`, `the content of ${name}`);
    const { id } = await lab.watch('data', { budgetCredits: 10 });
    const wanted = names.map((name) => `${name} notarized`).join();
    await lab.until(states, (found) => found.join() === wanted);
    return id;
  };
  return { lab, audit, states, notarizedFolder };
}

test('a face starts an audit, follows it, reads it, looks at what changed silently and sets the schedule', async () => {
  const { lab, audit, notarizedFolder } = await openLab();
  const folderId = await notarizedFolder('a.raw', 'b.raw', 'c.raw');
  const before = await audit({ folderId });
  expect(before).toMatchObject({ state: 'complete', folderId, startedBy: 'person' });
  expect(before.totals.verdicts.proven).toBe(3);
  // The first one has a total to go by too.
  const expected = lab.events.flatMap(({ event }) =>
    event.kind === 'audit-progress' ? [event.progress.expectedBytes] : [],
  );
  expect(new Set(expected)).toEqual(new Set([before.totals.bytes]));
  const reported = lab.events.map(({ event }) => event.kind);
  expect(reported).toEqual(expect.arrayContaining(['audits-changed', 'audit-progress']));

  const requests = lab.service.requests().length;
  const path = lab.at('data/b.raw');
  const { atime, mtime } = fs.statSync(path);
  fs.writeFileSync(path, 'the content of B.raw');
  fs.utimesSync(path, atime, mtime);
  const run = await audit({ path: lab.at('data') });
  expect(run).toMatchObject({ folderId, totals: { silent: 1 } });
  const runId = run.id;
  const filter = { verdicts: ['changed' as const] };
  expect(await lab.call('audit.rows', { runId, filter, first: 0, count: 10 })).toMatchObject({
    total: 1,
    rows: [{ path: 'b.raw', finding: { verdict: 'changed' } }],
  });
  const piece = await lab.call('audit.export', { runId, form: 'json', from: 0 });
  expect(piece.next).toBeNull();
  expect(JSON.parse(piece.text)).toMatchObject({ files: [{ path: 'b.raw' }, {}, {}] });
  const silent = async () => (await lab.call('status.read', {})).account?.silentChanges;
  expect(await silent()).toEqual({ files: 1, runId, root: lab.at('data') });
  await lab.call('audit.acknowledge', { runId });
  expect(await silent()).toBeNull();

  const runs = await lab.call('audit.runs', { target: { folderId }, most: 10 });
  expect(runs.map(({ id }) => id)).toEqual([runId, before.id]);
  expect(await lab.call('audit.schedules', {})).toMatchObject({ all: 'never' });
  const all = await lab.call('audit.setSchedule', { target: null, rhythm: 'month' });
  expect(all).toMatchObject({ all: 'month', folders: [{ own: null, rhythm: 'month' }] });
  const own = await lab.call('audit.setSchedule', { target: { folderId }, rhythm: 'week' });
  expect(own.folders[0]?.nextAtMs).toBe(run.beganAtMs + 7 * DAY_MS);
  const none = await lab.call('audit.setSchedule', { target: { folderId }, rhythm: null });
  expect(none.folders).toMatchObject([{ own: null, rhythm: 'month' }]);

  // Nothing was sent to find that out.
  const asked = lab.service.requests().slice(requests);
  const named = asked.map(({ endpoint }) => endpoint ?? '');
  expect(named.filter((name) => /upload|verify/i.test(name))).toEqual([]);
  const unknown = await lab.faultOf('audit.show', { runId: '99' });
  expect(unknown).toMatchObject({ kind: 'unknown-audit' });
  const nowhere = await lab.faultOf('audit.start', { target: { path: lab.at('none') } });
  expect(nowhere).toMatchObject({ kind: 'no-such-folder' });
  expect(lab.errors).toEqual([]);
});

test('an audit moves no file’s state, also of files that changed or wait to be paid for (P22)', async () => {
  const { lab, audit, states, notarizedFolder } = await openLab();
  await notarizedFolder('a.raw', 'b.raw');
  await lab.call('credits.setLimit', { name: 'reserve', value: 1_000_000 });
  lab.write('data/new.raw', 'waits for credits');
  fs.appendFileSync(lab.at('data/a.raw'), ' and more');
  await lab.call('folders.look', {});
  const before = await lab.until(states, (found) =>
    /^a\.raw changed.*,b\.raw notarized,new\.raw held/.test(found.join()),
  );
  const run = await audit({ path: lab.at('data') });
  expect(run.totals.verdicts).toMatchObject({ changed: 1, proven: 1, 'never-notarized': 1 });
  expect(auditedFiles(run.totals)).toBe(3);
  expect(await states()).toEqual(before);
});

test('the engine has a folder audited that is due, and ends the audit with itself', async () => {
  let aheadMs = 0;
  const { lab } = await openLab({
    ...realClock,
    nowMs: () => realClock.nowMs() + aheadMs,
    /** Only the first look comes sooner: other waits are limits of what may take its time. */
    sleep: (ms, signal) => realClock.sleep(ms === MINUTE_MS ? 20 : ms, signal),
  });
  const target = { path: lab.at('archive') };
  lab.write('archive/a.raw', 'never notarized');
  await lab.call('audit.setSchedule', { target, rhythm: 'week' });
  expect(await lab.call('audit.runs', { most: 10 })).toEqual([]);
  aheadMs = 8 * DAY_MS;
  await lab.call('audit.setSchedule', { target: null, rhythm: 'never' }); // it looks at the schedule again
  const runs = await lab.until(
    () => lab.call('audit.runs', { target, most: 10 }),
    ([latest]) => latest?.state === 'complete',
  );
  expect(runs).toMatchObject([{ startedBy: 'schedule', totals: { verdicts: { unsure: 0 } } }]);

  // Nobody waits for twenty gigabytes: the engine's end cuts that off.
  fs.truncateSync(lab.write('archive/large.raw', ''), 20_000_000_000);
  const { id: runId } = await lab.call('audit.start', { target });
  await lab.until(
    async () => lab.events.map(({ event }) => event),
    (events) =>
      events.some((event) => event.kind === 'audit-progress' && event.progress.runId === runId),
  );
  await lab.call('session.signOut', {});
  await lab.signIn();
  expect(await lab.call('audit.show', { runId })).toMatchObject({ state: 'interrupted' });
});
