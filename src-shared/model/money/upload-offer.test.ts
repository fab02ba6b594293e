import { expect, test } from 'vitest';
import { bytesToSend, type UploadOffer } from './upload-offer.ts';

const offer: UploadOffer = {
  approved: { files: 0, bytes: 0, credits: 0 },
  files: 40,
  bytes: 40_000_000,
  credits: 40,
  balance: 100,
  reserve: null,
  payable: 40,
  largeBatch: { files: 10, bytes: 10_000_000, credits: 10, folderIds: [1] },
  fits: { files: 40, bytes: 40_000_000, credits: 40 },
};

test.each([
  ['everything that was seen', {}, true, 40_000_000],
  ['without a batch that nobody has seen', {}, false, 30_000_000],
  [
    'what the balance is enough for',
    { balance: 5, fits: { files: 5, bytes: 5e6, credits: 5 } },
    true,
    5e6,
  ],
  [
    'everything while the balance is not known',
    { balance: null, fits: { files: 0, bytes: 0, credits: 0 } },
    true,
    40e6,
  ],
])('%s is sent', (_what, more, isSeen, bytes) => {
  expect(bytesToSend({ ...offer, ...more }, isSeen)).toBe(bytes);
});
