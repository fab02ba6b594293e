import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchCharges, type HistoryEntry, type UploadedJob } from './match-charges.ts';
import { creditsUnder, MEGABYTE_RULES } from './test-support/megabyte-rules.ts';

const HOUR_MS = 3_600_000;
const ALONE = { isShared: false, inDoubt: [] };
const SHARED = { ...ALONE, isShared: true };
const job = (over: Partial<UploadedJob> = {}): UploadedJob => ({
  id: 'a',
  visibility: 'public',
  sizeBytes: 5_000_000,
  beganAtMs: 10 * HOUR_MS,
  sentAtMs: null,
  endedAtMs: 10 * HOUR_MS + 1_000,
  ...over,
});
const entry = (over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 'tx',
  createdAtMs: 10 * HOUR_MS + 500,
  amount: -5,
  type: 'PUBLIC',
  ...over,
});
const pairs = (jobs: readonly UploadedJob[], entries: readonly HistoryEntry[], isShared = false) =>
  matchCharges(jobs, entries, { ...ALONE, isShared }).map(
    ({ jobId, entryId }) => `${jobId} ${entryId}`,
  );

test('the only charge at its time is that of the only upload, whatever was expected', () => {
  expect(matchCharges([job()], [entry({ amount: -7 })], ALONE)).toEqual([
    { jobId: 'a', entryId: 'tx', credits: 7 },
  ]);
});

const names = (found: readonly { readonly jobId: string }[]) => found.map(({ jobId }) => jobId);

describe('beside an upload whose result is unknown', () => {
  const { beganAtMs, endedAtMs } = job();
  const doubted = (laterMs: number, isShared = false) => ({
    isShared,
    inDoubt: [{ beganAtMs: beganAtMs + laterMs, endedAtMs: endedAtMs + laterMs }],
  });
  const small = job({ id: 'small', sizeBytes: 12 });
  const own = job({ id: 'own', visibility: 'private' });
  const both = [entry({ id: 'one', amount: -1 }), entry({ id: 'other', amount: -1 })];

  test.each([
    ['a charge more than uploads is given to what costs so much in any case', 0, false, ['own']],
    ['where the account is shared, likewise', 0, true, ['own']],
    ['an hour later, to each of its price', HOUR_MS, true, ['own', 'small']],
  ])('%s', (_, laterMs, isShared, found) => {
    const entries = [...both, entry({ id: 'third', amount: -1 })];
    const matched = matchCharges([small, own], entries, doubted(laterMs, isShared));
    expect(names(matched).toSorted()).toEqual(found);
  });

  test('one whose answer was lost has the charge of the time when it was sent', () => {
    const lateMs = endedAtMs + HOUR_MS / 3;
    const lost = job({ ...own, sentAtMs: endedAtMs, endedAtMs: lateMs });
    const later = entry({ id: 'later', amount: -1, createdAtMs: lateMs });
    const [found] = matchCharges([lost], [entry({ amount: -1 }), later], doubted(0));
    expect(found?.entryId).toBe('tx');
  });

  test('as many charges as uploads are theirs', () => {
    expect(names(matchCharges([small, own], both, doubted(0))).toSorted()).toEqual([
      'own',
      'small',
    ]);
  });
});

test('several are paired by size, the larger one with the higher charge', () => {
  const jobs = [job({ id: 'large', sizeBytes: 9e6 }), job({ id: 'small', sizeBytes: 2e6 })];
  const entries = [entry({ id: 'two', amount: -2 }), entry({ id: 'nine', amount: -9 })];
  expect(pairs(jobs, entries)).toEqual(['small two', 'large nine']);
});

test.each([
  ['alone', false],
  ['where the account is shared', true],
])('of one price each gets the charge of its time, whatever its size: %s', (_, isShared) => {
  const atMs = 10 * HOUR_MS;
  const at = (id: string, sizeBytes: number, laterMs: number) =>
    job({ id, visibility: 'private', sizeBytes, beganAtMs: atMs, endedAtMs: atMs + laterMs });
  const jobs = [at('first', 9_000, 1_000), at('last', 2_000, 90_000), at('mid', 500, 60_000)];
  const entries = jobs.map(({ id, endedAtMs }) =>
    entry({ id, amount: -1, createdAtMs: endedAtMs - 5 }),
  );
  const found = pairs(jobs, entries, isShared).toSorted();
  expect(found).toEqual(['first first', 'last last', 'mid mid']);
});

test('a public and a private upload are told apart by their types where something else was charged', () => {
  const jobs = [job(), job({ id: 'b' }), job({ id: 'p', visibility: 'private' })];
  const entries = [
    entry({ id: 'one' }),
    entry({ id: 'two' }),
    entry({ id: 'private', type: 'PRIVATE', amount: -1 }),
    ...['d1', 'd2', 'd3', 'd4'].map((id) => entry({ id, type: 'DELETION', amount: -1 })),
  ];
  expect(pairs(jobs, entries)).toEqual(['a one', 'b two', 'p private']);
});

