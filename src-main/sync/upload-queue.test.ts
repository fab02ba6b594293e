import { describe, expect, test } from 'vitest';
import type { Pause } from '../../src-shared/model/transfer-rules.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { readWaitNote } from '../../src-shared/model/wait-note.ts';
import { addFile, folderRules, assignment } from '../test-support/temporary-state.ts';
import { makeCheckLane } from './check-lane.ts';
import { makeForgetLane } from './forget-lane.ts';
import type { UploadOutcome } from './ports.ts';
import { recover } from './recover.ts';
import { wallTimeMs } from './wall-time.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';
import { playChecker, playUploader } from './test-support/played-ports.ts';
import { makeUploadLane } from './upload-lane.ts';

const reset: ServiceFault = {
  kind: 'unavailable',
  why: 'broken-connection',
  status: null,
  retryAfterMs: null,
};

/** A lane whose uploads end well unless the test says otherwise. */
function queue(next?: (name: string) => UploadOutcome, sessionLeftMs?: () => number | null) {
  const p = pipeline();
  let recorded = 0;
  const well = (): UploadOutcome => ({ kind: 'recorded', fileId: `remote-${(recorded += 1)}` });
  const { uploader, sent } = playUploader(p, next ?? well);
  const lane = makeUploadLane({ ...p, uploader, balance: () => 5, sessionLeftMs });
  const put = (name: string, sizeBytes = 100) => p.put(name, name, 'ready', { sizeBytes });
  return { p, lane, sent, put, uploader, well };
}

function pauseNow(p: Pipeline, over: Partial<Pause> = {}): void {
  p.state.transferRules.setPause({ mode: 'now', sinceMs: p.clock.nowMs(), untilMs: null, ...over });
}

/** Does something while the first uploads are on their way. */
async function inAMoment(p: Pipeline, act: () => void): Promise<void> {
  await p.clock.sleep(5, new AbortController().signal);
  act();
}

const shown = (p: Pipeline) =>
  p.state.files.list({}, 0, 99).map(({ name, state, hold }) => [name, hold ?? state].join(' '));

describe('the order', () => {
  test('small first, whatever order they were approved in; a wish goes before and survives', async () => {
    const { p, lane, sent, put } = queue();
    p.state.transferRules.setParallel(1);
    const files = [put('large', 9_000_000), put('small', 10), put('middle', 5_000), put('late', 1)];
    p.state.uploadWishes.setPriority(files[0]!.id, 'first');
    p.state.uploadWishes.setPriority(files[3]!.id, 'last');
    lane.approve(files.map(({ id }) => id));
    await p.run([lane]);
    expect(sent).toEqual(['large', 'small', 'middle', 'late']);
    expect([...p.state.uploadWishes.all()]).toEqual([]); // fulfilled
  });

  test('a wish that comes while it waits changes the order at once', async () => {
    const { p, lane, sent, put } = queue();
    p.state.transferRules.setParallel(1);
    const files = [put('a', 1), put('b', 2), put('c', 3)];
    lane.approve(files.map(({ id }) => id));
    const wishing = inAMoment(p, () => {
      p.state.uploadWishes.setPriority(files[2]!.id, 'first');
      lane.rulesChanged();
    });
    await p.run([lane]);
    await wishing;
    expect(sent).toEqual(['a', 'c', 'b']);
  });

  test('what the service has a part of goes before smaller ones', async () => {
    const { p, lane, sent, put, uploader } = queue();
    p.state.transferRules.setParallel(1);
    const [begun, small] = [put('begun', 9_000), put('small', 1)];
    const row = p.row(begun);
    const content = p.state.contents.get(row.contentId ?? 0);
    const money = { assignment: p.desk.assignmentOf(row), credits: 1, balance: null };
    const job = uploader.open({ file: row, content, ...money });
    p.state.uploads.beginAttempt({ id: 'attempt', jobId: job.id, state: '{}', atMs: 0 });
    p.state.uploads.keepResource('attempt', 'https://lab.example/uploads/1');
    lane.approve([small.id, begun.id]);
    await p.run([lane]);
    expect(sent).toEqual(['begun', 'small']);
  });

  test('projects take turns', async () => {
    const { p, lane, sent, put } = queue();
    p.state.transferRules.setParallel(1);
    const rules = folderRules({ assignment: assignment({ projectId: 'project-2' }) });
    const other = p.state.folders.add('/other', rules, 0);
    const own = [put('a1'), put('a2'), put('a3')];
    const theirs = ['b1', 'b2'].map((name) => {
      const directoryId = p.state.files.directory(other, '');
      const { id } = p.state.contents.keep({ blake3: name, sha256: name, sizeBytes: 100 });
      const answer = { exists: false, fileName: '', project: '', askedAtMs: 0 };
      p.state.contents.keepPlatformAnswer(id, answer);
      const row = addFile(p.state, other, { name, directoryId });
      return p.state.files.move(p.state.files.move(row, 'hashing', { contentId: id }), 'ready');
    });
    lane.approve([...own, ...theirs].map(({ id }) => id));
    await p.run([lane]);
    expect(sent).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });
});

