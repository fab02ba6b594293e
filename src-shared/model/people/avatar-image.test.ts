import { expect, test } from 'vitest';
import { avatarTypeOf, evaluateAvatar, LARGEST_AVATAR_BYTES } from './avatar-image.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
const PNG = bytesOf('\x89PNG\r\n\x1A\n....');

test.for([
  ['image/png', '\x89PNG\r\n\x1A\n'],
  ['image/jpeg', '\xFF\xD8\xFF\xE0..JFIF'],
  ['image/gif', 'GIF87a...'],
  ['image/gif', 'GIF89a...'],
  ['image/webp', 'RIFF....WEBPVP8 '],
] as const)('%s is told by its first bytes', ([mediaType, text]) => {
  expect(evaluateAvatar(bytesOf(text))).toEqual({ ok: true, value: mediaType });
});

const others = ['', '<svg xmlns="http://x"/>', 'RIFF....WAVE', '%PDF-1.7', 'GIF88a', 'PNG'];
test.for(others)('%j is no picture', (text) => {
  expect(avatarTypeOf(bytesOf(text))).toBeNull();
  expect(evaluateAvatar(bytesOf(text))).toEqual({ ok: false, fault: { kind: 'not-an-image' } });
});

test('one byte more than fits is too large, whatever it is', () => {
  const largest = new Uint8Array(LARGEST_AVATAR_BYTES);
  largest.set(PNG);
  expect(evaluateAvatar(largest).ok).toBe(true);
  const sizeBytes = LARGEST_AVATAR_BYTES + 1;
  expect(evaluateAvatar(new Uint8Array(sizeBytes))).toEqual({
    ok: false,
    fault: { kind: 'image-too-large', sizeBytes, mostBytes: LARGEST_AVATAR_BYTES },
  });
});