test.each([
  ['more charges than uploads, all of one type', [entry(), entry({ id: 'other' })]],
  ['a charge that came hours later', [entry({ createdAtMs: 15 * HOUR_MS })]],
  ['credits that were added', [entry({ amount: 5 })]],
  ['a charge for a project', [entry({ type: 'PROJECT_CREATION' })]],
  ['nothing', []],
])('no pair is made from %s', (_, entries) => {
  expect(pairs([job()], entries)).toEqual([]);
});

test('a charge of another amount than the price is that of no upload where others were charged too', () => {
  const others = ['x', 'y', 'z'].map((id) => entry({ id, amount: -1 }));
  const theirs = entry({ id: 'private', type: 'PRIVATE', amount: -1 });
  expect(pairs([job()], [...others, theirs])).toEqual([]);
});

test.each([
  ['another computer’s is the only one at its time', [entry({ amount: -1 })], []],
  ['its own stands among those of another', [entry({ id: 'x', amount: -1 }), entry()], ['a tx']],
  [
    'of two of its price the nearer one',
    [entry({ createdAtMs: 10 * HOUR_MS - 60_000 }), entry({ id: 'near' })],
    ['a near'],
  ],
])('where the account is shared: %s', (_, entries, found) => {
  expect(pairs([job()], entries, true)).toEqual(found);
});

test('where the account is shared each charge is that of one upload', () => {
  const jobs = [job(), job({ id: 'b' }), job({ id: 'p', visibility: 'private' })];
  const entries = [
    entry(),
    entry({ id: 'x', amount: -1, type: 'PRIVATE' }),
    entry({ id: 'big', amount: -9 }),
  ];
  expect(pairs(jobs, entries, true)).toEqual(['a tx', 'p x']);
});

test('where the account is shared, thousands are paired in their order, each once', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => {
    const atMs = 10 * HOUR_MS + index * 1_000;
    return job({ id: `${index}`, beganAtMs: atMs, endedAtMs: atMs });
  });
  const own = many.map(({ id, endedAtMs }) => entry({ id, createdAtMs: endedAtMs + 100 }));
  const theirs = many.map(({ id, endedAtMs }) =>
    entry({ id: `x${id}`, createdAtMs: endedAtMs + 400 }),
  );
  const found = matchCharges(many, [...theirs, ...own], SHARED);
  expect(found.filter(({ jobId, entryId }) => jobId !== entryId)).toEqual([]);
  expect(found).toHaveLength(5_000);
  expect(matchCharges(many, own.slice(0, 9), SHARED)).toHaveLength(9);
});

test('a free upload keeps the charge of an unknown one beside it from being taken for its', () => {
  const jobs = [job({ id: 'free', sizeBytes: 0 }), job({ id: 'p', visibility: 'private' })];
  const told = [entry({ id: 'nothing', amount: 0 }), entry({ id: 'one', amount: -1 })];
  expect(pairs(jobs, told)).toEqual(['free nothing', 'p one']);
  expect(pairs(jobs, [...told, entry({ id: 'unknown', amount: -1 })])).toEqual([]);
});

test('uploads far apart do not get in each other’s way', () => {
  const later = job({ id: 'b', beganAtMs: 12 * HOUR_MS, endedAtMs: 12 * HOUR_MS + 5 });
  const entries = [entry(), entry({ id: 'x', createdAtMs: 12 * HOUR_MS, amount: -8 })];
  expect(pairs([job(), later], entries)).toEqual(['a tx', 'b x']);
});

test('whatever the rule, uploads that nobody disturbed get exactly their own charges', () => {
  const sizes = fc.array(fc.nat(300_000_000), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      sizes,
      fc.constantFrom(...MEGABYTE_RULES),
      fc.infiniteStream(fc.nat(60_000)),
      (all, rule, delays) => {
        const jobs = all.map((sizeBytes, at) => {
          const beganAtMs = 10 * HOUR_MS + (delays.next().value ?? 0);
          return job({ id: String(at), sizeBytes, beganAtMs, endedAtMs: beganAtMs + 9_000 });
        });
        const priced = jobs.map((one) => ({ one, credits: creditsUnder(rule, one.sizeBytes) }));
        const entries = priced.map(({ one, credits }) =>
          entry({ id: one.id, amount: -credits, createdAtMs: one.endedAtMs }),
        );
        const charged = new Map(
          matchCharges(jobs, entries, ALONE).map((m) => [m.jobId, m.credits]),
        );
        expect(charged).toEqual(new Map(priced.map(({ one, credits }) => [one.id, credits])));
      },
    ),
  );
});
