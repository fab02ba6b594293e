/** Tells images by their first bytes; what the sender calls them is not asked. */

const SIGNATURES: readonly (readonly { readonly at: number; readonly bytes: string }[])[] = [
  [{ at: 0, bytes: '89504e470d0a1a0a' }], // PNG
  [{ at: 0, bytes: 'ffd8ff' }], // JPEG
  [{ at: 0, bytes: '474946383761' }], // GIF87a
  [{ at: 0, bytes: '474946383961' }], // GIF89a
  [
    { at: 0, bytes: '52494646' }, // RIFF …
    { at: 8, bytes: '57454250' }, // … WEBP
  ],
];

export function isImage(content: Buffer): boolean {
  return SIGNATURES.some((marks) =>
    marks.every(({ at, bytes }) => {
      const expected = Buffer.from(bytes, 'hex');
      return content.subarray(at, at + expected.length).equals(expected);
    }),
  );
}
