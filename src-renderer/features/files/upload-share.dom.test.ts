import { expect, test } from 'vitest';
import { shareOf } from './upload-share.ts';

const sent = (doneBytes: number, state: 'uploading' | 'hashing' = 'uploading') =>
  new Map([['7', { fileId: '7', state, doneBytes, totalBytes: 10 }]]);

test('a file whose last byte has left is still being sent, and not at 100 %, until the service has answered', () => {
  expect(shareOf(sent(4), { id: '7', state: 'uploading' })).toBe(0.4);
  expect(shareOf(sent(10), { id: '7', state: 'uploading' })).toBeNull();
  expect(shareOf(sent(10, 'hashing'), { id: '7', state: 'hashing' })).toBe(1);
});
