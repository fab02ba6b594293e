/**
 * The structured field items (RFC 9651) that resumable uploads use. A value of any other type makes the whole field
 * ignored, so both readers answer null rather than guess: "1" is not `?1`, and `5.0` is not 5. Node joins repeated fields
 * with a comma, which neither reader accepts: an item that comes twice is malformed.
 */
import { parseItem, serializeDictionary } from 'structured-headers';

type FieldValue = string | readonly string[] | undefined;

/** True for `?1`, false for `?0`; null when the field is absent or not a boolean. */
export function readBoolean(value: FieldValue): boolean | null {
  const item = readItem(value);
  return typeof item === 'boolean' ? item : null;
}

/** A non-negative integer of at most 15 digits; null when the field is absent or anything else. */
export function readInteger(value: FieldValue): number | null {
  const item = /^ *-?\d+\./.test(String(value)) ? null : readItem(value); // the library reads 5.0 as 5
  return typeof item === 'number' && item >= 0 ? item + 0 : null;
}

export function writeBoolean(value: boolean): string {
  return value ? '?1' : '?0';
}

/** A dictionary of integers; members that are null are left out. */
export function writeDictionary(members: Readonly<Record<string, number | null>>): string {
  const stated = Object.entries(members).flatMap(([key, value]) =>
    value === null ? [] : [[key, [value, new Map()]] as const],
  );
  return serializeDictionary(new Map(stated));
}

/** Null for what the library refuses; it can only say so by throwing. */
function readItem(value: FieldValue): unknown {
  try {
    return typeof value === 'string' ? parseItem(value)[0] : null;
  } catch {
    return null;
  }
}
