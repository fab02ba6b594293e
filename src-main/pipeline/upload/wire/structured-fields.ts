/**
 * Reads the structured field values (RFC 9651) that resumable uploads use. What is not exactly of the expected type
 * reads as null: a field that cannot be understood must count as absent, never as something similar.
 */
import { parseDictionary, parseItem } from 'structured-headers';

/** A header's value as node:http gives it; repeated fields come joined by a comma. */
export type FieldValue = string | readonly string[] | undefined;

/** The library gives 5.0 as the number 5, but a decimal is no integer. */
const DECIMAL = /^-?\d+\./;

/** `?1` is true, `?0` false. */
export function readBoolean(value: FieldValue): boolean | null {
  const item = parsed(value, parseItem)?.[0];
  return typeof item === 'boolean' ? item : null;
}

/** A whole number from 0 on. */
export function readCount(value: FieldValue): number | null {
  const item = parsed(value, parseItem)?.[0];
  return isCount(item) && !DECIMAL.test(textOf(value)) ? item : null;
}

/**
 * The members of a dictionary, null for one that is no whole number from 0 on. Null when the value is no dictionary.
 */
export function readCounts(value: FieldValue): ReadonlyMap<string, number | null> | null {
  const members = parsed(value, parseDictionary);
  if (members === null) return null;
  return new Map(Array.from(members, ([key, [item]]) => [key, isCount(item) ? item : null]));
}

export function isCount(item: unknown): item is number {
  return typeof item === 'number' && Number.isInteger(item) && item >= 0;
}

function textOf(value: FieldValue): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Null for what the library rejects; it can only throw. */
function parsed<T>(value: FieldValue, parse: (text: string) => T): T | null {
  if (typeof value !== 'string') return null;
  try {
    return parse(textOf(value));
  } catch {
    return null;
  }
}
