/** The pieces that inputs are made of. Every text and list has a longest length, so that no message can fill the memory. */
import * as z from 'zod/mini';
import { DAY_MS, msFromUtcDay } from '../model/text/time.ts';

const LONGEST_NAME = 400;
const LONGEST_PATH = 4_096;
const LONGEST_TEXT = 20_000;

/** Without NUL, which would cut a path or a log line short. */
const noNul = z.refine<string>((text) => !text.includes('\0'));

/** A number of ours, an id of the service, a name, an address. */
export const Name = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME), noNul);
/** Absolute: a face has no folder that a relative path could start from. */
export const AbsolutePath = z
  .string()
  .check(z.maxLength(LONGEST_PATH), z.regex(/^(\/|[A-Za-z]:[\\/]|\\\\)/), noNul);
/** Free text, possibly empty. */
export const FreeText = z.string().check(z.maxLength(LONGEST_TEXT), noNul);
export const Password = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME));
/** Number of a row, written as text. */
export const RowId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
/** Whole, not negative, and small enough to be counted with. */
export const Count = z.int().check(z.nonnegative());
export const Moment = z.int().check(z.nonnegative()); // ms since 1970
/** YYYY-MM-DD of UTC. */
export const Day = z.iso.date();

const MOST_DAYS = 400;

/** From a day to a day, both included, not backwards and not endless. */
export const Days = z.strictObject({ from: Day, to: Day }).check(
  z.refine(({ from, to }) => {
    const lengthMs = (msFromUtcDay(to) ?? NaN) - (msFromUtcDay(from) ?? NaN);
    return lengthMs >= 0 && lengthMs < MOST_DAYS * DAY_MS;
  }),
);

/** A list of something, from one to `most`. */
export function listOf<Item extends z.ZodMiniType>(item: Item, most: number) {
  return z.readonly(z.array(item).check(z.minLength(1), z.maxLength(most)));
}
