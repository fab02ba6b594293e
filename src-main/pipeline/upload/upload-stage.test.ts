import { describe, expect, test } from 'vitest';
import { readHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import {
  addContent,
  addFile,
  fileOf,
  folderRules,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { diskFaultOf } from '../../platform/errno.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';
import { recover } from '../run/recover.ts';
import { recheckHolds } from '../decide/recheck-holds.ts';
import { applyRecorded } from '../confirm/outcome-check.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import {
  answers,
  playUploader,
  SIGNED_OUT,
  throttled,
  unavailable,
} from '../common/test-support/fake-ports.ts';
import { makeUploadStage } from './upload-stage.ts';

const recorded: UploadOutcome = { kind: 'recorded', fileId: 'remote-1' };
const unknown: UploadOutcome = { kind: 'unknown', why: 'broken-connection' };
const refused = (fault: ServiceFault): UploadOutcome => ({ kind: 'refused', fault });
const rejected = (status: number, serviceSays: string) =>
  refused({ kind: 'refused', status, serviceSays });
const says = (kind: 'too-large' | 'forbidden' | 'not-found'): ServiceFault => ({
  kind,
  serviceSays: null,
});

type Next = (name: string) => UploadOutcome;

function uploading(p: Pipeline, next: Next) {
  const { uploader, sent } = playUploader(p, next);
  const again: number[] = [];
  const decideAnew = (fileId: number) => void again.push(fileId);
  return { stage: makeUploadStage({ ...p, uploader, decideAnew, balance: () => 5 }), sent, again };
}

/** Files with these contents, all of them ready and approved, and a stage whose uploads end like this. */
function approved(contents: Readonly<Record<string, string>>, next: Next = () => recorded) {
  const p = pipeline();
  const files = Object.entries(contents).map(([name, seed]) => p.put(name, seed, 'ready'));
  const { stage, sent, again } = uploading(p, next);
  p.approved.approve(files.map(({ id }) => id));
  return { p, stage, sent, again, files, file: files[0]!, run: () => p.run([stage]) };
}

const jobs = ({ state }: Pipeline) =>
  (['open', 'unknown', 'recorded', 'refused', 'dropped'] as const).flatMap((outcome) =>
    state.uploads.withOutcome(outcome).map((job) => `${job.name} ${outcome}`),
  );

test('an upload of which nobody could tell, because of a pause, waits in confirming; everything else waits too', async () => {
  const doubtful = { ...unknown, fault: throttled(200_000) };
  const { p, stage, sent, file } = approved({ a: 'x', b: 'y' }, () => doubtful);
  await p.runFirst(stage);
  expect([p.row(file).state, p.gate.isPassing()]).toEqual(['confirming', false]);
  await p.clock.advance(199_000);
  expect([stage.take(1), sent]).toEqual([[], ['a']]);
});

test('what was not begun because of a pause keeps its job and its place in line, and goes when the pause is over', async () => {
  const { p, sent, run } = approved({ a: 'x' }, () => {
    if (sent.length > 1) return recorded;
    p.gate.failed(throttled(60_000)); // somebody else was told
    return { kind: 'put-off' };
  });
  await run();
  expect([sent, jobs(p), p.states()]).toEqual([['a', 'a'], ['a recorded'], ['a recording']]);
  expect(p.clock.monotonicMs()).toBeGreaterThan(60_000);
});

test('what was written again since it was approved is not sent with its new bytes', async () => {
  const { p, sent, file, run } = approved({ a: 'x' });
  const { id: contentId } = addContent(p.state, 'written since');
  p.state.contents.keepPlatformAnswer(contentId, {
    exists: false,
    fileName: '',
    project: '',
    askedAtMs: 0,
  });
  const read = p.transitions.move(p.row(file), 'discovered');
  p.transitions.decide(p.transitions.move(read, 'hashing', { contentId }));
  await run();
  expect([sent, p.states(), p.approved.pendingIds()]).toEqual([[], ['a ready'], []]);
});

test('the form around a small file is more than the file has, and its progress is never more than whole', async () => {
  const p = pipeline();
  const { id } = p.put('a', 'x', 'ready');
  const shares: number[] = [];
  const { uploader } = playUploader(p, () => recorded);
  const send: typeof uploader.send = (job, source, hooks, signal) => {
    hooks.onProgress(1_000_000);
    return uploader.send(job, source, hooks, signal);
  };
  const announce: Pipeline['announce'] = (event) => {
    if (event.kind === 'progressed') shares.push(event.doneBytes / event.totalBytes);
  };
  const stage = makeUploadStage({
    ...p,
    uploader: { ...uploader, send },
    balance: () => 5,
    announce,
  });
  p.approved.approve([id]);
  await p.run([stage]);
  expect(shares).toEqual([1, 1]);
});

describe('an upload that was denied for lack of permission', () => {
  const denial = { status: 403, serviceSays: 'not a member', isPage: false } as const;
  const denied: UploadOutcome = {
    kind: 'unknown',
    why: 'denied',
    received: { kind: 'answer', status: 403, content: 'json', denial },
  };
  const many = Object.fromEntries(Array.from('abcdefghijklmnop', (name) => [name, name]));

  test('holds the rest of its project with the service’s words, once it is known that nothing was recorded', async () => {
    const { p, sent, stage, files, run } = approved(many, () => denied);
    p.after(20_000, () => {
      for (const { id } of p.state.uploads.withOutcome('unknown'))
        p.state.uploads.move(id, { type: 'refused' });
    });
    await run();
    const waiting = p.state.files.counts().filter(({ state }) => state === 'held');
    const begun = sent.length;
    expect(begun).toBeLessThan(9); // those that were on their way together
    expect(waiting).toMatchObject([{ hold: 'permission', files: 16 - begun }]);
    const held = files.map(({ id }) => fileOf(p.state, id)).filter(({ state }) => state === 'held');
    const note = { waits: 'project-refused', says: 'not a member' };
    expect(new Set(held.map(({ message }) => message))).toEqual(new Set([JSON.stringify(note)]));
    stage.renew?.('person'); // who looks again wants to know anew
    p.approved.approve(held.map((row) => p.state.files.move(row, 'ready').id));
    await p.runFirst(stage);
    expect(sent.length).toBeGreaterThan(begun);
  });

  test('holds nothing where it was recorded after all', async () => {
    const { p, sent, run } = approved(many, (name) =>
      name === 'a' ? denied : { kind: 'recorded', fileId: name },
    );
    p.after(5_000, () => {
      const [job] = p.state.uploads.withOutcome('unknown');
      p.state.uploads.move(job?.id ?? '', { type: 'recorded', recordId: null, by: null });
    });
    await run();
    expect(sent).toHaveLength(16);
    expect(p.state.files.counts().filter(({ state }) => state === 'held')).toEqual([]);
  });

  test('lets the rest go once it is found to be recorded after all, however late that is', async () => {
    const { p, sent, run, again } = approved(many, () => denied);
    const held = () => p.state.files.counts().find(({ hold }) => hold === 'permission')?.files;
    p.after(90_000, () => {
      expect(held()).toBe(16 - sent.length);
      for (const { id } of p.state.uploads.withOutcome('unknown'))
        p.state.uploads.move(id, { type: 'recorded', recordId: null, by: null });
    });
    await run();
    await run();
    expect([held(), again.length]).toEqual([undefined, 16 - sent.length]);
  });

  test('holds it at once where the form had not left', async () => {
    const { p, sent, run } = approved(many, () => refused(says('forbidden')));
    await run();
    expect(sent.length).toBeLessThan(9);
    expect(p.state.files.counts()).toMatchObject([
      { state: 'held', hold: 'permission', files: 16 },
    ]);
  });
});

describe('an outcome leaves row and job in agreement', () => {
  test.each<[UploadOutcome, string, string | null, string, number]>([
    [recorded, 'recording', null, 'recorded', 1],
    [unknown, 'confirming', null, 'unknown', 1],
    [{ kind: 'source-changed' }, 'settling', null, 'dropped', 0],
    [
      { kind: 'stopped', fault: { kind: 'source-unreadable', code: 'EIO' } },
      'unreadable',
      null,
      'dropped',
      0,
    ],
    [refused(says('too-large')), 'failed', null, 'refused', 0],
    [refused(says('forbidden')), 'held', 'permission', 'refused', 0],
    [rejected(402, 'pay'), 'held', 'credits', 'refused', 0],
    [{ kind: 'stopped', fault: { kind: 'cancelled' } }, 'ready', null, 'open', 0],
    [{ kind: 'stopped', fault: says('not-found') }, 'held', 'refusal', 'open', 0],
    [{ kind: 'stopped', fault: says('forbidden') }, 'held', 'permission', 'open', 0],
    [{ kind: 'stopped', fault: SIGNED_OUT }, 'ready', null, 'open', 0],
  ])('%j', async (outcome, state, hold, job, spent) => {
    const { p, stage, sent, file, run } = approved({ a: 'x' }, () => outcome);
    expect(await run()).toBe('rest');
    expect(p.row(file)).toMatchObject({ state, hold });
    expect([jobs(p), sent, stage.spentCredits()]).toEqual([[`a ${job}`], ['a'], spent]);
  });

  test('a journal that could not be written ends the run as a fault of the disk, and changes nothing', async () => {
    const fault = { kind: 'journal-failed', code: 'SQLITE_FULL' } as const;
    const { p, run } = approved({ a: 'x' }, () => ({ kind: 'stopped', fault }));
    const failed = run().catch((error: unknown) => diskFaultOf(error, '/data'));
    expect(await failed).toEqual({ kind: 'database', trouble: 'disk', path: '/data' });
    expect([p.states(), jobs(p)]).toEqual([['a uploading'], ['a open']]);
  });

  test('a bug ends the run as it is; the row is not lost, and nothing counts as spent', async () => {
    const mistake = new TypeError('a mistake');
    const { p, stage, run } = approved({ a: 'x' }, () => {
      throw mistake;
    });
    await expect(run()).rejects.toBe(mistake);
    expect([p.states(), jobs(p), stage.spentCredits()]).toEqual([['a uploading'], ['a open'], 0]);
    recover(p.state, p.transitions, p.clock.nowMs());
    expect(p.states()).toEqual(['a ready']);
  });

  test('a changed source is void: its fingerprint is not believed any more', async () => {
    const { p, file, run } = approved({ a: 'x' }, () => ({ kind: 'source-changed' }));
    await run();
    expect(p.row(file)).toMatchObject({ state: 'settling', contentId: null });
    expect(p.row(file).dueAtMs).toBeGreaterThan(p.clock.nowMs());
  });

  test('abort stops before the gate: the row is ready again, the job is kept for the next try', async () => {
    const { p, stage } = approved({ a: 'x' });
    const controller = new AbortController();
    p.after(5, () => controller.abort(new Error('quit')));
    await expect(p.run([stage], controller.signal)).rejects.toThrow('quit');
    expect([p.states(), jobs(p)]).toEqual([['a ready'], ['a open']]);
  });
});

test('nothing is sent that was not approved, and nothing twice', async () => {
  const { p, sent, file, run } = approved({ a: 'x' });
  p.put('b', 'y', 'ready');
  p.approved.approve([file.id, file.id]);
  await run();
  expect([sent, p.states()]).toEqual([['a'], ['a recording', 'b ready']]);
});

test('of twenty duplicates one is sent; the others wait for it and become copies', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `twin ${index}`);
  const { p, sent, files, run } = approved(Object.fromEntries(names.map((name) => [name, 'x'])));
  await run();
  expect(sent).toEqual(['twin 0']);
  const [first, ...others] = files.map((file) => p.row(file).state);
  expect([first, ...new Set(others)]).toEqual(['recording', 'duplicate']);
});

