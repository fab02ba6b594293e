import { describe, expect, test } from 'vitest';
import {
  type Confirmation,
  confirmationOf,
  hasSecondLight,
  resultOf,
  type ServiceAnswer,
} from './proof.ts';
import type { Verdict } from './verdict.ts';

const comparison = {
  source: 'certificate',
  written: 'ab',
  method: { algorithm: 'sha256', encoding: 'hex' },
  fileHex: 'ab',
  recordHex: 'ab',
} as const;
const match: Verdict = { kind: 'match', record: null, comparison };
const mismatch: Verdict = { ...match, kind: 'mismatch', longerByBytes: null, matches: [] };
const unsure: Verdict = {
  kind: 'unsure',
  doubt: { kind: 'not-a-certificate' },
  record: null,
  matches: [],
};
const nobody: Confirmation = { kind: 'unconfirmed', why: 'no-record' };
const contradiction: Confirmation = {
  kind: 'denied',
  by: 'itself',
  contradiction: { about: 'fingerprint', values: ['a', 'b'] },
};
const answer = (exists: boolean): ServiceAnswer => ({ atMs: 1, exists, fileName: '', project: '' });

test.each([
  ['fits, confirmed by the service', match, nobody, answer(true), 'proven'],
  ['fits, confirmed by nothing', match, nobody, null, 'unproven'],
  ['fits, denied by the service', match, nobody, answer(false), 'denied'],
  [
    'fits, and contradicts itself, whatever the service says',
    match,
    contradiction,
    answer(true),
    'denied',
  ],
  ['differs, whatever the service says', mismatch, nobody, answer(true), 'differs'],
  ['cannot be told', unsure, nobody, null, 'unproven'],
  ['cannot be told, and the service knows the content', unsure, nobody, answer(true), 'unproven'],
  ['cannot be told, and the service does not know it', unsure, nobody, answer(false), 'denied'],
] as const)('what %s', (_what, verdict, confirmation, serviceAnswer, result) => {
  const against = 'anything';
  expect(resultOf({ against, verdict, confirmation, serviceAnswer })).toBe(result);
});

const recordOf = (status: string): Confirmation => ({
  kind: 'confirmed',
  by: 'record',
  record: { fileId: 'a', status } as Extract<Confirmation, { by: 'record' }>['record'],
});
const read = recordOf('Available');
const denied: Confirmation = { kind: 'denied', by: 'service' };

test.each<readonly [string, Confirmation, ServiceAnswer, Confirmation]>([
  ['stays the better witness for what the service knows', read, answer(true), read],
  ['is none against the denial of the service', read, answer(false), denied],
  [
    'of a deleted file proves, although the service has the content no more',
    recordOf('Deleted'),
    answer(false),
    recordOf('Deleted'),
  ],
])('a record that was read %s', (_what, confirmation, serviceAnswer, result) => {
  const compared = { against: 'certificate', verdict: match, confirmation, serviceAnswer } as const;
  expect(confirmationOf(compared)).toEqual(result);
});

const beside = (confirmation: Confirmation, serviceAnswer: ServiceAnswer | null = null) =>
  ({ against: 'certificate', verdict: mismatch, confirmation, serviceAnswer }) as const;

describe('a certificate beside another file', () => {
  const other: Confirmation = { kind: 'unconfirmed', why: 'other-file' };

  test.each([true, false])('is what it was, whether the service knows that file: %s', (exists) => {
    expect(confirmationOf(beside(nobody, answer(exists)))).toEqual(other);
    expect(confirmationOf(beside(read, answer(exists)))).toBe(read);
    expect(confirmationOf(beside(contradiction, answer(exists)))).toBe(contradiction);
  });

  test('has its own light as soon as it is known to be right or wrong', () => {
    expect(hasSecondLight(beside(read))).toBe(true);
    expect(hasSecondLight(beside(contradiction))).toBe(true);
    expect(hasSecondLight(beside(nobody))).toBe(false);
  });
});
