import { describe, expect, test } from 'vitest';
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { playUploader } from '../../pipeline/common/test-support/fake-ports.ts';
import { makeBandwidth } from '../../pipeline/upload/wire/bandwidth.ts';
import { makeStateSupport } from '../../pipeline/upload/upload-knowledge.ts';
import type { Files } from './files.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  folderRules,
} from '../../test-support/temporary-state.ts';
import { isPaidFor } from '../credits/spend-offers.ts';
import { makeFileView } from './file-views.ts';
import type { StopAnswer } from '../../pipeline/upload/upload-stage.ts';
import { makeTransfers } from './transfers.ts';

const SERVER = 'https://lab.example';
const never = new AbortController().signal;

/** The queue of an account without a run; `find` takes row numbers. */
function account(run: Parameters<typeof makeTransfers>[0]['run'] = () => null) {
  const p = pipeline();
  const reported: string[] = [];
  const files: Pick<Files, 'find'> = {
    find: (asked) => {
      const row = p.state.files.get(Number(asked));
      return row === null ? null : makeFileView(p.state, '/certificates')(row);
    },
  };
  const transfers = makeTransfers({
    ...p,
    server: SERVER,
    files: files as Files,
    certificateFolder: '/certificates',
    bandwidth: makeBandwidth(p.clock),
    forgetUpload: async (resource) => reported.push(resource) > 0,
    run,
  });
  const { uploader } = playUploader(p, () => ({ kind: 'unknown', why: 'broken-connection' }));
  /** Queues files; returns their ids. */
  const line = (...names: readonly string[]) =>
    names.map((name) => String(p.put(name, name, 'ready').id));
  const ids = () => transfers.view().entries.map(({ file }) => file.id);
  return { p, transfers, reported, uploader, line, ids };
}

/** A run that does nothing. */
const AT_REST = {
  askedNow: (): readonly number[] => [],
  underWay: (): ReadonlySet<number> => new Set<number>(),
  takenBack: () => undefined,
  runningUploads: () => [],
  serviceWait: () => null,
  transfersChanged: () => undefined,
  cancelUpload: (): StopAnswer => 'not-running',
};

