import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHECK_POLICIES,
  MOST_CHECKED_PRIVATE_BYTES,
  type Assignment,
} from '../../../src-shared/model/files/assignment.ts';
import { APPROVAL_KINDS, type ApprovalKind } from '../../../src-shared/model/money/spend-limits.ts';
import { assignment } from '../../test-support/temporary-state.ts';
import { isToBeAsked, planContent, type ContentFacts, type KnownRecord } from './plan-content.ts';
import { stateOfStatus } from '../common/list-project-files.ts';

const LIMIT_LOW = 2_500_000_000;
const LIMIT_HIGH = 2_684_354_560;
const NO = { exists: false };
const YES = { exists: true };
const REFUSED = { exists: null };

interface Over extends Partial<Omit<ContentFacts, 'content' | 'assignment' | 'lifted'>> {
  readonly sizeBytes?: number;
  readonly platform?: ContentFacts['content']['platform'];
  readonly isDoubted?: boolean;
  readonly to?: Partial<Assignment>;
  readonly lifted?: readonly ApprovalKind[];
}

/** A settled file of 5 MB that the platform does not know, bound for a private place. */
const facts = ({
  sizeBytes = 5_000_000,
  platform = NO,
  isDoubted = false,
  to,
  lifted,
  ...over
}: Over = {}) => ({
  content: { id: 1, sizeBytes, platform, isDoubted },
  assignment: assignment(to),
  shown: null,
  records: [],
  isApproved: false,
  lifted: new Set(lifted),
  credits: 1,
  isEachApproved: false,
  isHistoryIncomplete: false,
  isDuplicateInDoubt: false,
  reusedId: null,
  project: 'there' as const,
  cited: 'there' as const,
  ...over,
});
const record = (over: Partial<KnownRecord> = {}): KnownRecord => ({
  id: 7,
  projectId: 'project-1',
  visibility: 'private',
  status: 'Available',
  settledAtMs: 5,
  isShownElsewhere: false,
  ...over,
});
const shown = (status: string, contentId = 1) => ({ id: 9, contentId, status });

/** A plan in a few words: `hold review approve-each`. */
const reported = (plan: object): string =>
  Object.values(plan)
    .filter((value) => value !== null)
    .map((value: unknown) =>
      typeof value === 'object' && value !== null ? reported(value) : value,
    )
    .join(' ');

const approvedFirst = { checkPolicy: 'approved' } as const;
const unchecked = { checkPolicy: 'never' } as const;
const tooLargeToAsk = { platform: null, sizeBytes: MOST_CHECKED_PRIVATE_BYTES + 1 };
const unlabelled = { labels: '' };
const second = record({ id: 8 });
const elsewhere = record({ isShownElsewhere: true });
const otherProject = record({ projectId: 'project-2' });
const publicRecord = record({ visibility: 'public' });
const failed = record({ status: 'NotarizationError', isShownElsewhere: true });
const other = shown('Available', 2);
const each = { isEachApproved: true };
const confirmed = { lifted: ['size_confirm'] } as const;
const doubled = { lifted: ['duplicate'] } as const;
const otherKinds = ['budget', 'size_confirm', 'duplicate'] as const;
const unsure = { platform: null, to: unchecked, isHistoryIncomplete: true };
const deleted = record({ status: 'Deleted', settledAtMs: 42 });
const deleting = record({ status: 'PendingDeletion', settledAtMs: null });
const againWanted = { lifted: ['record_deleted'] } as const;
const doubted = { platform: null, to: unchecked, isDoubted: true };
const reused = { reusedId: { fileId: 'f', fileName: 'a' }, platform: null };
const inDoubt = { isDuplicateInDoubt: true, to: unlabelled };
const tooLarge = { sizeBytes: LIMIT_HIGH + 1, platform: null, ...confirmed };
const agreedVersion = { ...each, shown: other, isApproved: true };
const doubledUnasked = { records: [elsewhere], platform: null, ...doubled };
const doubledAndShown = { shown: shown('Available'), records: [record()], ...doubled };