test('three large ones at first, two small ones beside them, and more as it goes well', async () => {
  const { p, lane, put } = queue();
  const atOnce: number[] = [];
  const files = Array.from({ length: 20 }, (_, index) => put(`large ${index}`, 20_000_000));
  lane.approve(files.map(({ id }) => id));
  const small = [put('s1', 1), put('s2', 2), put('s3', 3)];
  lane.approve(small.map(({ id }) => id));
  const counting = (async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await p.clock.sleep(turn === 0 ? 5 : 10, new AbortController().signal);
      atOnce.push(lane.running().length);
    }
  })();
  await p.run([lane]);
  await counting;
  expect(atOnce[0]).toBe(5);
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(8);
  expect(Math.max(...atOnce.slice(2))).toBeGreaterThanOrEqual(4);
});

describe('a pause', () => {
  test('nothing leaves; what only waits for its end says so, and goes when a person resumes', async () => {
    const { p, lane, sent, put } = queue();
    pauseNow(p);
    const [a, unapproved] = [put('a'), put('b')];
    lane.approve([a.id]);
    expect(await p.run([lane])).toBe('rest');
    expect([sent, shown(p)]).toEqual([[], ['a paused', 'b ready']]);
    expect(lane.pendingIds()).toEqual([a.id]); // its credits stay promised
    p.state.transferRules.setPause(null);
    await p.run([lane]);
    expect([sent, p.row(unapproved).state]).toEqual([['a'], 'ready']);
  });

  test('one until a time says until when, keeps no single run from its rest, and ends by itself in one that goes on', async () => {
    const { p, lane, sent, put } = queue();
    const untilMs = p.clock.nowMs() + 3_600_000;
    pauseNow(p, { untilMs });
    const a = put('a');
    lane.approve([a.id]);
    expect(await p.run([lane])).toBe('rest');
    expect(readWaitNote(p.row(a).message)).toEqual({ waits: 'until', atMs: untilMs });
    const beat = { concurrency: 0, take: () => [], nextDueMs: () => untilMs + 10_000 };
    await p.run([lane, beat], undefined, Infinity);
    expect([sent, p.row(a).state]).toEqual([['a'], 'recording']);
  });

  test.each([
    ['in its run', (p: Pipeline) => void p],
    ['before the next run', (p: Pipeline) => recover(p.state, p.desk, p.clock.nowMs())],
  ])(
    'never lasts longer than was asked when the clock is set back by a year %s',
    async (_, between) => {
      const { p, lane, sent, put } = queue();
      const untilMs = p.clock.nowMs() + 3_600_000;
      pauseNow(p, { untilMs });
      lane.approve([put('a').id]);
      expect(await p.run([lane])).toBe('rest');
      p.clock.setWallClock(p.clock.nowMs() - 365 * 86_400_000);
      between(p);
      const fromMs = p.clock.monotonicMs();
      const isOn = () => p.clock.monotonicMs() < fromMs + 7_200_000;
      const nextDueMs = () => (isOn() ? wallTimeMs(fromMs + 7_200_000, p.clock) : null);
      await p.run([lane, { concurrency: 0, take: () => [], nextDueMs }], undefined, Infinity);
      expect(sent).toEqual(['a']);
    },
  );

  test('stops what is on its way and keeps its job; after-current lets it finish', async () => {
    for (const mode of ['now', 'after-current'] as const) {
      const { p, lane, sent, put } = queue();
      p.state.transferRules.setParallel(1);
      const [a, b] = [put('a'), put('b')];
      lane.approve([a.id, b.id]);
      const pausing = inAMoment(p, () => {
        pauseNow(p, { mode });
        lane.rulesChanged();
      });
      await p.run([lane]);
      await pausing;
      const rests = mode === 'now' ? 'paused' : 'recording';
      expect([sent, shown(p)]).toEqual([['a'], [`a ${rests}`, 'b paused']]);
      p.state.transferRules.setPause(null);
      await p.run([lane]);
      expect(shown(p)).toEqual(['a recording', 'b recording']);
      expect(p.state.uploads.withOutcome('dropped')).toEqual([]);
    }
  });

  test('leaves an upload alone whose last bytes have left', async () => {
    const { p, lane, sent, put } = queue();
    const a = put('a');
    lane.approve([a.id]);
    const pausing = inAMoment(p, () => {
      p.state.uploads.beginAttempt({ id: 'attempt', jobId: 'job-1', state: '{}', atMs: 0 });
      p.state.uploads.releaseTail('attempt', '{}');
      expect(lane.cancel(a.id)).toBe('too-late');
      pauseNow(p);
      lane.rulesChanged();
    });
    await p.run([lane]);
    await pausing;
    expect([sent, shown(p)]).toEqual([['a'], ['a recording']]);
  });

  test('the check sends the content, so it waits too; what is being asked is asked again', async () => {
    const p = pipeline();
    const answered = { kind: 'answered', exists: false, fileName: '', project: '' } as const;
    const { checker, asked } = playChecker(p.clock, () => answered);
    const lane = makeCheckLane({ ...p, checker, concurrency: 1 });
    p.put('a', 'a', 'checking');
    p.put('b', 'b', 'checking');
    const pausing = inAMoment(p, () => {
      pauseNow(p);
      lane.rulesChanged();
    });
    expect(await p.run([lane])).toBe('rest');
    await pausing;
    expect([asked.length, shown(p)]).toEqual([1, ['a paused', 'b paused']]);
    p.state.transferRules.setPause(null);
    await p.run([lane]);
    expect(shown(p)).toEqual(['a ready', 'b ready']);
  });
});

