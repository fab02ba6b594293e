/**
 * What an upload costs, as far as anybody can know: the document says "file size in MB" and neither how long a MB is nor
 * how it is rounded. Pure. Nothing here may ever name less than what the readings still possible would charge.
 */
import { CREDITS } from '../../service/limits.ts';

export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** One reading of "size in MB". */
export interface MegabyteRule {
  readonly bytesPerMb: number;
  readonly rounding: 'up' | 'nearest' | 'down';
  /** Credits that even the smallest file costs. */
  readonly minimum: 0 | 1;
}

const MB_DECIMAL = 1_000_000;
const MB_BINARY = 1_048_576;

/** Every reading that a service could have meant. */
export const MEGABYTE_RULES: readonly MegabyteRule[] = [MB_DECIMAL, MB_BINARY].flatMap(
  (bytesPerMb) =>
    (['up', 'nearest', 'down'] as const).flatMap((rounding) =>
      ([0, 1] as const).map((minimum) => ({ bytesPerMb, rounding, minimum })),
    ),
);

const ROUND = { up: Math.ceil, nearest: Math.round, down: Math.floor } as const;

/** Credits for a public file under one reading. */
export function creditsUnder(rule: MegabyteRule, sizeBytes: number): number {
  return Math.max(rule.minimum, ROUND[rule.rounding](sizeBytes / rule.bytesPerMb));
}

/** The reading that gives the highest price for every size: nobody is surprised by less. */
const DEAREST: MegabyteRule = { bytesPerMb: MB_DECIMAL, rounding: 'up', minimum: 1 };

/** Upper bound in credits for uploading `sizeBytes`: private files cost 1, public ones their size in MB. */
export function uploadCredits(visibility: Visibility, sizeBytes: number): number {
  return visibility === 'private' ? CREDITS.privateFileUpload : creditsUnder(DEAREST, sizeBytes);
}

/** Lower bound, of the same. */
export function leastCredits(visibility: Visibility, sizeBytes: number): number {
  if (visibility === 'private') return CREDITS.privateFileUpload;
  return Math.min(...MEGABYTE_RULES.map((rule) => creditsUnder(rule, sizeBytes)));
}

export interface Price {
  readonly credits: number;
  /** False: an estimate, and `credits` is its upper bound. */
  readonly isExact: boolean;
}
