/**
 * Learns from observed charges how a service counts a megabyte. Pure. It may keep a price too high for long, but must
 * never lower it on weak evidence: other computers of the same person spend from the same balance, so a balance may have
 * fallen by more than our uploads cost, but not by less.
 */
import {
  creditsUnder,
  MEGABYTE_RULES,
  uploadCredits,
  type MegabyteRule,
  type Price,
  type Visibility,
} from './price.ts';

/** Public uploads that were charged together. */
export interface PriceSample {
  readonly publicBytes: readonly number[];
  /** What all of them together cost, or, when others spent meanwhile, more. */
  readonly credits: number;
}

/** How many samples must say the same before it is believed. */
export const AGREEING_SAMPLES = 5;

export interface Calibration {
  /** Readings not refuted; never empty. */
  readonly plausible: readonly MegabyteRule[];
  /** Of those, the ones that explain the most samples. */
  readonly likely: readonly MegabyteRule[];
  /** Samples that the likely ones explain to the credit. */
  readonly agreeing: number;
}

interface Judged {
  readonly rule: MegabyteRule;
  /** For each sample: what the rule asks beyond what was charged. 0 agrees; above 0 refutes. */
  readonly excess: readonly number[];
}

/**
 * A reading is given up when `AGREEING_SAMPLES` samples were charged less than it asks and one and the same other
 * reading explains all of them: a single refund or gift of credits in between proves nothing.
 */
export function calibratePrice(samples: readonly PriceSample[]): Calibration {
  const judged = MEGABYTE_RULES.map((rule): Judged => {
    const excess = samples.map(
      ({ publicBytes, credits }) =>
        publicBytes.reduce((sum, bytes) => sum + creditsUnder(rule, bytes), 0) - credits,
    );
    return { rule, excess };
  });
  const isGivenUp = (one: Judged) => judged.some((other) => isRefutedBy(one, other));
  const left = judged.filter((one) => !isGivenUp(one));
  const plausible = left.length > 0 ? left : judged; // contradictory evidence is ignored
  const agreeing = Math.max(...plausible.map(agreements));
  const likely = plausible.filter((one) => agreements(one) === agreeing);
  return { plausible: plausible.map(ruleOf), likely: likely.map(ruleOf), agreeing };
}

/** Exact when enough samples agree and nothing that is still possible asks another price for this very size. */
export function calibratedPrice(
  { plausible, likely, agreeing }: Calibration,
  visibility: Visibility,
  sizeBytes: number,
): Price {
  if (visibility === 'private') {
    return { credits: uploadCredits(visibility, sizeBytes), isExact: true };
  }
  const credits = Math.max(...plausible.map((rule) => creditsUnder(rule, sizeBytes)));
  const isAgreed = likely.every((rule) => creditsUnder(rule, sizeBytes) === credits);
  return { credits, isExact: agreeing >= AGREEING_SAMPLES && isAgreed };
}

function isRefutedBy(one: Judged, other: Judged): boolean {
  const refuting = one.excess.filter((excess, at) => excess > 0 && other.excess[at] === 0);
  return refuting.length >= AGREEING_SAMPLES;
}

function agreements({ excess }: Judged): number {
  return excess.filter((credits) => credits === 0).length;
}

function ruleOf({ rule }: Judged): MegabyteRule {
  return rule;
}
