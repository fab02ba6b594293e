/** What a service may mean by "file size in MB, in credits": prices and evidence hold under each of them. */

interface MegabyteRule {
  readonly bytesPerMb: number;
  readonly rounding: 'up' | 'nearest' | 'down';
  /** Credits that even the smallest file costs. */
  readonly minimum: 0 | 1;
}

export const MEGABYTE_RULES: readonly MegabyteRule[] = [1_000_000, 1_048_576].flatMap(
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
