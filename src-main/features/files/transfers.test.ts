import { describe, expect, test } from 'vitest';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { playUploader } from '../../pipeline/common/test-support/fake-ports.ts';
import { makeBandwidth } from '../../pipeline/upload/wire/bandwidth.ts';
import { makeStateSupport } from '../../pipeline/upload/upload-support.ts';
import type { Files } from './files.ts';
import { makeFileView } from './file-views.ts';
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
    expect(transfers.prioritise(String(large.id), 'first').ok).toBe(true);
    expect(ids()).toEqual([order[2], order[0], order[1]]);
    expect(transfers.view().entries[0]).toMatchObject({ priority: 'first', sentBytes: null });
    const turns = transfers.order(1, 5).map(({ fileId }) => fileId);
    expect(turns).toEqual([order[0], order[1]]);
    expect(transfers.order(0, 1)).toEqual([
      { fileId: order[2], priority: 'first', sentBytes: null },
    ]);
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

  test('what awaits approval does not wait for a service that is away', () => {
    const why = { why: 'no-address', status: null, retryAfterMs: null } as const;
    const fault = { kind: 'unavailable', ...why } as const;
    const away = { hold: 'offline', sinceMs: 0, untilMs: 60_000, fault } as const;
    const { p, transfers, line } = account(() => ({
      runningUploads: () => [],
      serviceWait: () => away,
      transfersChanged: () => undefined,
      cancelUpload: () => 'not-running',
    }));
    const [approved] = line('approved', 'asking') as [string, string];
    const row = p.state.files.get(Number(approved));
    const given = { fileId: Number(approved), contentId: row?.contentId ?? 0, givenAtMs: 0 };
    p.state.approvals.give({ ...given, what: 'review' });
    expect(transfers.view().waits).toMatchObject([{ cause: 'offline', files: 1 }]);
  });

  test('a person puts the line in an order of their own, and it stays; an order with a file that cannot be placed changes nothing', () => {
    const { p, transfers, line, ids } = account();
    const [a, b, c, d] = line('a', 'b', 'c', 'd') as [string, string, string, string];
    expect(transfers.arrange([c, a])).toEqual({ ok: true, value: null });
    expect(ids()).toEqual([c, a, b, d]);
    expect(transfers.arrange([d, c, a]).ok).toBe(true);
    expect(ids()).toEqual([d, c, a, b]);
    expect(transfers.arrange([b]).ok).toBe(true);
    expect(ids()[0]).toBe(b);
    expect(transfers.prioritise(b, 'normal').ok).toBe(true);
    expect(ids()[3]).toBe(b);
    const done = String(p.put('done', 'done', 'recording').id);
    const before = ids();
    expect(transfers.arrange([b, a, done])).toMatchObject({ fault: { kind: 'sent-already' } });
    expect(transfers.arrange(['99'])).toMatchObject({ fault: { kind: 'unknown-file' } });
    expect(ids()).toEqual(before);
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
    expect(p.row(a).state).toBe('ready');
    expect(p.events.at(-1)).toMatchObject({ kind: 'moved', fileId: a.id, state: 'ready' });
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
    expect(transfers.prioritise(String(sent.id), 'first')).toMatchObject({ ok: false });
  });
});
