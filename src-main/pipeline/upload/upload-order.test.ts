import { describe, expect, test } from 'vitest';
import { type Pause, readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import { assignment } from '../../test-support/temporary-state.ts';
import { makeChecks } from '../check/check-stage.ts';
import { makeForgetStage } from './forget-stage.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';
import { recover } from '../run/recover.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import {
  NOTHING_LISTED,
  playChecker,
  playUploader,
  unavailable,
} from '../common/test-support/fake-ports.ts';
import { makeUploadStage } from './upload-stage.ts';

const PART = 'https://lab.example/uploads/1';

/** A stage whose uploads end well unless the test says otherwise. */
function queue(next?: (name: string) => UploadOutcome, sessionLeftMs?: () => number | null) {
  const p = pipeline();
  let recorded = 0;
  const well = (): UploadOutcome => ({ kind: 'recorded', fileId: `remote-${(recorded += 1)}` });
  const { uploader, sent } = playUploader(p, next ?? well);
  const stage = makeUploadStage({ ...p, uploader, balance: () => 5, sessionLeftMs });
  const put = (name: string, sizeBytes = 100) => p.put(name, name, 'ready', { sizeBytes });
  /** Approves these files, and sends what may be sent. */
  const send = (...files: readonly FileRow[]) => {
    p.approved.approve(files.map(({ id }) => id));
    return p.run([stage], undefined, Infinity);
  };
  return {
    p,
    stage,
    sent,
    put,
    well,
    send,
    /** These files, one upload at a time. */
    oneByOne: (...files: readonly FileRow[]) => {
      p.state.transferRules.setParallel(1);
      return send(...files);
    },
    /** A job of this file, of which the service has a part. */
    begin: (file: FileRow) => {
      const content = p.state.contents.get(file.contentId ?? 0);
      const money = { assignment: p.transitions.assignmentOf(file), credits: 1, balance: null };
      const job = uploader.open({ file, content, ...money });
      attempt(p, job.id);
      keepPart(p, job.id);
      p.state.uploads.move(job.id, { type: 'recovered' });
      return job;
    },
  };
}

const attempt = (p: Pipeline, jobId: string) =>
  p.state.uploads.move(jobId, { type: 'attempt-begun', attemptId: 'attempt' }, 0);

const keepPart = (p: Pipeline, jobId: string) =>
  p.state.uploads.move(jobId, {
    type: 'resource-announced',
    attemptId: 'attempt',
    resource: PART,
  });

function pauseNow(p: Pipeline, over: Partial<Pause> = {}): void {
  p.state.transferRules.setPause({ mode: 'now', sinceMs: p.clock.nowMs(), untilMs: null, ...over });
}

const shown = (p: Pipeline) =>
  p.state.files.list({}, 0, 99).map(({ name, state, hold }) => [name, hold ?? state].join(' '));

describe('the order', () => {
  test('small first, whatever order they were approved in; what a person sends next goes before', async () => {
    const { p, sent, put, oneByOne } = queue();
    const files = [put('large', 9_000_000), put('small', 10), put('middle', 5_000), put('late', 1)];
    p.state.queueChoices.sendNext(files[0]!.id);
    await oneByOne(...files);
    expect(sent).toEqual(['large', 'late', 'small', 'middle']);
    expect([...p.state.queueChoices.all()]).toEqual([]); // fulfilled
  });

  test('a wish that comes while it waits changes the order at once', async () => {
    const { p, sent, put, oneByOne } = queue();
    const files = [put('a', 1), put('b', 2), put('c', 3)];
    p.after(5, () => {
      p.state.queueChoices.sendNext(files[2]!.id);
      p.approved.arrangeAnew();
    });
    await oneByOne(...files);
    expect(sent).toEqual(['a', 'c', 'b']);
  });

  test('what the service has a part of goes before smaller ones', async () => {
    const { sent, put, begin, oneByOne } = queue();
    const [begun, small] = [put('begun', 9_000), put('small', 1)];
    begin(begun);
    await oneByOne(small, begun);
    expect(sent).toEqual(['begun', 'small']);
  });

  test('projects take turns', async () => {
    const { p, sent, put, oneByOne } = queue();
    const assignmentId = p.state.assignments.add(assignment({ projectId: 'project-2' }));
    const own = [put('a1'), put('a2'), put('a3')];
    const theirs = ['b1', 'b2'].map((name) => p.put(name, name, 'ready', { assignmentId }));
    await oneByOne(...own, ...theirs);
    expect(sent).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });
});

