/** Holds what arrives against the contract's strict schemas and refuses with words that name the field. */
import * as z from 'zod/mini';
import { badRequest } from './refusals.ts';

const { localeError } = z.locales.en();

/** Returns the parsed value or throws a 400 that lists every fault found. */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const read = schema.safeParse(value, { error: localeError });
  if (read.success) return read.data;
  throw badRequest(read.error.issues.map((issue) => describe(issue, value)).join('; '));
}

function describe(issue: z.core.$ZodIssue, value: unknown): string {
  const field = issue.path.join('.');
  if (field === '') return issue.message;
  return isMissing(issue.path, value) ? `${field} is missing` : `${field}: ${issue.message}`;
}

function isMissing(path: readonly PropertyKey[], value: unknown): boolean {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return true;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at === undefined;
}
