/** Bytes as base64, a piece at a time: a call takes only so many arguments. */

const PIECE = 24_576; // a multiple of three, so that pieces join without padding in between

export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += btoa(String.fromCodePoint(...bytes.subarray(at, at + PIECE)));
  }
  return text;
}
