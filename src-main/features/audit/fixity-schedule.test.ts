import { describe, expect, test } from 'vitest';
import type { AuditProgress } from '../../../src-shared/model/proofs/audit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import {
  addFile,
  folderRules,
  identity,
  reopenState,
  temporaryState,
  type TemporaryState,
} from '../../test-support/temporary-state.ts';
import {
  type AuditRunParts,
  makeAuditRuns,
  runFixitySchedule,
  scheduleOf,
  waitForQuiet,
} from './audit-runs.ts';

const ROOT = '/data/raw';
const WEEK_MS = 7 * DAY_MS;
const FILES = 20;
const READ_MS = 100;

/** A folder with some unknown files, each read instantly, and the real database and schedule. */
function lab(over: TemporaryState = temporaryState()) {
  const { state, clock } = over;
  const reported: { readonly atMs: number; readonly progress: AuditProgress }[] = [];
  const play = { reads: 0, broken: null as Error | null, bytesKnown: null as number | null };
  const parts: AuditRunParts = {
    state,
    clock,
    portsFor: () => ({
      absolute: (path) => `${ROOT}/${path}`,
      prepare: async () => {},
      identify: async () => 'disk 1',
      async *walk() {
        yield Array.from({ length: FILES }, (_, at) => {
          const kind = 'file' as const;
          return { kind, path: `${at}.raw`, identity: identity(), isLeftOut: false };
        });
      },
      async read(_path, _onRead, signal) {
        await clock.sleep(READ_MS, signal);
        if (play.broken !== null) throw play.broken;
        play.reads += 1;
        const print = { blake3: 'b', sha256: 's', sizeBytes: 100, identity: identity() };
        return { kind: 'read', ...print };
      },
      knownOf: () => ({ expected: null, watched: null }),
      expected: () => [],
      lookUp: () => ({ known: [], isOnPlatform: false, gap: null }),
    }),
    bytesKnownIn: () => play.bytesKnown,
    whenQuiet: waitForQuiet({ state, clock }),
    onProgress: (progress) => reported.push({ atMs: clock.monotonicMs(), progress }),
    onChange: () => {},
    onBroken: () => {},
  };
  const runs = makeAuditRuns(parts);
  const folder = { path: ROOT, folderId: '1', addedAtMs: 0 };
  let wake = new AbortController();
  const latest = (root: string) => {
    const [run] = state.audits.runs(root, 1);
    return run === undefined ? null : runs.asItIs(run);
  };

  /** Acts as the engine until `end` is called. */
  const watch = () => {
    const stop = new AbortController();
    const watching = runFixitySchedule(
      {
        clock,
        runs,
        latest,
        prune: async () => {},
        schedule: () =>
          scheduleOf(state.fixity.rhythms(), [folder], (root) => ({
            complete: state.audits.latestComplete(root),
            latest: latest(root),
          })),
        awake() {
          wake = new AbortController();
          return wake.signal;
        },
      },
      stop.signal,
    );
    watching.catch(() => undefined); // handled by `end`
    return {
      watching,
      end: async (): Promise<void> => {
        stop.abort(new Error('the engine ends'));
        await expect(watching).rejects.toThrow('the engine ends');
      },
    };
  };

  return {
    ...over,
    play,
    reported,
    runs,
    watch,
    every: (rhythm: 'week' | 'month' | 'never'): void => {
      state.fixity.setRhythm({ root: ROOT, rhythm, sinceMs: clock.nowMs() });
      wake.abort();
    },
    history: () =>
      state.audits
        .runs(null, 100)
        .map((run) => runs.asItIs(run))
        .map(({ state: end, startedBy }) => `${startedBy} ${end}`),
  };
}

describe('the schedule', () => {
  test('a folder is audited every week, and what was slept through is made up once', async () => {
    const { clock, watch, every, history } = lab();
    const { end } = watch();
    await clock.advance(DAY_MS);
    expect(history()).toEqual([]);
    every('week');
    await clock.advance(WEEK_MS - HOUR_MS);
    expect(history()).toEqual([]);
    await clock.advance(2 * HOUR_MS);
    expect(history()).toEqual(['schedule complete']);
    await clock.advance(WEEK_MS);
    expect(history()).toHaveLength(2);
    clock.suspend(10 * WEEK_MS);
    await clock.advance(HOUR_MS);
    expect(history()).toHaveLength(3);
    every('never');
    clock.suspend(5 * WEEK_MS);
    await clock.advance(HOUR_MS);
    expect(history()).toHaveLength(3);
    await end();
  });

  test('a clock that is set ahead or back makes no burst', async () => {
    const { clock, watch, every, history } = lab();
    const { end } = watch();
    every('week');
    clock.setWallClock(clock.nowMs() + 52 * WEEK_MS);
    await clock.advance(HOUR_MS);
    expect(history()).toHaveLength(1);
    clock.setWallClock(clock.nowMs() - 52 * WEEK_MS);
    await clock.advance(HOUR_MS);
    expect(history()).toHaveLength(1);
    await end();
  });

  test('one that the end of the program cut off goes on where it was', async () => {
    const own = lab();
    const { state, clock, play } = own;
    own.every('week');
    const first = own.watch();
    await clock.advance(WEEK_MS);
    await clock.advance(10 * READ_MS);
    expect(play.reads).toBeGreaterThan(3);
    expect(play.reads).toBeLessThan(FILES);
    await first.end();
    expect(own.history()).toEqual(['schedule interrupted']);
    const again = lab(own);
    const second = again.watch();
    await clock.advance(HOUR_MS);
    expect(again.history()).toEqual(['schedule complete']);
    expect(state.audits.run(1)).toMatchObject({ resumptions: 1 });
    expect(again.play.reads).toBe(FILES - play.reads);
    await second.end();
  });

  test('after a death the run counts as interrupted, and one begun long ago is begun anew', async () => {
    const own = temporaryState();
    const id = own.state.audits.begin({
      root: ROOT,
      folderId: 1,
      startedBy: 'schedule',
      beganAtMs: own.clock.nowMs(),
    });
    own.state.close();
    const state = reopenState(own.folder, own.clock);
    const again = lab({ ...own, state });
    expect(again.history()).toEqual(['schedule interrupted']);
    expect(state.audits.run(id)).toMatchObject({ endedAtMs: own.clock.nowMs() });
    own.clock.suspend(3 * WEEK_MS);
    again.every('week');
    const { end } = again.watch();
    await own.clock.advance(WEEK_MS + HOUR_MS);
    expect(again.history()).toEqual(['schedule complete', 'schedule interrupted']);
    await end();
  });
});

