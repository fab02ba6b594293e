import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPROVAL_KINDS, type ApprovalKind } from '../../src-shared/model/spend-limits.ts';
import { assignment } from '../test-support/temporary-state.ts';
import { planContent, type ContentFacts, type KnownRecord } from './plan-content.ts';
import { stateOfStatus } from './shown-status.ts';

const LIMIT_LOW = 2_500_000_000;
const LIMIT_HIGH = 2_684_354_560;
const NO = { exists: false };
const YES = { exists: true };

/** A settled file of 5 MB that the platform does not know, bound for a private place. */
type Over = Partial<Omit<ContentFacts, 'content'>> & Partial<ContentFacts['content']>;
const facts = ({ sizeBytes = 5_000_000, platform = NO, ...over }: Over = {}): ContentFacts => ({
  content: { id: 1, sizeBytes, platform },
  assignment: assignment(),
  shown: null,
  records: [],
  isApproved: false,
  lifted: new Set(),
  credits: 1,
  review: { isEachApproved: false, askAbove: null },
  isHistoryIncomplete: false,
  isTwinInDoubt: false,
  project: 'there',
  cited: 'there',
  ...over,
});
const record = (over: Partial<KnownRecord> = {}): KnownRecord => ({
  id: 7,
  projectId: 'project-1',
  visibility: 'private',
  status: 'Available',
  isShownElsewhere: false,
  ...over,
});
const shown = (status: string, contentId = 1) => ({ id: 9, contentId, status });
const lifted = (...kinds: ApprovalKind[]): ReadonlySet<ApprovalKind> => new Set(kinds);
const upTo = assignment({ checkPolicy: { upToBytes: 1_000 } });
const unchecked = assignment({ checkPolicy: 'never' });

