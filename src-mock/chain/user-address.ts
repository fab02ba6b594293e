/** The blockchain address of a user: derived from the id, so that it needs no keeping and never changes. */
import { createHash } from 'node:crypto';

const ADDRESS_BYTES = 20;

export function userAddress(userId: string): string {
  const digest = createHash('sha3-256').update(`user:${userId}`).digest();
  return `0x${digest.subarray(-ADDRESS_BYTES).toString('hex')}`;
}
