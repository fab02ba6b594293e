import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asksPerson,
  mayCarry,
  canMove,
  FILE_STATES,
  HOLD_REASONS,
  needsPerson,
  stateTraits,
  type FileState,
  type Group,
  type HoldReason,
} from './file-state.ts';

/** The words of the status language, each with the group a rollup counts it in. */
const GROUPS: Readonly<Record<FileState, Group>> = {
  discovered: 'preparing',
  settling: 'preparing',
  hashing: 'preparing',
  checking: 'preparing',
  duplicate: 'done',
  ready: 'queued',
  held: 'needs-you',
  uploading: 'sending',
  confirming: 'needs-you',
  recording: 'sending',
  notarized: 'done',
  record_error: 'needs-you',
  failed: 'needs-you',
  changed: 'needs-you',
  missing: 'done',
  remote_only: 'done',
  deleting: 'sending',
  deleted: 'done',
  ignored: 'ignored',
  unreadable: 'needs-you',
};

const ASKING: readonly HoldReason[] = [
  'credits',
  'budget',
  'size_limit',
  'size_confirm',
  'procedure',
  'labels',
  'permission',
  'review',
  'refusal',
];
const WAITING: readonly HoldReason[] = [
  'primary_pending',
  'twin_pending',
  'project',
  'offline',
  'signed_out',
  'server',
  'paused',
];

function statesThat(holds: (state: FileState) => boolean): readonly FileState[] {
  return FILE_STATES.filter(holds);
}

describe('the states of a file', () => {
  test('are the twenty of the status language, each once', () => {
    expect([...FILE_STATES].toSorted()).toEqual(Object.keys(GROUPS).toSorted());
    expect(new Set(FILE_STATES).size).toBe(20);
  });

  test.each(FILE_STATES)('%s counts in one group', (state) => {
    expect(stateTraits(state, null).group).toBe(GROUPS[state]);
  });

  test('only what is proven or safe is shown as ok, only a refusal or a failed record as danger', () => {
    expect(statesThat((state) => stateTraits(state, null).role === 'danger')).toEqual([
      'record_error',
      'failed',
    ]);
    for (const state of statesThat((one) => stateTraits(one, null).role === 'ok')) {
      expect(['notarized', 'remote_only', 'duplicate']).toContain(state);
    }
  });

  test('what asks for a person is never neutral', () => {
    for (const state of statesThat((one) => stateTraits(one, null).group === 'needs-you')) {
      expect(['warn', 'danger']).toContain(stateTraits(state, null).role);
    }
  });
});

