import { expect, test } from 'vitest';
import { confirmationOf, resultOf, type Confirmation, type ServiceAnswer } from './proof.ts';
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
  expect(resultOf({ verdict, confirmation, serviceAnswer })).toBe(result);
});

test('a record that was read stays the better witness for what the service knows, and none against its denial', () => {
  const record = { fileId: 'a' } as Extract<Confirmation, { by: 'record' }>['record'];
  const confirmation = { kind: 'confirmed', by: 'record', record } as const;
  expect(confirmationOf({ confirmation, serviceAnswer: answer(true) })).toBe(confirmation);
  expect(confirmationOf({ confirmation, serviceAnswer: answer(false) })).toEqual({
    kind: 'denied',
    by: 'service',
  });
});
