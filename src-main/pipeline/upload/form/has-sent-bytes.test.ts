import { expect, test } from 'vitest';
import type { UnavailableCause } from '../../../../src-shared/model/status/service-fault.ts';
import { haveBytesLeft } from './has-sent-bytes.ts';
import type { UploadOutcome } from '../../common/upload-outcome.ts';

const stoppedBy = (why: UnavailableCause): string => {
  const fault = { kind: 'unavailable', why, status: null, retryAfterMs: null } as const;
  return JSON.stringify({ kind: 'stopped', fault } satisfies UploadOutcome);
};

test('a first attempt, or one whose connection never stood, sent nothing', () => {
  expect(haveBytesLeft([])).toBe(false);
  const states = (['no-address', 'no-connection', 'insecure'] as const).map(stoppedBy);
  expect(haveBytesLeft(states)).toBe(false);
});

test.each([
  stoppedBy('broken-connection'),
  stoppedBy('timed-out'),
  JSON.stringify({ kind: 'stopped', fault: { kind: 'resource-lost', why: 'gone' } }),
  JSON.stringify({ kind: 'stopped', fault: { kind: 'cancelled' } }),
  JSON.stringify({ state: 'sending' }),
  '{}',
  'no JSON',
])('%s may have, among others', (state) => {
  expect(haveBytesLeft([stoppedBy('no-connection'), state])).toBe(true);
});
