import { expect, test } from 'vitest';
import { fileStatus } from './file-records.ts';

const upload = { availableAtMs: 100, isFailed: false };
const failed = { availableAtMs: 100, isFailed: true };
const deletion = { availableAtMs: 300, isFailed: false };

test.each([
  [upload, null, 99, 'Pending'],
  [upload, null, 100, 'Available'],
  [failed, null, 99, 'Pending'],
  [failed, null, 100, 'NotarizationError'],
  [upload, deletion, 299, 'PendingDeletion'],
  [upload, deletion, 300, 'Deleted'],
  [failed, deletion, 300, 'Deleted'],
  [upload, { ...deletion, isFailed: true }, 300, 'NotarizationError'],
] as const)('a status follows from records and time (%o, %o, %i: %s)', (...row) => {
  const [uploadMoment, deletionMoment, nowMs, status] = row;
  expect(fileStatus(uploadMoment, deletionMoment, nowMs)).toBe(status);
});
