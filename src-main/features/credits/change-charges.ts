/** Paid changes in the credit history: which charges are still missing, and how a found charge is shown. Pure. */
import {
  creditsOf,
  expectedOf,
  type ChangePart,
} from '../../../src-shared/model/changes/charged-parts.ts';
import {
  ABSENCE_WAIT_MS,
  chargesOf,
  nameOf,
  type ChangeIntent,
} from '../../../src-shared/model/changes/change.ts';
import type {
  MatchedPart,
  OpenPart as Part,
} from '../../../src-shared/model/money/match-change-charges.ts';
import { timeOf, type HistoryEntry } from '../../../src-shared/model/money/match-charges.ts';
import type { HistoryLine } from '../../../src-shared/model/money/credit-views.ts';
import type { ChangeCharge, ChargedTry } from '../../db/money/charge-repository.ts';

/** What an entry of the history shows beside the service's own data. */
export type LinePart = Omit<HistoryLine, 'atMs' | 'transactionId' | 'type' | 'amount'>;

interface OpenPart extends Part {
  readonly intent: ChangeIntent;
}

/** The same for an entry that this computer knows nothing about. */
export const NOT_OURS: LinePart = {
  file: null,
  folderPath: null,
  change: null,
  expected: null,
  charged: null,
  difference: null,
  isDeviation: false,
};

/** One attempt, in maps and sets. */
export function keyOf({ changeId, number }: Pick<ChargedTry, 'changeId' | 'number'>): string {
  return `${changeId} ${number}`;
}

/**
 * The parts of an attempt that the history does not show yet. An attempt still being sent is looked up once it has
 * ended.
 */
export function openParts(one: ChargedTry, known: readonly ChangeCharge[]): readonly OpenPart[] {
  const { changeId, number, intent, isCertain, beganAtMs, endedAtMs } = one;
  if (endedAtMs === null) return [];
  const found = known.filter((charge) => keyOf(charge) === keyOf(one));
  const left = found.reduce((sum, { expected }) => sum - expected, one.expectedCredits);
  if (left <= 0) return [];
  const count = (part: ChangePart) => found.filter((charge) => charge.part === part).length;
  const untilMs = isCertain ? endedAtMs : endedAtMs + ABSENCE_WAIT_MS;
  return chargesOf(intent)
    .filter((part, at, all) => at - all.indexOf(part) >= count(part))
    .map((part) => ({
      changeId,
      number,
      intent,
      part,
      isCertain,
      beganAtMs,
      endedAtMs: untilMs,
    }));
}

/**
 * Without the entries that changes which were certainly carried out explain by time and price alone, because the service
 * has types of its own: such a charge is that of no other change or upload.
 */
export function withoutParts(
  entries: readonly HistoryEntry[],
  certain: readonly Part[],
): readonly HistoryEntry[] {
  const left = [...entries];
  const takeOut = (credits: number, one: Part): boolean => {
    const { fromMs, untilMs } = timeOf([one]);
    const at = left.findIndex(
      ({ amount, createdAtMs }) =>
        amount === -credits && createdAtMs >= fromMs && createdAtMs <= untilMs,
    );
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  for (const [first, ...others] of Map.groupBy(certain, keyOf).values()) {
    if (first === undefined) continue;
    const parts = [first, ...others];
    if (takeOut(creditsOf(parts.map(({ part }) => part)), first)) continue; // charged together
    for (const one of parts) takeOut(creditsOf([one.part]), one);
  }
  return left;
}

/** An entry as the charge for its part, with the expected amount. */
export function chargeOf({ open, entry }: MatchedPart<OpenPart>): ChangeCharge {
  const { changeId, number, intent, part } = open;
  const credits = -entry.amount;
  const expected = expectedOf(chargesOf(intent), part, credits);
  return { transactionId: entry.id, changeId, number, part, expected, credits };
}

/** The change of a history entry, if the entry paid for one. */
export function changePart(
  { changeId, number, part, expected, credits }: ChangeCharge,
  tryOf: ReadonlyMap<string, ChargedTry>,
): LinePart {
  const one = tryOf.get(keyOf({ changeId, number }));
  if (one === undefined) return NOT_OURS;
  const difference = credits - expected;
  return {
    file: null,
    folderPath: null,
    change: { id: changeId, part, name: nameOf(one.intent) },
    expected,
    charged: credits,
    difference,
    isDeviation: difference > 0,
  };
}

/** An attempt that the history does not show, or not yet. */
export function untoldChange({ changeId, intent, expectedCredits }: ChargedTry): LinePart {
  const [part = 'project'] = chargesOf(intent);
  const change = { id: changeId, part, name: nameOf(intent) };
  return { ...NOT_OURS, change, expected: expectedCredits };
}