describe('the view', () => {
  test('shows what is in line in the order in which it will go, and whose turn was changed', () => {
    const { p, transfers, ids } = account();
    const large = p.put('large', 'l', 'ready', { sizeBytes: 9_000 });
    const small = p.put('small', 's', 'ready', { sizeBytes: 1 });
    const offline = p.put('offline', 'o', 'held', { hold: 'offline', sizeBytes: 50 });
    p.put('no credits', 'c', 'held', { hold: 'credits' });
    p.put('done', 'd', 'checking');
    const order = [small, offline, large].map(({ id }) => String(id));
    expect(ids()).toEqual(order);
    expect(transfers.sendNext(String(large.id)).ok).toBe(true);
    expect(ids()).toEqual([order[2], order[0], order[1]]);
    expect(transfers.view().entries[0]).toMatchObject({ isNext: true, sentBytes: null });
    const turns = transfers.order(1, 5).map(({ fileId }) => fileId);
    expect(turns).toEqual([order[0], order[1]]);
    expect(transfers.order(0, 1)).toEqual([{ fileId: order[2], isNext: true, sentBytes: null }]);
  });

  test('what awaits approval can be left out: what is approved is found behind any number of it', () => {
    const { p, transfers } = account();
    for (let at = 0; at < 400; at += 1) p.put(`asking ${at}`, `${at}`, 'ready', { sizeBytes: 1 });
    const held = p.put('offline', 'o', 'held', { hold: 'offline', sizeBytes: 8_000 });
    const approved = p.put('approved', 'a', 'ready', { sizeBytes: 9_000 });
    const given = { fileId: approved.id, contentId: approved.contentId ?? 0, givenAtMs: 0 };
    p.state.approvals.give({ ...given, what: 'review' });
    expect(transfers.view(0, 300).total).toBe(402);
    const { total, entries } = transfers.view(0, 300, true);
    expect(total).toBe(2);
    expect(entries.map(({ file }) => file.id)).toEqual([String(held.id), String(approved.id)]);
  });

  test('what the service is being asked for stays in the line until it is sent, before all that waits', () => {
    const asked: number[] = [];
    const { p, transfers, line, ids } = account(() => ({ ...AT_REST, askedNow: () => asked }));
    const [small] = line('small');
    const large = p.put('large', 'l', 'checking', { sizeBytes: 9_000 });
    expect([ids(), transfers.view().total]).toEqual([[small], 1]);
    asked.push(large.id);
    expect([ids(), transfers.view().total]).toEqual([[String(large.id), small], 2]);
  });

  test('what awaits approval does not wait for a service that is away', () => {
    const why = { why: 'no-address', status: null, retryAfterMs: null } as const;
    const fault = { kind: 'unavailable', ...why } as const;
    const away = { hold: 'offline', sinceMs: 0, untilMs: 60_000, fault } as const;
    const { p, transfers, line } = account(() => ({
      ...AT_REST,
      serviceWait: () => away,
    }));
    const [approved] = line('approved', 'asking') as [string, string];
    const row = p.state.files.get(Number(approved));
    const given = { fileId: Number(approved), contentId: row?.contentId ?? 0, givenAtMs: 0 };
    p.state.approvals.give({ ...given, what: 'review' });
    expect(transfers.view().waits).toMatchObject([{ cause: 'offline', files: 1 }]);
    p.state.folders.remove(p.folderId, p.clock.nowMs());
    expect(transfers.view().waits).toMatchObject([{ cause: 'offline', files: 0 }]);
  });

  test('what a person sends next goes before what was to go next; what is sent already changes nothing', () => {
    const { p, transfers, line, ids } = account();
    const [a, b, c, d] = line('a', 'b', 'c', 'd') as [string, string, string, string];
    expect(transfers.sendNext(c).ok).toBe(true);
    expect(ids()).toEqual([c, a, b, d]);
    expect(transfers.sendNext(d).ok).toBe(true);
    expect(ids()).toEqual([d, c, a, b]);
    expect(transfers.sendNext(c).ok).toBe(true);
    expect(ids()).toEqual([c, d, a, b]);
    const done = String(p.put('done', 'done', 'recording').id);
    expect(transfers.sendNext(done)).toMatchObject({ fault: { kind: 'sent-already' } });
    expect(transfers.sendNext('99')).toMatchObject({ fault: { kind: 'unknown-file' } });
    expect(ids()).toEqual([c, d, a, b]);
  });

  test('says whether the service goes on with an upload that broke', () => {
    const { p, transfers } = account();
    expect(transfers.view().resumption).toBe('unknown');
    const support = makeStateSupport(p.state, p.clock);
    support.learn(SERVER, { kind: 'yes', maxAppendBytes: null });
    expect(transfers.view().resumption).toBe('yes');
    support.learn(SERVER, { kind: 'spare' });
    expect(transfers.view().resumption).toBe('no');
  });

  test('one wait for each cause: which files, since when, until when, at which service', async () => {
    const { p, transfers } = account();
    expect(transfers.waits()).toEqual([]);
    const firstMs = p.clock.nowMs();
    p.put('a', 'a', 'held', { hold: 'offline', sizeBytes: 10 });
    await p.clock.advance(1_000);
    p.put('b', 'b', 'held', { hold: 'offline', sizeBytes: 20 });
    const pausedMs = p.clock.nowMs();
    transfers.pause('now', pausedMs + 60_000);
    const at = { server: SERVER, why: null, note: null };
    const untilMs = pausedMs + 60_000;
    expect(transfers.waits()).toEqual([
      { ...at, cause: 'paused', sinceMs: pausedMs, untilMs, files: 0, bytes: 0 },
      { ...at, cause: 'offline', sinceMs: firstMs, untilMs: null, files: 2, bytes: 30 },
    ]);
    await p.clock.advance(60_000);
    expect(transfers.view()).toMatchObject({ pause: null, waits: [{ cause: 'offline' }] });
  });

  test('what a pause held is in line again at once, and a later end is said on every row', () => {
    const { p, transfers } = account();
    transfers.pause('now', null);
    const a = p.put('a', 'a', 'ready');
    p.pauses.hold([a]);
    expect(p.row(a)).toMatchObject({ hold: 'paused', message: null });
    transfers.pause('now', p.clock.nowMs() + 60_000);
    expect(p.row(a).message).toContain('until');
    transfers.resume();
    transfers.resume(); // nothing to end
    const told = p.state.eventLog.lines({}, 0, 9).lines.map(({ what }) => what);
    expect(told.filter((what) => what.startsWith('uploads-'))).toEqual([
      'uploads-resumed',
      'uploads-paused',
      'uploads-paused',
    ]);
    expect(p.row(a).state).toBe('ready');
    expect(p.events.at(-1)).toMatchObject({ kind: 'moved', fileId: a.id, state: 'ready' });
  });
});

