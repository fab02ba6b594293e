import { expect, test } from 'vitest';
import { bothCharges, evaluateCharges } from './match-charges.ts';

const charge = { id: 't', createdAtMs: 0, amount: -1, type: 'Private file' };
const free = { ...charge, amount: 0 };
const addition = { ...charge, amount: 1, type: 'Credit addition' };

test.each([
  [[charge], 0, false, 'unexplained'],
  [[charge, addition], 0, true, 'unexplained'],
  [[charge], 1, false, 'not-told'],
  [[free], 0, false, 'not-told'],
  [[free], 0, true, 'unexplained'],
  [[addition], 0, true, 'none'],
  [[], 1, true, 'not-told'],
] as const)(
  'of %j beside %i recorded uploads, in a history that names uploads or not (%s), the evidence is %s',
  (unassigned, unmatchedUploads, isNamingUploads, evidence) => {
    expect(evaluateCharges({ unassigned, unmatchedUploads, isNamingUploads })).toBe(evidence);
  },
);

test.each([
  ['unexplained', 'unexplained', false, 'none', 'unexplained'],
  ['unexplained', 'none', true, 'none', 'unexplained'],
  ['unexplained', 'none', false, 'none', 'none'],
  ['unexplained', 'none', false, 'not-told', 'unexplained'],
  ['not-told', 'not-told', true, 'none', 'none'],
  ['none', 'none', false, 'not-told', 'none'],
  ['none', 'none', false, 'unexplained', 'unexplained'],
] as const)(
  'history: %s with the slack of clocks, %s without, credits added: %s; balance: %s; together %s',
  (near, since, wereAdded, balance, evidence) => {
    const history = (slackMs: number) => (slackMs > 0 ? near : since);
    expect(bothCharges(history, () => wereAdded, balance)).toBe(evidence);
  },
);