test.each<[string, string, Over]>([
  ['is unknown to the platform', 'queue 1', {}],
  ['is public', 'queue 6', { credits: 6, to: { visibility: 'public' } }],
  ['was not asked about, in a folder that asks before the price', 'check', { platform: null }],
  ['was asked about, and the service refused to say', 'queue 1', { platform: REFUSED }],
  ['is private, and larger than a second sending is worth', 'queue 1', tooLargeToAsk],
  ['is public, and as large', 'check', { ...tooLargeToAsk, to: { visibility: 'public' } }],
  ['is that large, and may be paid for elsewhere', 'check', { ...tooLargeToAsk, isDoubted: true }],
  ['is asked about once approved', 'queue 1', { platform: null, to: approvedFirst }],
  ['is never asked about by rule', 'queue 1', { platform: null, to: unchecked }],
  ['is never asked about, but history may be missing', 'queue 1', unsure],
  ['is never asked about, but may be paid for elsewhere', 'queue 1', doubted],
  ['was asked about since history went missing', 'queue 1', { isHistoryIncomplete: true }],
  ['was answered with an id in use', 'hold id_in_use id-in-use f a', reused],
  ['was, and is agreed to again', 'check', { ...reused, lifted: ['id_in_use'] }],
  ['was, and has a record by now', 'show notarized 7', { ...reused, records: [record()] }],
  ['has a twin that may be recorded, and no label', 'hold twin_pending', inDoubt],
  [
    'has such a twin, and was not asked about',
    'check',
    { isDuplicateInDoubt: true, platform: null },
  ],
  ['has a project to come, and no label', 'hold project', { project: 'awaited', to: unlabelled }],
  ['has a project that will not be', 'hold permission', { project: 'never' }],
  ['cites a file that is still to be recorded', 'hold primary_pending', { cited: 'awaited' }],
  ['cites a file that will not be recorded', 'hold procedure', { cited: 'never' }],
  ['is known to the platform', 'duplicate', { platform: YES }],
  ['has no label', 'hold labels', { to: unlabelled }],
  ['is secondary without a procedure', 'hold procedure', { to: { fileType: 'secondary' } }],
  ['is at the lower reading of 2.5 GB', 'queue 1', { sizeBytes: LIMIT_LOW }],
  ['is between the readings of 2.5 GB', 'hold size_confirm', { sizeBytes: LIMIT_LOW + 1 }],
  ['is between them and confirmed', 'queue 1', { sizeBytes: LIMIT_HIGH, ...confirmed }],
  ['is larger than any reading, confirmed or not', 'hold size_limit', tooLarge],
  ['is shown here already', 'show notarized 9', { shown: shown('Available') }],
  ['is another than the one shown', 'changed', { shown: other }],
  ['is another, but agreed to', 'queue 1', { shown: other, isApproved: true }],
  ['is recorded here and shown by nobody', 'show notarized 7', { records: [record()] }],
  ['is recorded here and shown by another path', 'duplicate 7', { records: [elsewhere] }],
  ['is recorded in another project', 'duplicate 7', { records: [otherProject] }],
  ['is recorded with another visibility', 'duplicate 7', { records: [publicRecord] }],
  ['failed on the chain under any name', 'show record_error 7', { records: [failed] }],
  ['was deleted on the service', 'hold record_deleted record-deleted 42', { records: [deleted] }],
  ['is being deleted there', 'hold record_deleted record-deleted', { records: [deleting] }],
  ['was deleted, and is wanted again', 'queue 1', { records: [deleted], ...againWanted }],
  ['was, unasked', 'check', { records: [deleted], platform: null, ...againWanted }],
  [
    'was deleted in another project',
    'hold record_deleted record-deleted 42',
    { records: [record({ ...deleted, projectId: 'project-2' })], platform: null },
  ],
  ['was deleted, and has a record again', 'show notarized 8', { records: [deleted, second] }],
  [
    'was deleted twice',
    'hold record_deleted record-deleted 43',
    { records: [deleted, record({ ...deleted, id: 8, settledAtMs: 43 })] },
  ],
  [
    'was deleted here, and is wanted beside another',
    'hold record_deleted record-deleted 42',
    { records: [deleted, record({ ...otherProject, id: 8 })], ...doubled },
  ],
  [
    'is a new version that was deleted',
    'hold record_deleted record-deleted 42',
    { records: [deleted], shown: other, isApproved: true },
  ],
  [
    'is such a version, and wanted again',
    'queue 1',
    { records: [deleted], shown: other, ...againWanted },
  ],
  ['was deleted under this very path', 'show deleted 9', { shown: shown('Deleted') }],
  ['is recorded twice, once here', 'show notarized 8', { records: [otherProject, second] }],
  ['is recorded twice, once unshown', 'show notarized 8', { records: [elsewhere, second] }],
  ['is recorded twice alike', 'show notarized 7', { records: [second, record()] }],
  ['changed back', 'show notarized 7', { shown: other, records: [record()] }],
  ['is in a folder where each is approved', 'hold review approve-each', each],
  ['is approved there', 'queue 1', { ...each, lifted: ['review'] }],
  ['has other approvals', 'hold review approve-each', { ...each, lifted: otherKinds }],
  ['wants an approval and a label', 'hold labels', { ...each, to: unlabelled }],
  ['is a new version agreed to in an offer', 'hold review approve-each', agreedVersion],
  ['is on the service and wanted here', 'queue 1', { platform: YES, ...doubled }],
  ['is of another project and wanted here', 'queue 1', { records: [otherProject], ...doubled }],
  ['is of another path and wanted, unasked', 'queue 1', doubledUnasked],
  ['is wanted here, and recorded by now', 'show notarized 9', doubledAndShown],
  ['is wanted, and failed on the chain', 'show record_error 7', { records: [failed], ...doubled }],
  ['is wanted, and unshown', 'show notarized 7', { records: [record()], ...doubled }],
])('what becomes of a content that %s: %s', (_, plan, given) => {
  expect(reported(planContent(facts(given)))).toBe(plan);
});

