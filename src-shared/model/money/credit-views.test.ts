import { expect, test } from 'vitest';
import { NO_LIMITS } from './spend-limits.ts';
import { enoughOf, type CreditSummary } from './credit-views.ts';

const SUMMARY: CreditSummary = {
  balance: 100,
  balanceAtMs: 0,
  fault: null,
  reserved: 0,
  queuedFiles: 3,
  queuedCredits: 60,
  waitingChanges: 1,
  waitingCredits: 50,
  available: -10,
  fittingFiles: 3,
  spentToday: 0,
  spentThisMonth: 0,
  limits: NO_LIMITS,
  folders: [],
};

test.each<[string, Partial<CreditSummary>, ReturnType<typeof enoughOf>]>([
  ['all that waits', { available: 0 }, { for: 'all' }],
  ['some files', { fittingFiles: 2 }, { for: 'files', fitting: 2, files: 3 }],
  ['the files, not the changes', {}, { for: 'no-changes', credits: 50 }],
  [
    'all that waits: these files may use the reserve',
    { waitingChanges: 0, waitingCredits: 0 },
    { for: 'all' },
  ],
  ['all that waits: the changes that wait are free', { waitingCredits: 0 }, { for: 'all' }],
  ['nothing, because nothing waits', { queuedFiles: 0, waitingChanges: 0 }, null],
  ['nobody knows what', { available: null }, null],
])('the credits are enough for %s', (_, over, enough) => {
  expect(enoughOf({ ...SUMMARY, ...over })).toEqual(enough);
});
