import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canMove,
  FILE_STATES,
  type FileState,
} from '../../../src-shared/model/files/file-state.ts';
import { UNTRUE_ERRNO, type UntrueFact } from '../../../src-shared/model/files/read-trouble.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { identityKey } from '../../platform/disk/file-identity.ts';
import { identity } from '../../test-support/temporary-state.ts';
import { planPath, type PathFacts, type PathPlan } from './plan-path.ts';

const HERE = { kind: 'file', identity: identity() } as const;
const OTHER = { kind: 'file', identity: identity({ ino: '99' }) } as const;
const GONE = { kind: 'absent' } as const;
const UNREADABLE = { kind: 'unreadable', errno: 'EIO' } as const;
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
/** A plan in a few words: `mark ignored *.tmp`. */
const reported = (plan: PathPlan) =>
  Object.values(plan)
    .filter((value) => value !== null)
    .join(' ');
const link = { kind: 'not-a-file', what: 'symlink' } as const;
const nameless = { kind: 'not-a-file', what: 'unusable-name' } as const;
const back = rowIn('missing', { recordId: 1 });
const ignored = rowIn('ignored', { message: '*' });
const proven = (state: FileState) => rowIn(state, { recordId: 1 });
const unread = (state: FileState) => rowIn(state, { contentId: null, message: 'EACCES' });
const untrue = (fact: UntrueFact) =>
  rowIn('unreadable', { contentId: null, message: UNTRUE_ERRNO[fact] });
const larger = {
  disk: { kind: 'file', identity: identity({ sizeBytes: 101 }) },
  settle: WAIT,
} as const;

test.each<[string, string, Partial<PathFacts>]>([
  ['a new file that stood still', 'read', {}],
  ['a new file that is being written', 'wait 50', { settle: WAIT }],
  ['a new file that a rule leaves out', 'mark ignored *.tmp', { ignoredBy: '*.tmp' }],
  ['a new link', 'mark ignored symlink', { disk: link }],
  ['a name that is no text', 'mark unreadable unusable-name', { disk: nameless }],
  ['a path that never was', 'nothing', { disk: GONE }],
  ['a known file with its known bytes', 'nothing', { row: rowIn('notarized') }],
  ['a known file with other bytes', 'read', { disk: OTHER, row: rowIn('notarized') }],
  ['a known file in writing', 'wait 50', { disk: OTHER, settle: WAIT, row: rowIn('ready') }],
  ['a settling file that stood still', 'read', { row: unread('settling') }],
  ['a settling file', 'wait 50', { settle: WAIT, row: unread('settling') }],
  ['a file that is read already', 'nothing', { row: unread('hashing') }],
  ['a missing file that is back', 'recall', { row: back }],
  ['a missing file that is back with other bytes', 'read', { disk: OTHER, row: back }],
  ['an ignored file that is included again', 'recall', { row: ignored }],
  ['an ignored file that was never read', 'read', { row: unread('ignored') }],
  ['an unreadable file that can be read again', 'read', { row: unread('unreadable') }],
  ['a file whose drive tells an untrue size', 'nothing', { row: untrue('size') }],
  ['a file whose drive tells another size now', 'wait 50', { ...larger, row: untrue('size') }],
  ['a file of a restless drive', 'read', { disk: OTHER, settle: WAIT, row: untrue('identity') }],
  ['a written file of a restless drive', 'wait 50', { ...larger, row: untrue('identity') }],
  ['a notarized file and a rule', 'nothing', { ignoredBy: '*', row: proven('notarized') }],
  [
    'a notarized file that was written to, and a rule',
    'read',
    { disk: OTHER, ignoredBy: '*', row: proven('notarized') },
  ],
  [
    'a notarized file that is being read, and a rule',
    'nothing',
    { ignoredBy: '*', row: proven('hashing') },
  ],
  ['a changed file and a rule', 'mark ignored *', { ignoredBy: '*', row: proven('changed') }],
  ['a copy and a rule', 'mark ignored *', { ignoredBy: '*', row: rowIn('duplicate') }],
  ['an ignored file and the same rule', 'nothing', { ignoredBy: '*', row: ignored }],
  ['an ignored file and a new rule', 'mark ignored *.x', { ignoredBy: '*.x', row: ignored }],
  ['a proven file that is gone', 'mark missing', { disk: GONE, row: proven('notarized') }],
  ['a changed file that is gone', 'mark missing', { disk: GONE, row: proven('changed') }],
  ['a missing file that is still gone', 'nothing', { disk: GONE, row: back }],
  ['a copy that is gone', 'forget', { disk: GONE, row: proven('duplicate') }],
  ['a file known to be elsewhere alone', 'nothing', { disk: GONE, row: rowIn('remote_only') }],
  ['a file without a proof that is gone', 'forget', { disk: GONE, row: rowIn('ready') }],
])('what a look means for %s: %s', (_, plan, over) => {
  const given = { disk: HERE, ignoredBy: null, settle: SETTLED, row: null, ...over };
  expect(reported(planPath(given))).toBe(plan);
});

const state = fc.constantFrom(...FILE_STATES);
const anyFacts: fc.Arbitrary<PathFacts> = fc.record({
  disk: fc.constantFrom<PathFacts['disk']>(HERE, OTHER, GONE, UNREADABLE, link),
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

test('every plan is a legal move; a row that is on its way is never touched, a proof never forgotten', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const plan = planPath(given);
      const to = target(plan);
      const { row } = given;
      expect(to === null || row === null || row.state === to || canMove(row.state, to)).toBe(true);
      const isOnItsWay = row?.state === 'uploading' || row?.state === 'confirming';
      expect(isOnItsWay ? plan.do : 'nothing').toBe('nothing');
      const isProof = row !== null && row.recordId !== null && row.state !== 'duplicate';
      expect(isProof && plan.do === 'forget').toBe(false);
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