test.each<[string, boolean, Over]>([
  ['was not asked about', true, { platform: null, to: approvedFirst }],
  ['was asked about', false, { to: approvedFirst }],
  ['was asked about, and the service refused to say', false, { platform: REFUSED }],
  ['is private, and larger than a second sending is worth', false, tooLargeToAsk],
  ['is public, and as large', true, { ...tooLargeToAsk, to: { visibility: 'public' } }],
  ['is that large, and may be paid for elsewhere', true, { ...tooLargeToAsk, isDoubted: true }],
  ['is never asked about by rule', false, { platform: null, to: unchecked }],
  ['is never asked about, but history may be missing', true, unsure],
  ['is never asked about, but may be paid for elsewhere', true, doubted],
  ['is wanted a second time', false, { platform: null, to: approvedFirst, ...doubled }],
])('a content that %s is to be asked about before it is paid for: %s', (_, isAsked, given) => {
  expect(isToBeAsked(facts(given))).toBe(isAsked);
});

test.each([
  ['Available', 'notarized'],
  ['Pending', 'recording'],
  ['NotarizationError', 'record_error'],
  ['PendingDeletion', 'deleting'],
  ['Deleted', 'deleted'],
  ['available', 'recording'],
  ['', 'recording'],
])('the service’s word "%s" is shown as %s', (status, state) => {
  expect(stateOfStatus(status)).toBe(state);
});