test('what waits for the end of working offline says so, and no pause is told', () => {
  const { p, transfers } = account();
  const [file, paused] = [p.put('a', 'a', 'ready'), p.put('b', 'b', 'held', { hold: 'paused' })];
  p.gate.setOffline(true);
  expect(p.pauses.admits()).toBe(false);
  p.pauses.hold([file]);
  const why = 'working-offline';
  expect(transfers.waits()).toMatchObject([{ cause: 'offline', why, files: 1 }]);
  transfers.resume(); // a pause from before
  expect(p.row(paused).state).toBe('checking');
  expect(p.row(file).hold).toBe('offline');
  p.gate.setOffline(false);
  expect(p.pauses.admits()).toBe(true);
  expect(p.row(file).state).toBe('ready');
});

describe('an approval that is taken back', () => {
  const unasked = assignment({ checkPolicy: 'never' });
  type Stage = ReturnType<typeof account>['p'];
  const approve = ({ state }: Stage, { id, contentId }: FileRow) =>
    state.approvals.give({ fileId: id, contentId: contentId ?? 0, what: 'review', givenAtMs: 0 });

  test('lets its file wait for one again, of those that are named or of all; what is on its way goes on', () => {
    const underWay = new Set<number>();
    const out: number[] = [];
    const { p, transfers } = account(() => ({
      ...AT_REST,
      underWay: () => underWay,
      takenBack: (fileIds) => void out.push(...fileIds),
    }));
    const rows = ['a', 'b', 'c', 'd'].map((name) => p.put(name, name, 'ready')) as [
      FileRow,
      FileRow,
      FileRow,
      FileRow,
    ];
    const [a, b, c, d] = rows;
    for (const row of [a, b, c]) approve(p, row);
    const paid = () => rows.map((row) => isPaidFor(p.row(row), p.state));
    underWay.add(c.id);
    expect(transfers.approvedOf([a.id, d.id])).toBe(1);
    expect(transfers.takeBack([a.id, c.id, d.id])).toMatchObject({ files: 1, underWay: 1 });
    expect(paid()).toEqual([false, true, true, false]);
    expect(transfers.takeBack(null)).toMatchObject({ files: 1, underWay: 1 });
    expect(paid()).toEqual([false, false, true, false]);
    expect(rows.map((row) => p.row(row).state)).toEqual(Array(4).fill('ready'));
    expect(out).toEqual([a.id, b.id]);
  });

  test('is not given anew by the budget of its folder: the file is stopped until a person returns it', () => {
    const { p, transfers } = account();
    const folder = p.state.folders.add(
      '/budget',
      folderRules({ assignment: unasked, budgetCredits: 100 }),
      0,
    );
    const { id: contentId } = addContent(p.state, 'x');
    const hashing = p.state.files.move(addFile(p.state, folder, { name: 'x' }), 'hashing', {
      contentId,
    });
    const held = p.state.files.move(hashing, 'held', { hold: 'credits' });
    approve(p, held);
    const goes = p.put('y', 'y', 'ready');
    expect(transfers.takeBack(null)).toMatchObject({ files: 1 });
    expect(p.row(held)).toMatchObject({ state: 'held', hold: 'review' });
    expect(p.row(goes).state).toBe('ready');
    transfers.restart(String(held.id));
    expect(transfers.approvedOf([held.id])).toBe(1);
    expect(transfers.takeBack([held.id])).toMatchObject({ files: 1 });
    expect(p.row(held)).toMatchObject({ state: 'held', hold: 'review' });
  });

  test('returns each file to what it waited for: an alarm, a look of a person, another price', () => {
    const { p, transfers } = account();
    const looked = p.state.folders.add(
      '/looked',
      folderRules({ assignment: unasked, approveEach: true }),
      0,
    );
    const { id: contentId } = addContent(p.state, 'x');
    const hashing = p.state.files.move(addFile(p.state, looked, { name: 'x' }), 'hashing', {
      contentId,
    });
    const each = p.state.files.move(hashing, 'ready');
    approve(p, each);
    const changed = p.put('changed', 'new', 'changed', { recordId: null });
    const record = addRecord(p.state, addContent(p.state, 'old').id);
    const kept = p.state.files.move(changed, 'ready', {
      recordId: record.id,
      approvedContentId: changed.contentId,
    });
    approve(p, kept);
    const limits = p.state.files.move(p.put('limits', 'l', 'ready'), 'held', { hold: 'paused' });
    approve(p, limits);
    const short = p.state.files.move(p.put('short', 's', 'ready'), 'held', { hold: 'credits' });
    approve(p, short);
    expect(transfers.approved()).toMatchObject({ files: 4, short: 1 });
    expect(transfers.takeBack(null)).toMatchObject({ files: 4, underWay: 0 });
    expect(p.state.eventLog.lines({ about: 'files' }, 0, 9).lines).toContainEqual(
      expect.objectContaining({ what: 'approval-withdrawn', files: 4, latest: null }),
    );
    expect(p.row(each)).toMatchObject({ state: 'held', hold: 'review' });
    expect(p.row(kept)).toMatchObject({ state: 'changed', approvedContentId: null });
    expect(p.row(limits).state).toBe('ready');
    expect(transfers.approved()).toMatchObject({ files: 0, short: 0, left: null });
  });

  test('is possible whatever holds the file, unless it waits for an approval itself', () => {
    const { p, transfers } = account();
    const held = (name: string, hold: HoldReason) => {
      const row = p.state.files.move(p.put(name, name, 'ready'), 'held', { hold });
      approve(p, row);
      return row;
    };
    const limited = held('limited', 'budget');
    const unlabelled = held('unlabelled', 'labels');
    const awaiting = held('awaiting', 'review');
    const mayUndo = (row: FileRow) => makeFileView(p.state, '')(p.row(row)).mayUndo === true;
    expect([limited, unlabelled, awaiting].map(mayUndo)).toEqual([true, true, false]);
    expect(transfers.approved()).toMatchObject({ files: 0 }); // none of them goes by itself
    expect(transfers.approvedOf([limited.id, unlabelled.id, awaiting.id])).toBe(2);
    expect(transfers.takeBack([limited.id])).toMatchObject({ files: 1, underWay: 0 });
    expect(isPaidFor(p.row(limited), p.state)).toBe(false);
    expect(p.row(limited)).toMatchObject({ state: 'ready', hold: null });
    expect(transfers.takeBack(null)).toMatchObject({ files: 1, takenBack: [unlabelled.id] });
  });

  test('is not told as being sent while its folder is away', () => {
    const { p, transfers } = account();
    approve(p, p.put('a', 'a', 'ready'));
    p.state.folders.setTrouble(p.folderId, 'absent');
    expect(transfers.approved()).toMatchObject({ files: 0, short: 0 });
    p.state.folders.setTrouble(p.folderId, null);
    expect(transfers.approved()).toMatchObject({ files: 1, short: 0 });
  });

  test('is enough for some of what is approved, whatever is held already', () => {
    const { p, transfers } = account();
    for (const name of ['a', 'b', 'c']) approve(p, p.put(name, name, 'ready'));
    approve(p, p.put('copy of a', 'a', 'ready'));
    expect(transfers.approved()).toMatchObject({ files: 4, short: 0 });
    for (const [credits, short, cost] of [
      [3, 0, 3],
      [2, 1, 2],
      [0, 4, 0],
    ] as const) {
      p.state.balances.keep('latest', { credits, askedAtMs: 0, readAtMs: 0 });
      expect(transfers.approved()).toMatchObject({ files: 4, short, left: credits - cost });
    }
  });

  test('while some are sent as many are short as before, whatever of them a balance shows; credits that are added are seen', () => {
    const { p, transfers, uploader } = account();
    const rows = ['a', 'b', 'c', 'd'].map((name) => p.put(name, name, 'ready'));
    for (const row of rows) approve(p, row);
    const read = (kind: 'latest' | 'quiet', credits: number) =>
      p.state.balances.keep(
        kind,
        { credits, askedAtMs: 0, readAtMs: 0 },
        { onItsWayCredits: p.state.charges.reserved(), inDoubtCredits: 0 },
      );
    const send = (file: FileRow) => {
      const content = p.state.contents.get(file.contentId ?? 0);
      const money = { assignment: p.transitions.assignmentOf(file), credits: 1, balance: null };
      const job = uploader.open({ file, content, ...money });
      p.state.files.move(file, 'uploading');
      expect(transfers.approved()).toMatchObject({ short: 2 }); // its turn has come, and no byte is sent
      p.state.uploads.move(job.id, { type: 'attempt-begun', attemptId: file.name }, 0);
      const { id: recordId } = addRecord(p.state, content.id, { fileId: file.name });
      return () => p.state.uploads.move(job.id, { type: 'recorded', recordId, by: null }, 1);
    };
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('no files');
    for (const kind of ['latest', 'quiet'] as const) read(kind, 2);
    expect(transfers.approved()).toMatchObject({ files: 4, short: 2 });
    const record = send(first);
    expect(transfers.approved()).toMatchObject({ files: 3, short: 2 });
    for (const credits of [2, 1]) {
      read('latest', credits); // the one on its way is charged by then, or not
      expect(transfers.approved()).toMatchObject({ files: 3, short: 2 });
    }
    read('latest', 2);
    record();
    expect(transfers.approved()).toMatchObject({ files: 3, short: 2 });
    send(second)();
    expect(transfers.approved()).toMatchObject({ files: 2, short: 2 });
    read('latest', 9);
    expect(transfers.approved()).toMatchObject({ files: 2, short: 0 });
  });

  test('is taken off what is left once, from its approval until its charge shows, and while its answer is lost', () => {
    const { p, transfers, uploader } = account();
    const rows = ['a', 'b', 'c', 'd'].map((name) => p.put(name, name, 'ready'));
    for (const row of rows) approve(p, row);
    const read = (kind: 'latest' | 'quiet', credits: number) =>
      p.state.balances.keep(
        kind,
        { credits, askedAtMs: 0, readAtMs: 0 },
        {
          onItsWayCredits: p.state.charges.reserved(),
          inDoubtCredits: p.state.charges.chargedAfter(0).unknownCredits,
        },
      );
    const expectLeft = () => expect(transfers.approved()).toMatchObject({ short: 0, left: 5 });
    for (const kind of ['latest', 'quiet'] as const) read(kind, 9);
    expectLeft();
    const send = (file: FileRow) => {
      const content = p.state.contents.get(file.contentId ?? 0);
      const money = { assignment: p.transitions.assignmentOf(file), credits: 1, balance: null };
      const job = uploader.open({ file, content, ...money });
      const sent = p.state.files.move(file, 'uploading');
      expectLeft();
      p.state.uploads.move(job.id, { type: 'attempt-begun', attemptId: file.name }, 0);
      expectLeft();
      return { job, sent, recordId: addRecord(p.state, content.id, { fileId: file.name }).id };
    };
    const [first, second, lost] = rows.slice(0, 3).map(send);
    if (first === undefined || second === undefined || lost === undefined) throw new Error('none');
    read('latest', 8); // one is charged before its answer comes
    expectLeft();
    for (const { job, recordId } of [first, second]) {
      p.state.uploads.move(job.id, { type: 'recorded', recordId, by: null }, 1);
      expectLeft();
    }
    p.state.uploads.move(lost.job.id, { type: 'answer-lost' });
    p.state.files.move(lost.sent, 'confirming');
    expectLeft();
    for (const credits of [7, 6]) {
      read('latest', credits); // the lost one is charged by then, or not
      expectLeft();
    }
    read('latest', 19); // somebody added credits
    expect(transfers.approved()).toMatchObject({ left: 17 });
  });

  test('is short of the reserve alone where the balance is enough for all of it', () => {
    const { p, transfers } = account();
    for (const name of ['a', 'b', 'c']) approve(p, p.put(name, name, 'ready'));
    p.state.spendLimits.change({ reserve: 5 });
    for (const [credits, short, isForReserve] of [
      [8, 0, false],
      [7, 1, true],
      [2, 3, false],
    ] as const) {
      p.state.balances.keep('latest', { credits, askedAtMs: 0, readAtMs: 0 });
      expect(transfers.approved()).toMatchObject({ short, isForReserve });
    }
  });
});