test('three large ones at first, two small ones beside them, and more as it goes well', async () => {
  const { p, stage, put, send } = queue();
  const atOnce: number[] = [];
  const files = Array.from({ length: 20 }, (_, index) => put(`large ${index}`, 20_000_000));
  const small = [put('s1', 100_000), put('s2', 100_001), put('s3', 100_002)];
  for (const ms of [5, 15, 25, 35]) p.after(ms, () => atOnce.push(stage.running().length));
  await send(...files, ...small);
  expect(atOnce[0]).toBe(5);
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(8);
  expect(Math.max(...atOnce.slice(2))).toBeGreaterThanOrEqual(4);
});

test('eight tiny files go at once from the start, and keep no larger one from its turn', async () => {
  const { p, stage, sent, put, send } = queue();
  const atOnce: number[] = [];
  p.after(5, () => atOnce.push(stage.running().length));
  const tiny = Array.from({ length: 8 }, (_, index) => put(`tiny ${index}`, 65_536));
  const larger = put('larger', 1_000_000);
  const later = Array.from({ length: 8 }, (_, index) => put(`later ${index}`, 2_000_000));
  await send(...tiny, larger, ...later);
  expect(atOnce).toEqual([8]);
  expect(sent.indexOf('larger')).toBe(8);
  expect(sent).toHaveLength(17);
});