test('an unknown outcome blocks the same content: no duplicate is sent, and not in the next run either', async () => {
  const { p, sent, files, run } = approved({ a: 'x', b: 'x' }, () => unknown);
  await run();
  const next = uploading(p, () => recorded);
  p.approved.approve(files.map(({ id }) => id));
  await p.run([next.stage]);
  expect([sent, next.sent, jobs(p)]).toEqual([['a'], [], ['a unknown']]);
  expect(p.states()).toEqual(['a confirming', 'b held']);
  expect(p.row(files[1]!).hold).toBe('twin_pending');
});

/** A job of this file, whose last bytes have left or not. */
function leaveJob(p: Pipeline, file: ReturnType<Pipeline['put']>, isGone: boolean) {
  const { id: fileId, contentId, name } = file;
  const job = uploadJob({
    id: 'left',
    fileId,
    contentId: contentId ?? 0,
    name,
    uploadedIso: 'then',
  });
  p.state.uploads.add(job);
  if (!isGone) return;
  p.state.uploads.move('left', { type: 'attempt-begun', attemptId: 'attempt' }, 0);
  p.state.uploads.move('left', { type: 'tail-released', attemptId: 'attempt' });
}

test('who waits for a lost answer to equal bytes goes on with what is found, and after a crash too', async () => {
  const p = pipeline();
  const [a, b] = [p.put('a', 'x', 'ready'), p.put('b', 'x', 'ready')];
  p.state.files.move(a, 'uploading');
  leaveJob(p, a, true);
  recover(p.state, p.transitions, p.clock.nowMs());
  expect(p.row(b)).toMatchObject({ state: 'held', hold: 'twin_pending' });
  recheckHolds(p.state, p.transitions, {});
  expect(p.row(b)).toMatchObject({ state: 'held', hold: 'twin_pending' });
  const job = p.state.uploads.get('left');
  if (job === null) throw new Error('the job is gone');
  applyRecorded(p, job, { fileId: 'remote-1', status: 'Pending' }, null);
  expect(p.states()).toEqual(['a recording', 'b duplicate']);
});

