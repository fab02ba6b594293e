import { expect, test } from 'vitest';
import { readAvatar } from './account-mirror.ts';

const GIF = Buffer.from('GIF89a....');

test('a picture is read with or without a data address, and by its bytes alone', () => {
  const base64 = GIF.toString('base64');
  const expected = { mediaType: 'image/gif', bytes: GIF };
  expect(readAvatar(base64)).toEqual(expected);
  expect(readAvatar(`data:image/png;base64,${base64}`)).toEqual(expected);
});

test.for(['', 'data:image/png;base64,', 'no picture', Buffer.from('<svg/>').toString('base64')])(
  '%j is no picture that is shown',
  (text) => expect(readAvatar(text)).toBeNull(),
);