describe('a pause', () => {
  test('nothing leaves; what only waits for its end says so, and goes when a person resumes', async () => {
    const { p, stage, sent, put, send } = queue();
    pauseNow(p);
    const [a, unapproved] = [put('a'), put('b')];
    expect(await send(a)).toBe('rest');
    expect([sent, shown(p)]).toEqual([[], ['a paused', 'b ready']]);
    expect(p.approved.pendingIds()).toEqual([a.id]); // its credits stay promised
    p.state.transferRules.setPause(null);
    await p.run([stage]);
    expect([sent, p.row(unapproved).state]).toEqual([['a'], 'ready']);
  });

  test('one until a time says until when, keeps no single run from its rest, and ends by itself in one that goes on', async () => {
    const { p, stage, sent, put, send } = queue();
    const untilMs = p.clock.nowMs() + 3_600_000;
    pauseNow(p, { untilMs });
    const a = put('a');
    expect(await send(a)).toBe('rest');
    expect(readWaitNote(p.row(a).message)).toEqual({ waits: 'until', atMs: untilMs });
    await p.run([stage, p.lasting(3_610_000)], undefined, Infinity);
    expect([sent, p.row(a).state]).toEqual([['a'], 'recording']);
  });

  test.each([
    ['in its run', false],
    ['before the next run', true],
  ])(
    'never lasts longer than was asked when the clock is set back by a year %s',
    async (_, isNext) => {
      const { p, stage, sent, put, send } = queue();
      pauseNow(p, { untilMs: p.clock.nowMs() + 3_600_000 });
      expect(await send(put('a'))).toBe('rest');
      p.clock.setWallClock(p.clock.nowMs() - 365 * 86_400_000);
      if (isNext) recover(p.state, p.transitions, p.clock.nowMs());
      await p.run([stage, p.lasting(7_200_000)], undefined, Infinity);
      expect(sent).toEqual(['a']);
    },
  );

  test.each([
    ['now', 'paused'],
    ['after-current', 'recording'],
  ] as const)('%s leaves what is on its way %s, and keeps its job', async (mode, rests) => {
    const { p, stage, sent, put, oneByOne } = queue();
    p.after(5, () => {
      pauseNow(p, { mode });
      stage.rulesChanged();
    });
    await oneByOne(put('a'), put('b'));
    expect([sent, shown(p)]).toEqual([['a'], [`a ${rests}`, 'b paused']]);
    p.state.transferRules.setPause(null);
    await p.run([stage]);
    expect(shown(p)).toEqual(['a recording', 'b recording']);
    expect(p.state.uploads.withOutcome('dropped')).toEqual([]);
  });

  test('leaves an upload alone whose last bytes have left', async () => {
    const { p, stage, sent, put, oneByOne } = queue();
    const a = put('a');
    p.after(5, () => {
      attempt(p, 'job-1');
      p.state.uploads.move('job-1', { type: 'tail-released', attemptId: 'attempt' });
      expect(stage.cancel(a.id)).toBe('too-late');
      pauseNow(p);
      stage.rulesChanged();
    });
    await oneByOne(a);
    expect([sent, shown(p)]).toEqual([['a'], ['a recording']]);
  });

  test('the check sends the content, so it waits too; what is being asked is asked again', async () => {
    const p = pipeline();
    const answered = { kind: 'answered', exists: false, fileName: '', project: '' } as const;
    const { checker, asked } = playChecker(p.clock, () => answered);
    const { beforePrice: stage, rulesChanged } = makeChecks({
      ...p,
      checker,
      listed: NOTHING_LISTED,
      concurrency: 1,
    });
    p.put('a', 'a', 'checking');
    p.put('b', 'b', 'checking');
    p.after(5, () => {
      pauseNow(p);
      rulesChanged();
    });
    expect(await p.run([stage])).toBe('rest');
    expect([asked.length, shown(p)]).toEqual([1, ['a paused', 'b paused']]);
    p.state.transferRules.setPause(null);
    await p.run([stage]);
    expect(shown(p)).toEqual(['a ready', 'b ready']);
  });
});

describe('tries that lead nowhere', () => {
  test('after eight the file waits with the reason, and the others have gone', async () => {
    const { p, sent, put, well, send } = queue((name) =>
      name === 'bad' ? { kind: 'stopped', fault: unavailable('broken-connection') } : well(),
    );
    p.gate.bePatient();
    const [bad, good] = [put('bad', 10), put('good', 20)];
    await send(bad, good);
    expect(sent.filter((name) => name === 'bad')).toHaveLength(8);
    expect(shown(p)).toEqual(['bad server', 'good recording']);
    expect(readWaitNote(p.row(bad).message)).toEqual({ waits: 'no-progress', tries: 8 });
  });

  test('a page in the service’s place counts too, while everything else is answered: no file is sent for ever', async () => {
    const page: UploadOutcome = {
      kind: 'stopped',
      fault: { kind: 'not-the-service', what: 'html' },
    };
    const { p, sent, put, send } = queue(() => {
      p.gate.succeeded(); // lists are read meanwhile
      return page;
    });
    p.gate.bePatient();
    const bad = put('bad', 10);
    await send(bad);
    expect([sent.length, shown(p)]).toEqual([8, ['bad server']]);
    expect(readWaitNote(p.row(bad).message)).toEqual({ waits: 'no-progress', tries: 8 });
  });

  test('a try that got further counts anew; a service that cannot be reached counts for nothing', async () => {
    let tries = 0;
    const faults = [unavailable('no-connection'), unavailable('broken-connection')] as const;
    const { p, put, send } = queue(() => {
      tries += 1;
      const attemptId = 'attempt';
      if (tries > 1) p.state.uploads.move('job-1', { type: 'attempt-resumed', attemptId });
      const bytes = Math.min(tries, 10);
      p.state.uploads.move('job-1', { type: 'bytes-confirmed', attemptId, bytes });
      return { kind: 'stopped', fault: faults[tries % 2] ?? faults[0] };
    });
    p.gate.bePatient();
    p.after(5, () => {
      attempt(p, 'job-1');
      keepPart(p, 'job-1');
    });
    await send(put('a', 100));
    // Only odd tries count: the eleventh got furthest, and eight more led no further.
    expect([tries, shown(p)]).toEqual([11 + 2 * 8, ['a server']]);
  });
});

