import { describe, expect, onTestFinished, test } from 'vitest';
import type { BridgeEvent, NumberedEvent } from '../../../src-shared/bridge/events.ts';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../../src-shared/model/status/notices.ts';
import { desktopWords } from '../../../src-shared/model/words/en/desktop.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { GATHERED_MS, startTrayController } from './tray-controller.ts';

function computer(wanted: readonly NoticeKind[] = NOTICE_KINDS) {
  const clock = makeFakeClock();
  const hearers = new Set<(event: NumberedEvent) => void>();
  const notarized = new Map<string, number>([['notarized', 0]]);
  const progress: { fileId: string; state: string; doneBytes: number; totalBytes: number }[] = [];
  const shown: (readonly [string, number | null])[] = [];
  const reported: string[] = [];
  const withdrawn = new Set<string>();
  let isInFront = false;
  let beside = 0;
  let besideTakesMs = 0;
  const snapshot = () => ({
    status: {
      session: { state: 'signed-in', expiresAtMs: Infinity },
      engine: { state: 'running', watchTrouble: null },
      waits: [],
      account: {
        folders: [],
        counts: [...notarized].map(([state, files]) => ({ state, hold: null, files, bytes: 0 })),
        changes: { waiting: 0, needYou: 0 },
      } as unknown as AccountStatus,
    },
    progress,
  });
  const tray = startTrayController({
    engine: {
      snapshot,
      feed: {
        subscribe: (hear: (event: NumberedEvent) => void) => {
          hearers.add(hear);
          return () => hearers.delete(hear);
        },
      },
    } as never,
    clock,
    words: () => desktopWords,
    preferences: () => ({ notices: wanted }) as never,
    beside: () => {
      beside += 1;
      clock.suspend(besideTakesMs);
      return { credits: null, awaiting: null, proofs: [] };
    },
    isInFront: () => isInFront,
    surface: {
      show: (view, share) => shown.push([view.sentence, share]),
      notify: (kind, text) => reported.push(`${kind}: ${text}`),
      withdraw: (kind) => withdrawn.add(kind),
    },
    onFault: (error) => {
      throw error;
    },
  });
  onTestFinished(() => tray.close());
  const happen = (kind: BridgeEvent['kind'] = 'files-changed') => {
    for (const hear of hearers) hear({ sequence: 1, event: { kind } as BridgeEvent });
  };
  return {
    clock,
    tray,
    shown,
    reported,
    withdrawn,
    progress,
    happen,
    /** Something happens, and so much time passes. */
    after: async (ms: number, kind?: BridgeEvent['kind']) => {
      happen(kind);
      await clock.advance(ms);
    },
    beside: () => beside,
    slowBeside: (ms: number) => void (besideTakesMs = ms),
    set: (state: string, files: number) => notarized.set(state, files),
    look: (is: boolean) => {
      isInFront = is;
      tray.lookAgain();
    },
  };
}

