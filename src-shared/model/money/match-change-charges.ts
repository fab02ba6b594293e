/**
 * Finds the charges of paid changes in the service's history, which does not name the changes. Pure. Changes are sent
 * one after the other, so their charges have the same order. If there are more charges, another computer's perhaps, each change
 * gets the nearest where all are the same amount, so that no wrong charge is shown; otherwise nothing is matched.
 */
import { CREDITS } from '../../service/limits.ts';
import { leastOf, type ChangePart } from '../changes/charged-parts.ts';
import { clusterByTime, type HistoryEntry, type Lasting, timeOf } from './match-charges.ts';

/** One thing a try is charged for. */
export interface OpenPart extends Lasting {
  readonly changeId: number;
  readonly number: number;
  readonly part: ChangePart;
  /** False: the answer was lost, and it may not have been charged at all. */
  readonly isCertain: boolean;
}

export interface MatchedPart<Open extends OpenPart> {
  readonly open: Open;
  readonly entry: HistoryEntry;
}

const DOCUMENTED = {
  project: 'PROJECT_CREATION',
  member: 'PROJECT_INVITATION',
  invitation: 'PROJECT_INVITATION',
} as const;
const DOCUMENTED_TYPES: ReadonlySet<string> = new Set(Object.values(DOCUMENTED));

/** Whether an entry may be for something that is charged in these parts, whatever the service calls it. */
export function isOfParts({ amount, type }: HistoryEntry, parts: readonly ChangePart[]): boolean {
  const own = new Set<string | null>(parts.map(documentedType));
  return -amount >= leastOf(parts) && (own.has(type) || !DOCUMENTED_TYPES.has(type));
}

function documentedType(part: ChangePart): string | null {
  return part === 'deletion' ? null : DOCUMENTED[part];
}

/** `others`: uploads, whose charges could be taken for that of a deletion where types do not tell. */
export function matchChangeCharges<Open extends OpenPart>(
  open: readonly Open[],
  entries: readonly HistoryEntry[],
  others: readonly Lasting[],
): readonly MatchedPart<Open>[] {
  const charges = entries
    .filter(({ amount }) => amount < 0)
    .toSorted((one, other) => one.createdAtMs - other.createdAtMs);
  const byType = Map.groupBy(open, ({ part }) => documentedType(part));
  return [...byType].flatMap(([type, parts]) =>
    clusterByTime(parts).flatMap((cluster) => {
      const near = within(charges, cluster);
      const isDisturbed = within(others.map(atItsEnd), cluster).length > 0;
      const fitting =
        type === null
          ? deletionsAmong(near, isDisturbed)
          : near.filter((entry) => entry.type === type);
      return inOrder(cluster, fitting);
    }),
  );
}

/** The document names no type for deletions: a telling one counts, any other one only where nothing else could be it. */
function deletionsAmong(
  near: readonly HistoryEntry[],
  isDisturbed: boolean,
): readonly HistoryEntry[] {
  const told = near.filter(({ type }) => /delet|remov/i.test(type));
  if (told.length > 0 || isDisturbed) return told;
  const fitting = near.filter(
    ({ type, amount }) => amount === -CREDITS.fileDeletion && !DOCUMENTED_TYPES.has(type),
  );
  return new Set(fitting.map(({ type }) => type)).size === 1 ? fitting : [];
}

/**
 * All of them in their order; or, where only as many were charged, those that certainly were; or, of more charges of one amount,
 * the nearest.
 */
function inOrder<Open extends OpenPart>(
  cluster: readonly Open[],
  entries: readonly HistoryEntry[],
): readonly MatchedPart<Open>[] {
  const certain = cluster.filter(({ isCertain }) => isCertain);
  const charged = [cluster, certain].find(({ length }) => length === entries.length);
  if (charged === undefined) return nearest(certain, entries);
  return charged.flatMap((open, at) => {
    const entry = entries[at];
    return entry === undefined ? [] : [{ open, entry }];
  });
}

function nearest<Open extends OpenPart>(
  certain: readonly Open[],
  entries: readonly HistoryEntry[],
): readonly MatchedPart<Open>[] {
  const isOneAmount = new Set(entries.map(({ amount }) => amount)).size === 1;
  if (!isOneAmount || entries.length < certain.length) return [];
  const left = [...entries];
  return certain.flatMap((open) => {
    const awayMs = ({ createdAtMs }: HistoryEntry) => Math.abs(createdAtMs - open.endedAtMs);
    const [entry] = left.toSorted((one, other) => awayMs(one) - awayMs(other));
    if (entry === undefined) return [];
    left.splice(left.indexOf(entry), 1);
    return [{ open, entry }];
  });
}

function within<Entry extends { readonly createdAtMs: number }>(
  entries: readonly Entry[],
  cluster: readonly Lasting[],
): readonly Entry[] {
  const { fromMs, untilMs } = timeOf(cluster);
  return entries.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs <= untilMs);
}

function atItsEnd({ endedAtMs }: Lasting) {
  return { createdAtMs: endedAtMs };
}