describe('tries that lead nowhere', () => {
  test('after eight the file waits with the reason, and the others have gone', async () => {
    const { p, lane, sent, put, well } = queue((name) =>
      name === 'bad' ? { kind: 'stopped', fault: reset } : well(),
    );
    p.gatekeeper.bePatient();
    const [bad, good] = [put('bad', 10), put('good', 20)];
    lane.approve([bad.id, good.id]);
    await p.run([lane], undefined, Infinity);
    expect(sent.filter((name) => name === 'bad')).toHaveLength(8);
    expect(shown(p)).toEqual(['bad server', 'good recording']);
    expect(readWaitNote(p.row(bad).message)).toEqual({ waits: 'no-progress', tries: 8 });
  });

  test('a try that got further counts anew; a service that cannot be reached counts for nothing', async () => {
    let tries = 0;
    const gone: ServiceFault = { ...reset, why: 'no-connection' };
    const { p, lane, put } = queue(() => {
      tries += 1;
      p.state.uploads.confirmBytes('attempt', tries <= 10 ? tries : 10);
      return { kind: 'stopped', fault: tries % 2 === 0 ? gone : reset };
    });
    p.gatekeeper.bePatient();
    const a = put('a', 100);
    lane.approve([a.id]);
    const waiting = inAMoment(p, () => {
      p.state.uploads.beginAttempt({ id: 'attempt', jobId: 'job-1', state: '{}', atMs: 0 });
      p.state.uploads.keepResource('attempt', 'https://lab.example/uploads/1');
    });
    await p.run([lane], undefined, Infinity);
    await waiting;
    // Only odd tries count: the eleventh got furthest, and eight more led no further.
    expect([tries, shown(p)]).toEqual([11 + 2 * 8, ['a server']]);
  });
});

