/**
 * Edits of records that others edit too: which fields a person gives which values, and on top of which values they did
 * so. Pure. It never decides for the person: what somebody else changed meanwhile is theirs to choose about.
 */
import * as z from 'zod/mini';

export const FieldValue = z.union([z.string(), z.number(), z.null(), z.array(z.string())]);
export type FieldValue = z.output<typeof FieldValue>;
export type Fields = Readonly<Record<string, FieldValue>>;

/** For each field the values the person wrote theirs on top of: the service's first, then earlier ones of their own. */
export const Bases = z.record(z.string(), z.array(FieldValue));
export type Bases = z.output<typeof Bases>;

/** One field that somebody else changed to something else. */
export const FieldConflict = z.strictObject({
  field: z.string(),
  /** When the person edited it. */
  base: FieldValue,
  mine: FieldValue,
  /** On the platform now. */
  theirs: FieldValue,
});
export type FieldConflict = z.output<typeof FieldConflict>;

/** Whether the service's value of a field is the one that was meant; services write the same thing in several ways. */
export type IsSame = (field: string, theirs: FieldValue, meant: FieldValue) => boolean;

export interface Comparison {
  /** Fields that the service does not show yet and nobody else touched. */
  readonly toSend: readonly string[];
  readonly conflicts: readonly FieldConflict[];
}

/** `theirs`: the record as the service shows it now. */
export function compareEdit(
  mine: Fields,
  bases: Bases,
  theirs: Fields,
  isSame: IsSame,
): Comparison {
  const toSend: string[] = [];
  const conflicts: FieldConflict[] = [];
  for (const [field, value] of Object.entries(mine)) {
    const shown = theirs[field] ?? null;
    const known = bases[field] ?? [];
    if (isSame(field, shown, value)) continue;
    if (known.some((each) => isSame(field, shown, each))) toSend.push(field);
    else conflicts.push({ field, base: known.at(-1) ?? null, mine: value, theirs: shown });
  }
  return { toSend, conflicts };
}

export interface RecordEdit {
  readonly mine: Fields;
  /** The last of each field is what the person saw. */
  readonly bases: Bases;
}

/**
 * A later edit on top of one that was not sent (null: there is none): the later value of each field wins, over the
 * values under the first. A field that is back at what the person saw is left out; null when nothing is left.
 */
export function mergeEdits(
  first: RecordEdit | null,
  later: RecordEdit,
  isSame: IsSame,
): RecordEdit | null {
  const bases: Bases = { ...later.bases, ...first?.bases };
  const left = Object.entries({ ...first?.mine, ...later.mine }).filter(([field, value]) => {
    const seen = bases[field]?.at(-1);
    return seen === undefined || !isSame(field, seen, value);
  });
  if (left.length === 0) return null;
  const kept = left.map(([field]) => [field, bases[field] ?? []] as const);
  return { mine: Object.fromEntries(left), bases: Object.fromEntries(kept) };
}

export type Choice = 'mine' | 'theirs';

/**
 * What is left to send once a person chose for each field in conflict: theirs is dropped, mine goes on top of theirs.
 * Null when nothing is left.
 */
export function resolveConflicts(
  edit: RecordEdit,
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, Choice>>,
): RecordEdit | null {
  const dropped = new Set(
    conflicts.flatMap(({ field }) => (choices[field] === 'theirs' ? [field] : [])),
  );
  const mine = Object.entries(edit.mine).filter(([field]) => !dropped.has(field));
  if (mine.length === 0) return null;
  const bases = Object.fromEntries(
    mine.map(([field]) => {
      const conflict = conflicts.find((each) => each.field === field);
      return [field, conflict === undefined ? (edit.bases[field] ?? []) : [conflict.theirs]];
    }),
  );
  return { mine: Object.fromEntries(mine), bases };
}