describe('what becomes of a content', () => {
  test.each<[string, ContentFacts, unknown]>([
    ['unknown to the platform: it is queued for its price', facts(), { do: 'queue', credits: 1 }],
    [
      'public: it is queued for its own price',
      facts({ credits: 6, assignment: assignment({ visibility: 'public' }) }),
      { do: 'queue', credits: 6 },
    ],
    ['not asked about: it is checked first', facts({ platform: null }), { do: 'check' }],
    [
      'larger than the folder wants checked: it is queued',
      facts({ platform: null, assignment: upTo }),
      { do: 'queue', credits: 1 },
    ],
    [
      'small enough to be checked: it is',
      facts({ platform: null, sizeBytes: 1_000, assignment: upTo }),
      { do: 'check' },
    ],
    [
      'never checked by rule: it is queued',
      facts({ platform: null, assignment: unchecked }),
      { do: 'queue', credits: 1 },
    ],
    [
      'never checked by rule, but history may be missing: it is checked',
      facts({ platform: null, assignment: unchecked, isHistoryIncomplete: true }),
      { do: 'check' },
    ],
    [
      'asked about since history went missing: it is not asked again',
      facts({ isHistoryIncomplete: true }),
      { do: 'queue', credits: 1 },
    ],
    [
      'of a twin that may be recorded: it waits for that, whatever else it lacks',
      facts({ isTwinInDoubt: true, assignment: assignment({ labels: '' }) }),
      { do: 'hold', reason: 'twin_pending', note: null },
    ],
    [
      'of a twin that may be recorded, and not asked about: it is asked about all the same',
      facts({ isTwinInDoubt: true, platform: null }),
      { do: 'check' },
    ],
    [
      'for a project that waits to be created: it waits for that, whatever else it lacks',
      facts({ project: 'awaited', assignment: assignment({ labels: '' }) }),
      { do: 'hold', reason: 'project', note: null },
    ],
    [
      'for a project that will not be: another one is asked for',
      facts({ project: 'never' }),
      { do: 'hold', reason: 'permission', note: null },
    ],
    [
      'that cites a file which is still to be recorded: it waits for that',
      facts({ cited: 'awaited' }),
      { do: 'hold', reason: 'primary_pending', note: null },
    ],
    [
      'that cites a file which will not be recorded: another one is asked for',
      facts({ cited: 'never' }),
      { do: 'hold', reason: 'procedure', note: null },
    ],
    [
      'known to the platform: it is a copy',
      facts({ platform: YES }),
      { do: 'duplicate', recordId: null },
    ],
    [
      'without a label: it is held',
      facts({ assignment: assignment({ labels: '' }) }),
      { do: 'hold', reason: 'labels', note: null },
    ],
    [
      'secondary without a procedure: it is held',
      facts({ assignment: assignment({ fileType: 'secondary' }) }),
      { do: 'hold', reason: 'procedure', note: null },
    ],
    [
      'at the lower reading of 2.5 GB: it goes',
      facts({ sizeBytes: LIMIT_LOW }),
      { do: 'queue', credits: 1 },
    ],
    [
      'between the readings of 2.5 GB: a person confirms',
      facts({ sizeBytes: LIMIT_LOW + 1 }),
      { do: 'hold', reason: 'size_confirm', note: null },
    ],
    [
      'between them and confirmed: it goes',
      facts({ sizeBytes: LIMIT_HIGH, lifted: lifted('size_confirm') }),
      { do: 'queue', credits: 1 },
    ],
    [
      'larger than any reading: it is held, confirmed or not',
      facts({ sizeBytes: LIMIT_HIGH + 1, lifted: lifted('size_confirm'), platform: null }),
      { do: 'hold', reason: 'size_limit', note: null },
    ],
    [
      'shown here already: it stays so',
      facts({ shown: shown('Available') }),
      { do: 'show', state: 'notarized', recordId: 9 },
    ],
    [
      'another than the one shown: it is changed',
      facts({ shown: shown('Available', 2) }),
      { do: 'changed' },
    ],
    [
      'another than the one shown, but agreed to: it is queued',
      facts({ shown: shown('Available', 2), isApproved: true }),
      { do: 'queue', credits: 1 },
    ],
    [
      'recorded here and shown by nobody: it is shown',
      facts({ records: [record()] }),
      { do: 'show', state: 'notarized', recordId: 7 },
    ],
    [
      'recorded here and shown by another path: it is a copy',
      facts({ records: [record({ isShownElsewhere: true })] }),
      { do: 'duplicate', recordId: 7 },
    ],
    [
      'recorded in another project: it is a copy',
      facts({ records: [record({ projectId: 'project-2' })] }),
      { do: 'duplicate', recordId: 7 },
    ],
    [
      'recorded with another visibility: it is a copy',
      facts({ records: [record({ visibility: 'public' })] }),
      { do: 'duplicate', recordId: 7 },
    ],
    [
      'failed on the chain: that is shown under every name',
      facts({ records: [record({ status: 'NotarizationError', isShownElsewhere: true })] }),
      { do: 'show', state: 'record_error', recordId: 7 },
    ],
    [
      'deleted on the platform: the record proves nothing',
      facts({ records: [record({ status: 'Deleted' })] }),
      { do: 'queue', credits: 1 },
    ],
    [
      'deleted under this very path: that stays visible',
      facts({ shown: shown('Deleted') }),
      { do: 'show', state: 'deleted', recordId: 9 },
    ],
    [
      'recorded twice: the own place counts first',
      facts({ records: [record({ id: 3, projectId: 'project-2' }), record({ id: 8 })] }),
      { do: 'show', state: 'notarized', recordId: 8 },
    ],
    [
      'recorded twice here: the one nobody shows',
      facts({ records: [record({ id: 3, isShownElsewhere: true }), record({ id: 8 })] }),
      { do: 'show', state: 'notarized', recordId: 8 },
    ],
    [
      'recorded twice alike: the older one',
      facts({ records: [record({ id: 8 }), record({ id: 3 })] }),
      { do: 'show', state: 'notarized', recordId: 3 },
    ],
    [
      'changed back to something recorded: no agreement is needed',
      facts({ shown: shown('Available', 2), records: [record()] }),
      { do: 'show', state: 'notarized', recordId: 7 },
    ],
  ])('%s', (_, given, plan) => {
    expect(planContent(given)).toEqual(plan);
  });
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

const status = fc.constantFrom(
  'Available',
  'Pending',
  'NotarizationError',
  'PendingDeletion',
  'Deleted',
  'Odd',
);
const anyRecord = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  projectId: fc.constantFrom('project-1', 'project-2'),
  visibility: fc.constantFrom('public' as const, 'private' as const),
  status,
  isShownElsewhere: fc.boolean(),
});
const anyFacts: fc.Arbitrary<ContentFacts> = fc.record({
  content: fc.record({
    id: fc.constant(1),
    sizeBytes: fc.oneof(fc.nat(1e7), fc.integer({ min: LIMIT_LOW - 2, max: LIMIT_HIGH + 2 })),
    platform: fc.option(fc.record({ exists: fc.boolean() })),
  }),
  assignment: fc
    .record({
      visibility: fc.constantFrom('public' as const, 'private' as const),
      checkPolicy: fc.constantFrom('always' as const, 'never' as const, { upToBytes: 1e6 }),
      labels: fc.constantFrom('', 'raw'),
    })
    .map(assignment),
  shown: fc.option(fc.record({ id: fc.constant(99), contentId: fc.constantFrom(1, 2), status })),
  records: fc.array(anyRecord, { maxLength: 4 }),
  isApproved: fc.boolean(),
  lifted: fc.subarray([...APPROVAL_KINDS]).map((kinds) => new Set(kinds)),
  credits: fc.nat(3_000),
  review: fc.record({ isEachApproved: fc.boolean(), askAbove: fc.option(fc.nat(3_000)) }),
  isHistoryIncomplete: fc.boolean(),
  isTwinInDoubt: fc.boolean(),
  project: fc.oneof(
    { weight: 18, arbitrary: fc.constant('there' as const) },
    { weight: 2, arbitrary: fc.constantFrom('awaited' as const, 'never' as const) },
  ),
  cited: fc.constantFrom('there' as const, 'there' as const, 'awaited' as const, 'never' as const),
});
const isLive = (one: KnownRecord) => one.status !== 'Deleted' && one.status !== 'PendingDeletion';