describe('moves', () => {
  test.each<[FileState, FileState]>([
    ['discovered', 'settling'],
    ['settling', 'settling'],
    ['settling', 'discovered'],
    ['discovered', 'hashing'],
    ['hashing', 'checking'],
    ['checking', 'duplicate'],
    ['checking', 'ready'],
    ['ready', 'uploading'],
    ['ready', 'held'],
    ['held', 'ready'],
    ['uploading', 'held'],
    ['uploading', 'recording'],
    ['uploading', 'confirming'],
    ['uploading', 'failed'],
    ['confirming', 'recording'],
    ['confirming', 'ready'],
    ['recording', 'notarized'],
    ['recording', 'record_error'],
    ['notarized', 'settling'],
    ['notarized', 'missing'],
    ['notarized', 'deleting'],
    ['deleting', 'deleted'],
    ['missing', 'discovered'],
    ['ignored', 'discovered'],
    ['unreadable', 'discovered'],
    ['changed', 'ready'],
  ])('%s → %s is legal', (from, to) => {
    expect(canMove(from, to)).toBe(true);
  });

  test.each<[FileState, FileState]>([
    ['discovered', 'uploading'],
    ['settling', 'uploading'],
    ['held', 'uploading'],
    ['failed', 'uploading'],
    ['record_error', 'uploading'],
    ['confirming', 'uploading'],
    ['confirming', 'settling'],
    ['confirming', 'missing'],
    ['uploading', 'missing'],
    ['uploading', 'ignored'],
    ['uploading', 'uploading'],
    ['settling', 'notarized'],
    ['settling', 'ready'],
    ['ignored', 'ready'],
    ['unreadable', 'notarized'],
    ['deleted', 'notarized'],
    ['deleting', 'ready'],
    ['remote_only', 'uploading'],
    ['recording', 'ready'],
  ])('%s → %s is not', (from, to) => {
    expect(canMove(from, to)).toBe(false);
  });

  test('bytes are sent only from ready, so that everything paid went past the price', () => {
    expect(statesThat((from) => canMove(from, 'uploading'))).toEqual(['ready']);
  });

  test('a file that may have been paid for leaves only by evidence or by a person', () => {
    expect(statesThat((to) => canMove('confirming', to)).toSorted()).toEqual(
      ['deleted', 'notarized', 'ready', 'record_error', 'recording'].toSorted(),
    );
    expect(canMove('uploading', 'confirming')).toBe(true);
  });

  test('a file whose bytes may have changed can settle again, unless its outcome is open', () => {
    const cannot = statesThat((from) => !canMove(from, 'settling'));
    expect(cannot).toEqual(['confirming']);
  });

  test('no state is a dead end', () => {
    expect(
      statesThat((from) => !FILE_STATES.some((to) => to !== from && canMove(from, to))),
    ).toEqual([]);
  });

  test('every state can be reached from the first one', () => {
    const reached = new Set<FileState>(['discovered']);
    for (const from of reached) {
      for (const to of FILE_STATES) if (canMove(from, to)) reached.add(to);
    }
    expect(reached.size).toBe(FILE_STATES.length);
  });

  test('however a file wanders, it was ready just before each upload', () => {
    const steps = fc.array(fc.nat({ max: 1_000 }), { minLength: 60, maxLength: 100 });
    let uploads = 0;
    fc.assert(
      fc.property(steps, (choices) => {
        const walk: FileState[] = ['discovered'];
        for (const choice of choices) {
          const from = walk.at(-1) ?? 'discovered';
          const next = statesThat((to) => canMove(from, to));
          walk.push(next[choice % next.length] ?? from);
        }
        const before = walk.filter((_state, index) => walk[index + 1] === 'uploading');
        uploads += before.length;
        expect(before.every((state) => state === 'ready')).toBe(true);
      }),
      { numRuns: 300, unbiased: true }, // bias takes the first move again and again
    );
    expect(uploads).toBeGreaterThan(0);
  });
});

describe('holds', () => {
  test('every reason either asks a person or ends by itself', () => {
    const all = [...ASKING, ...WAITING, 'kept_unknown'];
    expect(all.toSorted()).toEqual([...HOLD_REASONS].toSorted());
    expect(HOLD_REASONS.filter(asksPerson).toSorted()).toEqual([...ASKING].toSorted());
  });

  test.each(ASKING)('held for %s needs a person and is amber', (reason) => {
    expect(stateTraits('held', reason)).toEqual({ role: 'warn', group: 'needs-you' });
    expect(needsPerson('held', reason)).toBe(true);
  });

  test.each(WAITING)('held for %s waits quietly', (reason) => {
    expect(stateTraits('held', reason)).toEqual({ role: 'neutral', group: 'waiting' });
    expect(needsPerson('held', reason)).toBe(false);
  });

  test('a reason means nothing to any other state, but for a lost answer that is kept as unknown', () => {
    for (const state of statesThat((one) => one !== 'held')) {
      for (const reason of HOLD_REASONS) {
        if (mayCarry(state, reason)) continue;
        expect(stateTraits(state, reason)).toEqual(stateTraits(state, null));
      }
    }
    const carried = statesThat((one) => HOLD_REASONS.some((reason) => mayCarry(one, reason)));
    expect(carried).toEqual(['held', 'confirming']);
    expect(HOLD_REASONS.filter((reason) => mayCarry('confirming', reason))).toEqual([
      'kept_unknown',
    ]);
    expect(stateTraits('confirming', 'kept_unknown')).toEqual({
      role: 'neutral',
      group: 'waiting',
    });
    expect([needsPerson('confirming', null), needsPerson('confirming', 'kept_unknown')]).toEqual([
      true,
      false,
    ]);
  });
});