describe('a stopped upload', () => {
  test('gives up what was begun, tells the service, and comes back when a person says so', async () => {
    const { p, transfers, reported, uploader, ids } = account();
    const a = p.put('a', 'a', 'ready');
    const content = p.state.contents.get(a.contentId ?? 0);
    const money = { assignment: p.transitions.assignmentOf(a), credits: 1, balance: null };
    const job = uploader.open({ file: a, content, ...money });
    p.state.uploads.move(job.id, { type: 'attempt-begun', attemptId: 'attempt' }, 0);
    p.state.uploads.move(job.id, {
      type: 'resource-announced',
      attemptId: 'attempt',
      resource: 'https://lab.example/uploads/1',
    });
    const asked = String(a.id);
    const cancelled = await transfers.cancel(asked, never);
    expect(cancelled).toMatchObject({ ok: true, value: { hold: 'review' } });
    expect(reported).toEqual(['https://lab.example/uploads/1']);
    expect(p.state.uploads.get(job.id)?.outcome).toBe('dropped');
    expect(p.state.unfinishedUploads.abandoned()).toEqual([]);
    expect([ids(), transfers.waits()]).toMatchObject([[], [{ note: 'stopped' }]]);
    expect(transfers.restart(asked)).toMatchObject({ ok: true, value: { state: 'ready' } });
    expect(ids()).toEqual([asked]);
  });

  test('cannot be one whose content may be at the service, or that is on no way there', async () => {
    const { p, transfers } = account();
    const ready = p.put('a', 'a', 'ready');
    const sent = p.transitions.move(p.transitions.move(ready, 'uploading'), 'confirming');
    const ignored = p.transitions.move(p.put('b', 'b', 'ready'), 'ignored');
    const unread = p.transitions.move(p.put('c', 'c', 'ready'), 'settling', { contentId: null });
    for (const [id, kind] of [
      [sent.id, 'sent-already'],
      [ignored.id, 'not-in-line'],
      [unread.id, 'not-in-line'],
      [999, 'unknown-file'],
    ] as const) {
      expect(await transfers.cancel(String(id), never)).toMatchObject({ fault: { kind } });
    }
    expect(p.row(sent).state).toBe('confirming');
    expect([...p.state.queueChoices.all()]).toEqual([]);
    expect(transfers.sendNext(String(sent.id))).toMatchObject({ ok: false });
  });
});