describe('what a person wants to see, and lifts', () => {
  const each = { isEachApproved: true, askAbove: null };
  const above = { isEachApproved: false, askAbove: 500 };

  test.each<[string, ContentFacts, unknown]>([
    [
      'in a folder where each is approved: it is held',
      facts({ review: each }),
      { do: 'hold', reason: 'review', note: { why: 'approve-each' } },
    ],
    [
      'approved there: it goes',
      facts({ review: each, lifted: lifted('review') }),
      { do: 'queue', credits: 1 },
    ],
    [
      'dearer than the person wants unasked: it is held',
      facts({ review: above, credits: 501 }),
      { do: 'hold', reason: 'review', note: { why: 'ask-above', limit: 500 } },
    ],
    [
      'as dear as that: it goes',
      facts({ review: above, credits: 500 }),
      { do: 'queue', credits: 500 },
    ],
    [
      'another approval: it is held all the same',
      facts({ review: each, lifted: lifted('budget', 'size_confirm', 'duplicate') }),
      { do: 'hold', reason: 'review', note: { why: 'approve-each' } },
    ],
    [
      'lacking a label: that is asked first',
      facts({ review: each, assignment: assignment({ labels: '' }) }),
      { do: 'hold', reason: 'labels', note: null },
    ],
    [
      'a new version agreed to in an offer: it is held all the same',
      facts({ review: each, shown: shown('Available', 2), isApproved: true }),
      { do: 'hold', reason: 'review', note: { why: 'approve-each' } },
    ],
  ])('%s', (_, given, plan) => {
    expect(planContent(given)).toEqual(plan);
  });

  test.each<[string, ContentFacts, unknown]>([
    [
      'known to the platform only',
      facts({ platform: YES, lifted: lifted('duplicate') }),
      { do: 'queue', credits: 1 },
    ],
    [
      'recorded in another project',
      facts({ records: [record({ projectId: 'project-2' })], lifted: lifted('duplicate') }),
      { do: 'queue', credits: 1 },
    ],
    [
      'recorded here under another path, and never asked about',
      facts({
        records: [record({ isShownElsewhere: true })],
        platform: null,
        lifted: lifted('duplicate'),
      }),
      { do: 'queue', credits: 1 },
    ],
  ])('a copy that shall be notarized here too goes: %s', (_, given, plan) => {
    expect(planContent(given)).toEqual(plan);
  });

  test.each<[string, ContentFacts]>([
    [
      'once it is recorded here',
      facts({ shown: shown('Available'), records: [record()], lifted: lifted('duplicate') }),
    ],
    [
      'when its record could not be written to the chain',
      facts({ records: [record({ status: 'NotarizationError' })], lifted: lifted('duplicate') }),
    ],
    [
      'when nobody shows the record that is here',
      facts({ records: [record()], lifted: lifted('duplicate') }),
    ],
  ])('it is not paid for again %s', (_, given) => {
    expect(planContent(given).do).toBe('show');
  });
});

describe('laws', () => {
  test('a content with a live record is never queued, checked, held or called changed', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        fc.pre(given.records.some(isLive) && !given.lifted.has('duplicate'));
        expect(['show', 'duplicate']).toContain(planContent(given).do);
      }),
    );
  });

  test('a content this path shows costs nothing, whatever else is true', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        fc.pre(given.shown?.contentId === given.content.id);
        expect(planContent(given)).toMatchObject({ do: 'show', recordId: 99 });
      }),
    );
  });

  test('nothing is queued that the platform knows, that is too large, that lacks a fact, or that replaces a version unasked', () => {
    let queued = 0;
    fc.assert(
      fc.property(anyFacts, (given) => {
        const plan = planContent(given);
        if (plan.do !== 'queue') return true;
        queued += 1;
        const { content, assignment: to, isApproved, review } = given;
        const isDoubled = given.lifted.has('duplicate');
        const isAsked =
          content.platform !== null || (to.checkPolicy !== 'always' && !given.isHistoryIncomplete);
        return (
          (content.platform?.exists !== true || isDoubled) &&
          (isAsked || isDoubled) &&
          (given.records.every((one) => !isLive(one)) || isDoubled) &&
          (given.lifted.has('review') ||
            (!review.isEachApproved && given.credits <= (review.askAbove ?? Infinity))) &&
          given.project === 'there' &&
          to.labels !== '' &&
          content.sizeBytes <= (given.lifted.has('size_confirm') ? LIMIT_HIGH : LIMIT_LOW) &&
          (given.shown === null || isApproved)
        );
      }),
      { numRuns: 2_000 },
    );
    expect(queued).toBeGreaterThan(5);
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