describe('what is seen outside the window', () => {
  test('many events are one look; money and proofs are read again less often', async () => {
    const { happen, after, shown, beside, set } = computer();
    set('uploading', 2);
    for (let at = 0; at < 99; at += 1) happen('progress');
    await after(1_000, 'progress');
    expect(shown).toEqual([
      ['Nothing is waiting', null],
      ['Sending 2 files', null],
    ]);
    expect(beside()).toBe(1);
    await after(1_000, 'credits-changed');
    expect(beside()).toBe(2);
  });

  test('what takes long to read is read for a tenth of the time at most, and at last', async () => {
    const { clock, after, beside, slowBeside } = computer();
    slowBeside(2_000);
    for (let second = 0; second < 100; second += 1) await after(1_000);
    expect(beside()).toBeGreaterThan(3);
    expect(beside()).toBeLessThan(8);
    const before = beside();
    await clock.advance(60_000);
    expect(beside()).toBe(before + 1);
    expect(clock.wakeTimesMs()).toEqual([]);
  });

  test('the progress is that of everything that is being sent', async () => {
    const { after, shown, progress } = computer();
    progress.push(
      { fileId: '1', state: 'uploading', doneBytes: 10, totalBytes: 100 },
      { fileId: '2', state: 'uploading', doneBytes: 290, totalBytes: 300 },
      { fileId: '3', state: 'hashing', doneBytes: 0, totalBytes: 999 },
    );
    await after(1_000, 'progress');
    expect(shown.at(-1)?.[1]).toBe(0.75);
  });

  test('how long it takes is said as soon as the speed is known', async () => {
    const { after, shown, progress, set } = computer();
    set('uploading', 1);
    for (const doneBytes of [0, 1_000, 2_000]) {
      progress.splice(0, 1, { fileId: '1', state: 'uploading', doneBytes, totalBytes: 602_000 });
      await after(1_000, 'progress');
    }
    expect(shown.map(([sentence]) => sentence)).toEqual([
      'Nothing is waiting',
      'Sending 1 file',
      'Sending 1 file – about 11 minutes',
      'Sending 1 file – about 10 minutes',
    ]);
  });

  test('and no longer once nothing moves, though nothing happens either', async () => {
    const { clock, after, shown, progress, set } = computer();
    set('uploading', 1);
    for (const doneBytes of [0, 1_000, 2_000]) {
      progress.splice(0, 1, { fileId: '1', state: 'uploading', doneBytes, totalBytes: 602_000 });
      await after(1_000, 'progress');
    }
    await clock.advance(60_000);
    expect(shown.at(-1)?.[0]).toBe('Sending 1 file');
    expect(clock.wakeTimesMs()).toEqual([]);
  });

  test('what belongs to the page alone is no reason to look, and after the end nothing is', async () => {
    const { clock, happen, after, tray, shown } = computer();
    for (const kind of ['heard', 'command-chosen', 'place-asked'] as const) happen(kind);
    await clock.advance(60_000);
    expect(shown).toHaveLength(1);
    expect(clock.wakeTimesMs()).toEqual([]);
    happen();
    tray.close();
    await after(10_000);
    expect(shown).toHaveLength(1);
  });
});

describe('notices', () => {
  test('a burst is one notice, of what became more since somebody looked', async () => {
    const { clock, after, reported, set, look } = computer();
    set('notarized', 5);
    look(true);
    look(false);
    for (let files = 6; files <= 29; files += 1) {
      set('notarized', files);
      await after(150);
    }
    await clock.advance(GATHERED_MS + 1_000);
    expect(reported).toEqual(['notarized: 24 files were notarized.']);
    set('notarized', 40);
    await after(60_000);
    expect(reported).toHaveLength(1); // one of a kind in ten minutes
    await clock.advance(600_000);
    await after(10_000);
    expect(reported.at(-1)).toBe('notarized: 11 files were notarized.');
  });

  test('nobody is told what they see, or what they do not want to hear', async () => {
    const { after, reported, set, look } = computer(['needs-you']);
    set('notarized', 5);
    await after(10_000);
    look(true);
    set('record_error', 1);
    await after(10_000);
    expect(reported).toEqual([]);
    look(false);
    set('record_error', 2);
    await after(10_000);
    expect(reported).toEqual(['needs-you: 1 file needs attention.']);
  });

  test('who has come back meanwhile is told nothing, and what is no longer true is taken back', async () => {
    const { clock, after, reported, withdrawn, set, look } = computer();
    set('record_error', 1);
    await after(2_000);
    look(true);
    set('record_error', 2);
    await clock.advance(10_000);
    expect(reported).toEqual([]);
    withdrawn.clear();
    await after(10_000);
    expect(withdrawn.has('needs-you')).toBe(false);
    set('record_error', 0);
    await after(10_000);
    expect(withdrawn.has('needs-you')).toBe(true);
  });
});