test('a refused duplicate lets the next one try', async () => {
  const outcomes = answers<UploadOutcome>(rejected(400, 'no'), recorded);
  const { p, sent, run } = approved({ a: 'x', b: 'x' }, outcomes);
  await run();
  expect(sent).toEqual(['a', 'b']);
  expect(p.states()).toEqual(['a held', 'b recording']);
});

describe('a job that was left open', () => {
  test('by a file that was renamed does not keep the file waiting for ever', async () => {
    const { p, sent, file, run } = approved({ 'old name': 'x' });
    leaveJob(p, file, false);
    p.state.files.forget(file);
    p.approved.approve([p.put('new name', 'x', 'ready').id]);
    await run();
    expect([sent, jobs(p)]).toEqual([['new name'], ['new name recorded', 'old name dropped']]);
  });

  test('with its last bytes sent is never taken over', async () => {
    const { p, sent, file, run } = approved({ 'old name': 'x', duplicate: 'x' });
    leaveJob(p, file, true);
    await run();
    expect([sent, jobs(p)]).toEqual([[], ['old name open']]);
  });

  test('by this very file is taken up again', async () => {
    const { p, file, run } = approved({ a: 'x' });
    leaveJob(p, file, false);
    await run();
    expect(p.state.uploads.get('left')?.outcome).toBe('recorded');
  });
});