describe('a session that ends soon', () => {
  test('keeps a large file from starting once its time can be told, and says so', async () => {
    const { p, sent, put, oneByOne } = queue(undefined, () => 12);
    const large = put('large', 11_000_000);
    await oneByOne(put('first', 9_000_000), large); // the first goes in 10 ms
    expect(sent).toEqual(['first']);
    expect(p.row(large)).toMatchObject({ state: 'held', hold: 'signed_out' });
    expect(readWaitNote(p.row(large).message)).toMatchObject({ waits: 'session-too-short' });
  });

  test('small files, and the time between them, say nothing about how long a large one takes', async () => {
    const { p, sent, put, send } = queue(undefined, () => 23 * 3_600_000);
    for (const name of ['a', 'b', 'c']) {
      await send(put(name, 100));
      await p.clock.advance(8 * 3_600_000);
    }
    await send(put('large', 600_000_000));
    expect(sent).toEqual(['a', 'b', 'c', 'large']);
  });

  test('holds nothing back while no speed was measured, or no end is known', async () => {
    for (const leftMs of [1, null]) {
      const { sent, put, send } = queue(undefined, () => leftMs);
      await send(put('large', 9_000_000));
      expect(sent).toEqual(['large']);
    }
  });
});

describe('a stopped upload', () => {
  test('rests until a person says so, and the service is told to forget its part', async () => {
    const { p, stage, sent, put, send } = queue();
    const a = put('a');
    p.after(5, () => {
      attempt(p, 'job-1');
      keepPart(p, 'job-1');
      p.state.queueChoices.stop(a.id, a.contentId);
      expect(stage.cancel(a.id)).toBe('stopping');
    });
    await send(a);
    expect(shown(p)).toEqual(['a review']);
    expect(readWaitNote(p.row(a).message)).toEqual({ waits: 'stopped' });
    p.transitions.decide(p.row(a));
    expect(shown(p)).toEqual(['a review']); // a new look at the same bytes changes nothing
    const reported: string[] = [];
    const forgetUpload = async (resource: string) => reported.push(resource) > 1; // not heard the first time
    const forgetting = makeForgetStage({ ...p, forgetUpload });
    await p.run([forgetting]);
    expect(p.state.unfinishedUploads.abandoned()).toHaveLength(1);
    forgetting.renew?.('person');
    await p.run([forgetting]);
    expect(reported).toEqual(Array(2).fill(PART));
    expect(p.state.unfinishedUploads.abandoned()).toEqual([]);
    p.state.queueChoices.stop(a.id, null);
    p.transitions.decide(p.row(a));
    await send(a);
    expect([sent, shown(p)]).toEqual([['a', 'a'], ['a recording']]);
  });

  test('a job whose file changed before it could go on is given up, and the service told', async () => {
    const { p, put, begin } = queue();
    const [a, b] = [put('a'), put('b')];
    const job = begin(a);
    const reported: string[] = [];
    const forgetUpload = async (resource: string) => reported.push(resource) > 0;
    await p.run([makeForgetStage({ ...p, forgetUpload })]);
    expect(reported).toEqual([]);
    p.state.files.move(p.row(a), 'ready', { contentId: b.contentId });
    await p.run([makeForgetStage({ ...p, forgetUpload })]);
    expect(reported).toEqual([PART]);
    expect(p.state.uploads.get(job.id)?.outcome).toBe('dropped');
  });
});
