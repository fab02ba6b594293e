import { expect, test } from 'vitest';
import {
  asksPerson,
  mayCarry,
  canMove,
  FILE_STATES,
  HOLD_REASONS,
  isUnfinished,
  needsPerson,
  stateTraits,
  type FileState,
  type HoldReason,
} from './file-state.ts';

const words = (text: string) => text.split(' ');

/** The words of the status language, by the group a rollup counts them in. */
const GROUPS = {
  preparing: 'discovered hashing checking',
  waiting: 'settling',
  queued: 'ready',
  sending: 'uploading',
  checking: 'confirming recording deleting',
  'needs-you': 'held record_error failed changed unreadable',
  done: 'duplicate notarized remote_only',
  gone: 'missing deleted',
  ignored: 'ignored',
} as const;

const ASKING = words(
  'credits budget size_limit size_confirm procedure labels permission review refusal id_in_use record_deleted',
) as readonly HoldReason[];
const WAITING = words(
  'balance_unknown primary_pending twin_pending project offline signed_out server paused',
) as readonly HoldReason[];

function statesThat(holds: (state: FileState) => boolean): readonly FileState[] {
  return FILE_STATES.filter(holds);
}
const leads = (from: FileState) => FILE_STATES.some((to) => to !== from && canMove(from, to));
const groupOf = (state: FileState) => stateTraits(state, null).group;
const roleOf = (state: FileState) => stateTraits(state, null).role;

test('the states of a file are the twenty of the status language, each once', () => {
  expect([...FILE_STATES].toSorted()).toEqual(Object.values(GROUPS).flatMap(words).toSorted());
  expect(new Set(FILE_STATES).size).toBe(20);
});

test.each(Object.entries(GROUPS))('the states that count as %s are %s', (group, states) => {
  const counted = statesThat((state) => groupOf(state) === group);
  expect(counted.toSorted()).toEqual(words(states).toSorted());
});

test('only what is proven or safe is shown as ok, only a refusal, a failed record or a changed proof as danger', () => {
  expect(statesThat((state) => roleOf(state) === 'danger')).toEqual([
    'record_error',
    'failed',
    'changed',
  ]);
  for (const state of statesThat((one) => roleOf(one) === 'ok')) {
    expect(['notarized', 'remote_only', 'duplicate']).toContain(state);
  }
});

test('what asks for a person is never neutral', () => {
  for (const state of statesThat((one) => groupOf(one) === 'needs-you')) {
    expect(['warn', 'danger']).toContain(roleOf(state));
  }
});

test.each([
  ['discovered', 'settling hashing', 'uploading'],
  ['settling', 'settling discovered', 'uploading notarized ready'],
  ['hashing', 'checking', 'uploading'],
  ['checking', 'duplicate ready', 'uploading'],
  ['ready', 'uploading held', 'confirming'],
  ['held', 'ready', 'uploading'],
  ['uploading', 'held recording confirming failed', 'missing ignored uploading'],
  ['confirming', 'recording ready', 'uploading settling missing'],
  ['recording', 'notarized record_error', 'ready'],
  ['notarized', 'settling missing deleting', 'uploading'],
  ['deleting', 'deleted', 'ready'],
  ['deleted', 'settling notarized', 'ready'],
  ['missing', 'discovered', 'uploading'],
  ['ignored', 'discovered', 'ready'],
  ['unreadable', 'discovered', 'notarized'],
  ['changed', 'ready', 'uploading'],
  ['failed', 'settling', 'uploading'],
  ['record_error', 'settling', 'uploading'],
  ['remote_only', 'settling', 'uploading'],
] as const)('from %s to %s, but never to %s', (from, legal, illegal) => {
  const may = (to: string) => canMove(from, to as FileState);
  expect(words(legal).filter((to) => !may(to))).toEqual([]);
  expect(words(illegal).filter(may)).toEqual([]);
});

test('bytes are sent only from ready, so that everything paid went past the price', () => {
  expect(statesThat((from) => canMove(from, 'uploading'))).toEqual(['ready']);
});

test('a file that may have been paid for leaves only by evidence or by a person (P7)', () => {
  expect(statesThat((to) => canMove('confirming', to)).toSorted()).toEqual(
    words('deleted failed held notarized ready record_error recording'),
  );
});

test('a file whose bytes may have changed can settle again, unless its outcome is open', () => {
  expect(statesThat((from) => !canMove(from, 'settling'))).toEqual(['confirming']);
});

test('every state can be reached from the first one, and none is a dead end (P14)', () => {
  const reached = new Set<FileState>(['discovered']);
  for (const from of reached) {
    for (const to of FILE_STATES) if (canMove(from, to)) reached.add(to);
  }
  expect(reached.size).toBe(FILE_STATES.length);
  expect(statesThat((from) => !leads(from))).toEqual([]);
});

test('every reason either asks a person or ends by itself (P14)', () => {
  const all = [...ASKING, ...WAITING, 'undecided'];
  expect(all.toSorted()).toEqual([...HOLD_REASONS].toSorted());
  expect(HOLD_REASONS.filter(asksPerson).toSorted()).toEqual([...ASKING, 'undecided'].toSorted());
});

test.each([
  ['what asks is amber and needs a person', ASKING, 'warn', 'needs-you'],
  ['what ends by itself waits quietly', WAITING, 'neutral', 'waiting'],
] as const)('of the reasons of a hold, %s', (_what, reasons, role, group) => {
  for (const reason of reasons) {
    expect([reason, stateTraits('held', reason)]).toEqual([reason, { role, group }]);
    expect([reason, needsPerson('held', reason)]).toEqual([reason, group === 'needs-you']);
  }
});

test('a reason means nothing to any other state, but for an unknown upload result', () => {
  for (const state of statesThat((one) => one !== 'held')) {
    for (const reason of HOLD_REASONS) {
      if (mayCarry(state, reason)) continue;
      expect(stateTraits(state, reason)).toEqual(stateTraits(state, null));
    }
  }
  const carried = statesThat((one) => HOLD_REASONS.some((reason) => mayCarry(one, reason)));
  expect(carried).toEqual(['held', 'confirming']);
  const ofUnknown = HOLD_REASONS.filter((reason) => mayCarry('confirming', reason));
  expect(ofUnknown).toEqual(['undecided']);
  expect(stateTraits('confirming', 'undecided')).toEqual({ role: 'warn', group: 'needs-you' });
});

const asks = (hold: HoldReason | null) => [
  needsPerson('confirming', hold),
  isUnfinished('confirming', hold),
];

test('while evidence is gathered a lost answer asks nobody, and the file is not finished', () => {
  expect([asks(null), asks('undecided')]).toEqual([
    [false, true],
    [true, true],
  ]);
  expect([isUnfinished('held', 'credits'), isUnfinished('notarized', null)]).toEqual([true, false]);
  // A pass ends; only the next one goes on.
  expect([isUnfinished('held', 'server'), isUnfinished('held', 'paused')]).toEqual([true, false]);
  expect([isUnfinished('settling', null), isUnfinished('ignored', null)]).toEqual([true, false]);
});