test('a list that is refused before a retry holds the file with what the service answered; a later run asks again', async () => {
  const fault: ServiceFault = { kind: 'forbidden', serviceSays: 'not yours' };
  const outcomes = answers<UploadOutcome>({ kind: 'stopped', fault }, recorded);
  const { p, sent, file, run } = approved({ a: 'x' }, outcomes);
  await run();
  const note = { waits: 'list-refused', status: 403, says: 'not yours' };
  expect(readWaitNote(p.row(file).message)).toEqual(note);
  expect([sent, p.approved.pendingIds()]).toEqual([['a'], []]);
  recheckHolds(p.state, p.transitions, {});
  p.approved.approve([file.id]);
  await run();
  expect([sent, jobs(p)]).toEqual([['a', 'a'], ['a recorded']]);
});

/** Of three files, the second is answered with the id of the first. */
async function usedTwice() {
  const outcomes = answers<UploadOutcome>(recorded, recorded, {
    kind: 'recorded',
    fileId: 'remote-2',
  });
  const uploads = approved({ a: 'x', b: 'y', c: 'z' }, outcomes);
  uploads.p.state.transferRules.setParallel(1);
  await uploads.run();
  return { ...uploads, second: uploads.files[1]! };
}

describe('an id that the service has given to another content', () => {
  test('holds the file with both names, counts as spent, and lets the others go on', async () => {
    const { p, stage, second } = await usedTwice();
    expect(p.states()).toEqual(['a recording', 'b held', 'c recording']);
    const why = { why: 'id-in-use', fileId: 'remote-1', fileName: 'a' };
    expect(readHoldNote(p.row(second).message)).toEqual(why);
    expect(p.row(second)).toMatchObject({ hold: 'id_in_use', recordId: null });
    expect([jobs(p).toSorted(), stage.spentCredits()]).toEqual([
      ['a recorded', 'b recorded', 'c recorded'],
      3,
    ]);
    expect(p.state.charges.spentSince(0)).toBe(3);
    const firsts = p.state.records.withContent(p.row(second).contentId ?? 0);
    expect([firsts, p.state.records.count()]).toEqual([[], 2]);
  });

  test('is never sent again by itself, nor under another name, and once by a person’s approval', async () => {
    const { p, sent, second, run } = await usedTwice();
    const { contentId, message } = p.row(second);
    expect(p.state.contents.get(contentId ?? 0).platform).toBeNull(); // a duplicate check asks again
    const twin = p.put('twin', 'y', 'ready');
    recheckHolds(p.state, p.transitions, {});
    p.transitions.decide(p.row(second));
    p.approved.approve([second.id, twin.id]);
    await run();
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(p.row(twin)).toMatchObject({ state: 'held', hold: 'id_in_use', message });
    const approval = { fileId: second.id, contentId: contentId ?? 0, givenAtMs: 0 };
    p.state.approvals.give({ ...approval, what: 'id_in_use' });
    expect(p.transitions.decide(p.row(second)).state).toBe('ready');
    p.approved.approve([second.id]);
    await run();
    expect(sent).toEqual(['a', 'b', 'c', 'b']);
    // The service answered with a used id again: the approval was for one try.
    expect(p.row(second)).toMatchObject({ state: 'held', hold: 'id_in_use' });
    expect(p.transitions.decide(p.row(second)).state).toBe('held');
  });
});