describe('a session that ends soon', () => {
  test('keeps a large file from starting once its time can be told, and says so', async () => {
    const { p, lane, sent, put } = queue(undefined, () => 12);
    p.state.transferRules.setParallel(1);
    const first = put('first', 9_000_000); // in 10 ms
    const large = put('large', 11_000_000);
    lane.approve([first.id, large.id]);
    await p.run([lane]);
    expect(sent).toEqual(['first']);
    expect(p.row(large)).toMatchObject({ state: 'held', hold: 'signed_out' });
    expect(readWaitNote(p.row(large).message)).toMatchObject({ waits: 'session-too-short' });
  });

  test('small files, and the time between them, say nothing about how long a large one takes', async () => {
    const { p, lane, sent, put } = queue(undefined, () => 23 * 3_600_000);
    for (const name of ['a', 'b', 'c']) {
      lane.approve([put(name, 100).id]);
      await p.run([lane]);
      await p.clock.advance(8 * 3_600_000);
    }
    lane.approve([put('large', 600_000_000).id]);
    await p.run([lane]);
    expect(sent).toEqual(['a', 'b', 'c', 'large']);
  });

  test('holds nothing back while no speed was measured, or no end is known', async () => {
    for (const leftMs of [1, null]) {
      const { p, lane, sent, put } = queue(undefined, () => leftMs);
      lane.approve([put('large', 9_000_000).id]);
      await p.run([lane]);
      expect(sent).toEqual(['large']);
    }
  });
});

describe('a stopped upload', () => {
  test('rests until a person says so, and the service is told to forget its part', async () => {
    const { p, lane, sent, put } = queue();
    const a = put('a');
    lane.approve([a.id]);
    const stopping = inAMoment(p, () => {
      p.state.uploads.beginAttempt({ id: 'attempt', jobId: 'job-1', state: '{}', atMs: 0 });
      p.state.uploads.keepResource('attempt', 'https://lab.example/uploads/1');
      p.state.uploadWishes.stop(a.id, a.contentId);
      expect(lane.cancel(a.id)).toBe('stopping');
    });
    await p.run([lane]);
    await stopping;
    expect(shown(p)).toEqual(['a review']);
    expect(readWaitNote(p.row(a).message)).toEqual({ waits: 'stopped' });
    p.desk.decide(p.row(a));
    expect(shown(p)).toEqual(['a review']); // a new look at the same bytes changes nothing
    const told: string[] = [];
    const forgetUpload = async (resource: string) => told.push(resource) > 1; // not heard the first time
    const forgetting = makeForgetLane({ ...p, forgetUpload });
    await p.run([forgetting]);
    expect(p.state.unfinishedUploads.abandoned()).toHaveLength(1);
    forgetting.renew?.();
    await p.run([forgetting]);
    expect(told).toEqual(Array(2).fill('https://lab.example/uploads/1'));
    expect(p.state.unfinishedUploads.abandoned()).toEqual([]);
    p.state.uploadWishes.stop(a.id, null);
    p.desk.decide(p.row(a));
    lane.approve([a.id]);
    await p.run([lane]);
    expect([sent, shown(p)]).toEqual([['a', 'a'], ['a recording']]);
  });

  test('a job whose file changed before it could go on is given up, and the service told', async () => {
    const { p, put, uploader } = queue();
    const a = put('a');
    const content = p.state.contents.get(a.contentId ?? 0);
    const money = { assignment: p.desk.assignmentOf(a), credits: 1, balance: null };
    const job = uploader.open({ file: a, content, ...money });
    p.state.uploads.beginAttempt({ id: 'attempt', jobId: job.id, state: '{}', atMs: 0 });
    p.state.uploads.keepResource('attempt', 'https://lab.example/uploads/1');
    p.put('b', 'other bytes', 'ready');
    const other = p.state.files.list({}, 0, 99).find(({ name }) => name === 'b');
    const told: string[] = [];
    const forgetUpload = async (resource: string) => told.push(resource) > 0;
    await p.run([makeForgetLane({ ...p, forgetUpload })]);
    expect(told).toEqual([]);
    p.state.files.move(p.row(a), 'ready', { contentId: other?.contentId ?? null });
    await p.run([makeForgetLane({ ...p, forgetUpload })]);
    expect(told).toEqual(['https://lab.example/uploads/1']);
    expect(p.state.uploads.get(job.id)?.outcome).toBe('dropped');
  });
});