describe('beside uploads', () => {
  test('a scheduled audit reads nothing while a file is sent, a person’s does', async () => {
    const { state, clock, play, runs } = lab();
    const folderId = state.folders.add('/data', folderRules(), 0);
    const file = addFile(state, folderId, { state: 'discovered' });
    const hashing = state.files.move(file, 'hashing');
    runs.begin(ROOT, null, 'schedule');
    await clock.advance(HOUR_MS);
    expect(play.reads).toBe(0);
    runs.begin('/other', null, 'person');
    await clock.advance(MINUTE_MS);
    expect(play.reads).toBe(FILES);
    state.files.move(hashing, 'settling');
    await clock.advance(MINUTE_MS);
    expect(play.reads).toBe(2 * FILES);
  });

  test('a queue without an end puts it off for a day, not for good', async () => {
    const { clock, play, runs } = lab();
    const busy = { counts: () => [{ state: 'uploading' }] };
    const quiet = waitForQuiet({ clock, state: { files: busy } as never });
    const run = runs.begin(ROOT, null, 'schedule');
    const never = new AbortController().signal;
    let passed = 0;
    const waiting = (async () => {
      for (; passed < 100; passed += 1) await quiet(run, never);
    })();
    await clock.advance(DAY_MS - MINUTE_MS);
    expect(passed).toBe(0);
    await clock.advance(2 * MINUTE_MS);
    await waiting;
    expect(passed).toBe(100);
    expect(play.reads).toBe(FILES);
  });
});

describe('while it runs', () => {
  test('paused it reads nothing until it may go on; cancelled it ends although it is paused', async () => {
    const { clock, play, runs, reported } = lab();
    const { id } = runs.begin(ROOT, null, 'person');
    await clock.advance(3 * READ_MS);
    runs.setPaused(id, true);
    await clock.advance(SECOND_MS);
    const reads = play.reads;
    expect(reads).toBeLessThan(FILES);
    expect(reported.at(-1)?.progress.state).toBe('paused');
    await clock.advance(3 * DAY_MS);
    expect([play.reads, runs.isPaused(id)]).toEqual([reads, true]);
    runs.setPaused(id, false);
    await clock.advance(4 * READ_MS);
    expect(play.reads).toBeGreaterThan(reads);
    runs.setPaused(id, true);
    runs.cancel(id);
    await clock.advance(0);
    expect(await runs.ended(id)).toMatchObject({ state: 'cancelled' });
  });

  test('faces are told four times a second at most, with the size of the last audit to go by', async () => {
    const { clock, runs, reported } = lab();
    runs.begin(ROOT, null, 'person');
    await clock.advance(MINUTE_MS);
    expect(reported.length).toBeGreaterThan(2);
    const gapsMs = reported.slice(1).map(({ atMs }, at) => atMs - (reported[at]?.atMs ?? 0));
    expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(250);
    expect(reported.at(-1)?.progress.expectedBytes).toBeNull();
    runs.begin(ROOT, null, 'person');
    await clock.advance(MINUTE_MS);
    expect(reported.at(-1)?.progress.expectedBytes).toBe(100 * FILES);
  });

  test('a first audit goes by what scans have seen of the folder', async () => {
    const { clock, runs, reported, play } = lab();
    play.bytesKnown = 103;
    runs.begin(ROOT, null, 'person');
    await clock.advance(MINUTE_MS);
    expect(reported.at(-1)?.progress.expectedBytes).toBe(103);
  });

  test('a folder is read by one audit at a time', async () => {
    const { clock, runs, history } = lab();
    const first = runs.begin(ROOT, null, 'schedule');
    expect(runs.begin(ROOT, null, 'person').id).toBe(first.id);
    await clock.advance(MINUTE_MS);
    expect(history()).toEqual(['schedule complete']);
  });

  test('one that a mistake or a full disk ends is never whole', async () => {
    const { clock, play, runs, history } = lab();
    const { id } = runs.begin(ROOT, null, 'person');
    await clock.advance(READ_MS);
    play.broken = new Error('no space left');
    const ended = runs.ended(id);
    ended.catch(() => undefined); // checked below
    await clock.advance(MINUTE_MS);
    await expect(ended).rejects.toThrow('no space left');
    expect(history()).toEqual(['person interrupted']);
  });
});