const STATUSES = ['Available', 'Pending', 'NotarizationError', 'PendingDeletion', 'Deleted', 'Odd'];
const status = fc.constantFrom(...STATUSES);
const anyRecord = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  projectId: fc.constantFrom('project-1', 'project-2'),
  visibility: fc.constantFrom('public' as const, 'private' as const),
  status,
  settledAtMs: fc.option(fc.nat(9)),
  isShownElsewhere: fc.boolean(),
});
const anyFacts: fc.Arbitrary<ContentFacts> = fc.record({
  content: fc.record({
    id: fc.constant(1),
    sizeBytes: fc.oneof(fc.nat(1e7), fc.integer({ min: LIMIT_LOW - 2, max: LIMIT_HIGH + 2 })),
    platform: fc.option(fc.record({ exists: fc.option(fc.boolean()) })),
    isDoubted: fc.boolean(),
  }),
  assignment: fc
    .record({
      visibility: fc.constantFrom('public' as const, 'private' as const),
      checkPolicy: fc.constantFrom(...CHECK_POLICIES),
      labels: fc.constantFrom('raw', 'raw', 'raw', ''),
    })
    .map(assignment),
  shown: fc.option(fc.record({ id: fc.constant(99), contentId: fc.constantFrom(1, 2), status }), {
    freq: 1,
  }),
  records: fc.oneof(fc.constant([]), fc.array(anyRecord, { maxLength: 4 })),
  isApproved: fc.boolean(),
  lifted: fc.subarray([...APPROVAL_KINDS]).map((kinds) => new Set(kinds)),
  credits: fc.nat(3_000),
  isEachApproved: fc.boolean(),
  isHistoryIncomplete: fc.boolean(),
  isDuplicateInDoubt: fc.boolean(),
  reusedId: fc.option(fc.constant({ fileId: 'f', fileName: null }), { freq: 9 }),
  project: fc.oneof(
    { weight: 18, arbitrary: fc.constant('there' as const) },
    { weight: 2, arbitrary: fc.constantFrom('awaited' as const, 'never' as const) },
  ),
  cited: fc.constantFrom('there' as const, 'there' as const, 'awaited' as const, 'never' as const),
});
const isLive = (one: KnownRecord) => one.status !== 'Deleted' && one.status !== 'PendingDeletion';

describe('laws', () => {
  test('what has a live record is shown or a copy, and what this path shows is only shown', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const plan = planContent(given);
        if (given.shown?.contentId === given.content.id) {
          return plan.do === 'show' && plan.recordId === 99;
        }
        const isKnown = given.records.some(isLive) && !given.lifted.has('duplicate');
        return !isKnown || plan.do === 'show' || plan.do === 'duplicate';
      }),
      { numRuns: 300 },
    );
  });

  test('nothing is queued that the platform knows, that is too large, that lacks a fact, or that replaces a version unasked', () => {
    let queued = 0;
    fc.assert(
      fc.property(anyFacts, (given) => {
        const plan = planContent(given);
        if (plan.do !== 'queue') return true;
        queued += 1;
        const { content, assignment: to, isApproved } = given;
        const isDoubled = given.lifted.has('duplicate');
        return (
          (content.platform?.exists !== true || isDoubled) &&
          (to.checkPolicy !== 'first' || !isToBeAsked(given)) &&
          (given.records.every((one) => !isLive(one)) || isDoubled) &&
          (given.lifted.has('review') || !given.isEachApproved) &&
          given.project === 'there' &&
          (given.reusedId === null || given.lifted.has('id_in_use')) &&
          to.labels !== '' &&
          content.sizeBytes <= (given.lifted.has('size_confirm') ? LIMIT_HIGH : LIMIT_LOW) &&
          (given.records.every(isLive) || given.lifted.has('record_deleted')) &&
          (given.shown === null || isApproved || given.lifted.has('record_deleted'))
        );
      }),
      { numRuns: 1_000 },
    );
    expect(queued).toBeGreaterThan(10);
  });

  test('the order in which records are known does not matter', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const unique = [...new Map(given.records.map((one) => [one.id, one])).values()];
        const there = planContent({ ...given, records: unique });
        expect(planContent({ ...given, records: unique.toReversed() })).toEqual(there);
      }),
    );
  });
});
