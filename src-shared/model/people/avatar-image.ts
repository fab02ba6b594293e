/** Profile pictures: the accepted types, recognised by their first bytes and never by a name, and the maximum size. */
import { fail, ok, type Result } from '../result.ts';

/** A picture travels inside one message between a face and the core, as base64: this is what fits. */
export const LARGEST_AVATAR_BYTES = 750_000;

export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type AvatarType = (typeof AVATAR_TYPES)[number];

const SIGNATURES: readonly (readonly [AvatarType, readonly (readonly [number, string])[]])[] = [
  ['image/png', [[0, '\x89PNG\r\n\x1A\n']]],
  ['image/jpeg', [[0, '\xFF\xD8\xFF']]],
  ['image/gif', [[0, 'GIF87a']]],
  ['image/gif', [[0, 'GIF89a']]],
  [
    'image/webp',
    [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  ],
];

/** Null for everything that is no picture of a type we show; an SVG is a program and none of them. */
export function avatarTypeOf(bytes: Uint8Array): AvatarType | null {
  const has = (at: number, text: string) =>
    Array.from(text).every((letter, index) => bytes[at + index] === letter.codePointAt(0));
  const found = SIGNATURES.find(([, marks]) => marks.every(([at, text]) => has(at, text)));
  return found?.[0] ?? null;
}

/** The type under which bytes may become somebody's picture, or why they may not. */
export function evaluateAvatar(bytes: Uint8Array): Result<AvatarType, AvatarFault> {
  if (bytes.length > LARGEST_AVATAR_BYTES) {
    const sizeBytes = bytes.length;
    return fail({ kind: 'image-too-large', sizeBytes, mostBytes: LARGEST_AVATAR_BYTES });
  }
  const mediaType = avatarTypeOf(bytes);
  return mediaType === null ? fail({ kind: 'not-an-image' }) : ok(mediaType);
}

export type AvatarFault =
  /** Neither PNG, JPEG, GIF nor WebP. */
  | { readonly kind: 'not-an-image' }
  | {
      readonly kind: 'image-too-large';
      readonly sizeBytes: number;
      readonly mostBytes: number;
    };
