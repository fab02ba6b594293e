/**
 * Tolerant reading. The API document is loose about some shapes. These wrappers convert responses to the documented
 * form before the schema checks them; the documented promise is noted beside each. Nothing here is used for requests.
 */
import * as z from 'zod/mini';
import { documentedAs } from './endpoint.ts';

type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Opaque identifiers are strings; a service that sends a number means the same thing. */
export const Identifier = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
  z.string().check(z.minLength(1)),
);

/** A text that may be absent or null, read as `null` in both cases. */
export const TextOrNull = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value : null)),
  z.nullable(z.string()),
);

/** A text that may be absent; an absent one reads as an empty string. */
export const Text = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value : '')),
  z.string(),
);

/** A moment in ISO 8601, as text: the caller reads it before it calculates. */
export const Timestamp = documentedAs(Text, { type: 'string', format: 'date-time' });

/** An integer that may arrive as a string of digits. */
export const Integer = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
  ),
  z.int(),
);

/** A documented integer that nothing depends on: whatever else arrives reads as `null`. */
export const IntegerOrNull = documentedAs(
  z.pipe(
    z.transform((value: unknown) => {
      const read = Integer.safeParse(value);
      return read.success ? read.data : null;
    }),
    z.nullable(z.int()),
  ),
  { type: 'integer' },
);

/** Gives `lastname` its documented spelling; every list of people goes through it. */
export function withLastName(value: unknown): unknown {
  if (!isObject(value) || 'lastName' in value || !('lastname' in value)) return value;
  const { lastname, ...rest } = value;
  return { ...rest, lastName: lastname };
}

/**
 * `records` is an array in most lists, one object in the all-tags list, and could be an object of objects. A single
 * record is distinguished from an object of records by its own `id`.
 */
function recordsAsArray(records: unknown): unknown {
  if (Array.isArray(records)) return records;
  if (records === null || records === undefined) return [];
  if (!isObject(records)) return records;
  if ('id' in records) return [records];
  return Object.values(records).every(isObject) ? Object.values(records) : records;
}

/**
 * A page of a list as we read it: `records` is always an array, figures that are missing are `null`. `records`:
 * the list's schema, for a list that the document describes differently.
 */
export function pageOf<Schema extends z.ZodMiniType>(record: Schema, records = z.array(record)) {
  return z.pipe(
    z.transform((value: unknown) => {
      if (Array.isArray(value)) return { records: value };
      return isObject(value) ? { ...value, records: recordsAsArray(value['records']) } : value;
    }),
    z.object({
      records,
      start: IntegerOrNull,
      limit: IntegerOrNull,
      totalRecords: IntegerOrNull,
    }),
  );
}
export interface Page<Item> {
  readonly records: readonly Item[];
  readonly start: number | null;
  readonly limit: number | null;
  readonly totalRecords: number | null;
}
