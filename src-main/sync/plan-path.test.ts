import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canMove, FILE_STATES, type FileState } from '../../src-shared/model/file-state.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { identityKey } from '../ports/file-identity.ts';
import { identity } from '../test-support/temporary-state.ts';
import { planPath, type PathFacts, type PathPlan } from './plan-path.ts';

const HERE = { kind: 'file', identity: identity() } as const;
const OTHER = { kind: 'file', identity: identity({ ino: '99' }) } as const;
const GONE = { kind: 'absent' } as const;
const SETTLED = { kind: 'settled' } as const;
const WAIT = { kind: 'wait', untilMs: 50 } as const;

const rowIn = (state: FileState, over: Partial<NonNullable<PathFacts['row']>> = {}) => ({
  state,
  identity: identityKey(identity()),
  contentId: 1,
  recordId: null,
  message: null,
  ...over,
});
const facts = (over: Partial<PathFacts> = {}): PathFacts => ({
  disk: HERE,
  ignoredBy: null,
  settle: SETTLED,
  row: null,
  ...over,
});
const mark = (state: string, message: string | null) => ({ do: 'mark', state, message });

test.each<[string, PathFacts, unknown]>([
  ['a new file that stood still is read', facts(), { do: 'read' }],
  ['a new file that is being written waits', facts({ settle: WAIT }), { do: 'wait', untilMs: 50 }],
  [
    'a new file that a rule leaves out is ignored',
    facts({ ignoredBy: '*.tmp' }),
    mark('ignored', '*.tmp'),
  ],
  [
    'a new link is ignored',
    facts({ disk: { kind: 'not-a-file', what: 'symlink' } }),
    mark('ignored', 'symlink'),
  ],
  [
    'a name that is no text is unreadable',
    facts({ disk: { kind: 'not-a-file', what: 'unusable-name' } }),
    mark('unreadable', 'unusable-name'),
  ],
  ['a path that never was is nothing', facts({ disk: GONE }), { do: 'nothing' }],
  [
    'a known file with its known bytes is left alone',
    facts({ row: rowIn('notarized') }),
    { do: 'nothing' },
  ],
  [
    'a known file with other bytes is read',
    facts({ disk: OTHER, row: rowIn('notarized') }),
    { do: 'read' },
  ],
  [
    'a known file that is being written waits',
    facts({ disk: OTHER, settle: WAIT, row: rowIn('ready') }),
    { do: 'wait', untilMs: 50 },
  ],
  [
    'a settling file that stood still is read',
    facts({ row: rowIn('settling', { contentId: null }) }),
    { do: 'read' },
  ],
  [
    'a settling file goes on waiting',
    facts({ settle: WAIT, row: rowIn('settling', { contentId: null }) }),
    { do: 'wait', untilMs: 50 },
  ],
  [
    'a file that is read already goes on',
    facts({ row: rowIn('hashing', { contentId: null }) }),
    { do: 'nothing' },
  ],
  [
    'a missing file that is back is recalled',
    facts({ row: rowIn('missing', { recordId: 1 }) }),
    { do: 'recall' },
  ],
  [
    'a missing file that is back with other bytes is read',
    facts({ disk: OTHER, row: rowIn('missing', { recordId: 1 }) }),
    { do: 'read' },
  ],
  [
    'an ignored file that is included again is recalled',
    facts({ row: rowIn('ignored') }),
    { do: 'recall' },
  ],
  [
    'an ignored file that was never read is read',
    facts({ row: rowIn('ignored', { contentId: null }) }),
    { do: 'read' },
  ],
  [
    'an unreadable file that can be read again is read',
    facts({ row: rowIn('unreadable', { contentId: null, message: 'EACCES' }) }),
    { do: 'read' },
  ],
  [
    'the same reason is not marked twice',
    facts({ ignoredBy: '*', row: rowIn('ignored', { message: '*' }) }),
    { do: 'nothing' },
  ],
  [
    'a new reason is',
    facts({ ignoredBy: '*.x', row: rowIn('ignored', { message: '*' }) }),
    mark('ignored', '*.x'),
  ],
  [
    'a proven file that is gone is missing',
    facts({ disk: GONE, row: rowIn('notarized', { recordId: 1 }) }),
    mark('missing', null),
  ],
  [
    'a changed file that is gone is missing too',
    facts({ disk: GONE, row: rowIn('changed', { recordId: 1 }) }),
    mark('missing', null),
  ],
  [
    'a missing file that is still gone is left alone',
    facts({ disk: GONE, row: rowIn('missing', { recordId: 1 }) }),
    { do: 'nothing' },
  ],
  [
    'a copy that is gone is forgotten',
    facts({ disk: GONE, row: rowIn('duplicate', { recordId: 1 }) }),
    { do: 'forget' },
  ],
  [
    'a file that is known to be elsewhere alone stays so',
    facts({ disk: GONE, row: rowIn('remote_only') }),
    { do: 'nothing' },
  ],
  [
    'a file without a proof that is gone is forgotten',
    facts({ disk: GONE, row: rowIn('ready') }),
    { do: 'forget' },
  ],
])('%s', (_, given, plan) => {
  expect(planPath(given)).toEqual(plan);
});

const state = fc.constantFrom(...FILE_STATES);
const anyFacts: fc.Arbitrary<PathFacts> = fc.record({
  disk: fc.constantFrom<PathFacts['disk']>(
    HERE,
    OTHER,
    GONE,
    { kind: 'unreadable', errno: 'EIO' },
    { kind: 'not-a-file', what: 'special' },
  ),
  ignoredBy: fc.option(fc.constant('*.tmp')),
  settle: fc.constantFrom(SETTLED, WAIT),
  row: fc.option(
    fc.record({
      state,
      identity: fc.constantFrom(identityKey(HERE.identity), identityKey(OTHER.identity)),
      contentId: fc.option(fc.constant(1)),
      recordId: fc.option(fc.constant(1)),
      message: fc.option(fc.constant('EIO')),
    }),
  ),
});

/** The state a plan moves a row to. */
function target(plan: PathPlan): FileState | null {
  switch (plan.do) {
    case 'mark':
      return plan.state;
    case 'wait':
      return 'settling';
    case 'read':
    case 'recall':
      return 'discovered';
    case 'nothing':
    case 'forget':
      return null;
    default:
      return assertNever(plan);
  }
}

test('a row that is uploading or confirming is never touched by the disk', () => {
  fc.assert(
    fc.property(
      anyFacts,
      fc.constantFrom('uploading' as const, 'confirming' as const),
      (given, sent) => {
        const row = given.row ?? rowIn('ready');
        expect(planPath({ ...given, row: { ...row, state: sent } })).toEqual({ do: 'nothing' });
      },
    ),
  );
});

test('nothing that shows a proof is ever forgotten', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      fc.pre(given.row !== null && given.row.recordId !== null && given.row.state !== 'duplicate');
      expect(planPath(given).do).not.toBe('forget');
    }),
  );
});

test('every plan is a legal move', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const to = target(planPath(given));
      expect(
        to === null || given.row === null || given.row.state === to || canMove(given.row.state, to),
      ).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('a rule never hides that a file is gone, and a file that is there is never judged gone', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const to = target(planPath(given));
      const isGone = planPath(given).do === 'forget' || to === 'missing';
      expect(!isGone || given.disk.kind === 'absent').toBe(true);
      expect(given.disk.kind !== 'absent' || to === null || to === 'missing').toBe(true);
    }),
  );
});
