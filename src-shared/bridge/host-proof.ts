/**
 * How a host shows that it knows a secret of the page, a session or a key, before the page says it: another program may
 * listen where Labseal was. The page names the secret by its id and asks for a proof that only its digest and this very
 * port can make: one that was asked of a Labseal elsewhere does not fit. Both sides take it from here. Pure.
 */
import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

/** What is kept of a secret, in hex. */
export function digestOf(secret: string): string {
  return bytesToHex(sha256(secret));
}

/** What may be said of it to anybody, in hex: the digest cannot be had from it. */
export function idOf(digest: string): string {
  return bytesToHex(sha256(digest));
}

/** `nonce`: new for each question. `port`: where the page was opened. */
export function proofOf(digest: string, nonce: string, port: number): string {
  return bytesToHex(hmac(sha256, digest, `${nonce} ${port}`));
}
