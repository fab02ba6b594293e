/** Looks for the tokens' canary in everything that is kept or told, in every writing it could have. */
import { CANARY } from '../service/tokens.ts';

/** Base64 of the canary at each of its three possible positions, without the letters that the neighbours decide. */
const WRITINGS: readonly string[] = [
  CANARY,
  ...[0, 1, 2].map((before) => {
    const text = Buffer.from('\0'.repeat(before) + CANARY).toString('base64');
    const from = before === 0 ? 0 : before + 1;
    return text.slice(from, Math.floor(((before + CANARY.length) * 4) / 3) - 1);
  }),
];

/** The writing that was found, or null. */
export function findCanary(kept: Buffer | string): string | null {
  const bytes = typeof kept === 'string' ? Buffer.from(kept) : kept;
  return WRITINGS.find((writing) => bytes.includes(writing)) ?? null;
}