describe('the gate', () => {
  test('while it is shut nothing is sent; what it stopped goes first when it opens', async () => {
    const down: UploadOutcome = { kind: 'stopped', fault: unavailable('no-connection') };
    const outcomes = answers<UploadOutcome>(down, recorded, { ...recorded, fileId: 'remote-2' });
    const { p, sent, run } = approved({ a: 'x', b: 'y' }, outcomes);
    p.state.transferRules.setParallel(1);
    expect(await run()).toBe('rest');
    expect(sent).toEqual(['a', 'a', 'b']);
    expect(p.clock.monotonicMs()).toBe(10 + 2_000 + 20);
    expect(jobs(p)).toEqual(['a recorded', 'b recorded']);
  });

  test('once it is closed the run ends, and every row can be sent another day', async () => {
    const { p, sent, run } = approved({ a: 'x', b: 'y' });
    p.gate.failed(SIGNED_OUT);
    expect(await run()).toBe('rest');
    expect([sent, jobs(p), p.states()]).toEqual([[], [], ['a ready', 'b ready']]);
  });
});

test('what changed while it waited is decided again: a row that is a copy by now, or whose folder is gone, is not sent', async () => {
  const { p, sent, file, run } = approved({ copy: 'x' });
  const known = { exists: true, fileName: '', project: '', askedAtMs: 1 };
  p.state.contents.keepPlatformAnswer(file.contentId ?? 0, known);
  await run();
  expect(p.row(file).state).toBe('duplicate');
  p.approved.approve([p.put('orphan', 'y', 'ready').id]);
  p.state.folders.remove(p.folderId, 1);
  expect(await run()).toBe('rest');
  expect(sent).toEqual([]);
});

test('a duplicate in a removed folder does not lose the answer of a paid upload', async () => {
  const { p, file, run } = approved({ a: 'x' });
  const other = p.state.folders.add('/other', folderRules(), 0);
  const duplicate = addFile(p.state, other, { name: 'twin' });
  p.state.files.move(
    p.state.files.move(duplicate, 'hashing', { contentId: file.contentId }),
    'ready',
  );
  p.state.folders.remove(other, 1);
  await run();
  expect([p.states(), jobs(p)]).toEqual([['a recording'], ['a recorded']]);
});
