/**
 * What one entry of the contract between the core and its faces is. A face may only ask for what is in the table
 * (`calls.ts`), and says it in exactly the form of the input schema: an unknown key is refused, never passed over.
 */
import * as z from 'zod/mini';
import type { CoreFault } from '../model/status/core-fault.ts';
import { LONGEST_NAME, LONGEST_PATH, LONGEST_TEXT } from '../model/text/longest-texts.ts';
import { DAY_MS, msFromUtcDay } from '../model/text/time.ts';

/** `Output` exists for the compiler alone: the core creates the result, so it needs no validation. */
export interface Call<Input extends z.ZodMiniType, Output> {
  readonly input: Input;
  /** `reads` leaves everything as it is, here and on the service; `changes` does not. */
  readonly effect: 'reads' | 'changes';
  readonly output?: Output;
}

/** The schema is made when the call is first asked: making all of them was a tenth of every command. */
const call = <Input extends z.ZodMiniType, Output>(
  effect: Call<Input, Output>['effect'],
  makeInput: () => Input,
): Call<Input, Output> => {
  let input: Input | undefined;
  return {
    get input() {
      return (input ??= makeInput());
    },
    effect,
  };
};

export function reads<Output>() {
  return <Input extends z.ZodMiniType>(makeInput: () => Input) =>
    call<Input, Output>('reads', makeInput);
}

export function changes<Output>() {
  return <Input extends z.ZodMiniType>(makeInput: () => Input) =>
    call<Input, Output>('changes', makeInput);
}

/**
 * What a read of a copy wants: `at-once`, which is refreshed behind the answer, or `fresh` from the service, as far as it
 * answers. A page stays and hears of the refresh; a command is over with its answer.
 */
export const READ_MODES = ['at-once', 'fresh'] as const;
export type ReadMode = (typeof READ_MODES)[number];
export const Mode = z._default(z.enum(READ_MODES), 'at-once');

/** The input of a call that needs nothing to be said. */
export const nothing = z.strictObject({});

/** The pieces that inputs are made of. Every list has a longest length too. */

/** Without NUL, which would cut a path or a log line short. */
const noNul = z.refine<string>((text) => !text.includes('\0'));

/** A number of ours, an id of the service, a name, an address. */
export const Name = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME), noNul);
/** A name that is more than spaces and line breaks. */
export const VisibleName = Name.check(z.refine((text) => text.trim() !== ''));
/** Absolute: a face has no folder that a relative path could start from. */
export const AbsolutePath = z
  .string()
  .check(z.maxLength(LONGEST_PATH), z.regex(/^(\/|[A-Za-z]:[\\/]|\\\\)/), noNul);
/** A file, by its number or its id of the service, or by its absolute path. */
export const FileName = z.string().check(z.minLength(1), z.maxLength(LONGEST_PATH), noNul);
/** A watched folder, by its number or by its absolute path. */
export const FolderName = z.union([
  z.string().check(z.maxLength(LONGEST_NAME), z.regex(/^\d+$/)),
  AbsolutePath,
]);
/** Free text, possibly empty. */
export const FreeText = z.string().check(z.maxLength(LONGEST_TEXT), noNul);
/** The same, and not only spaces and line breaks: the reason for something. */
export const VisibleText = FreeText.check(z.refine((text) => text.trim() !== ''));
export const Password = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME));
/** Number of a row, written as text. */
export const RowId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
/** An integer, not negative, and small enough for exact arithmetic. */
export const Count = z.int().check(z.nonnegative());
export const Moment = z.int().check(z.nonnegative()); // ms since 1970
/** YYYY-MM-DD of UTC. */
const Day = z.iso.date();

export const MOST_DAYS = 36_525; // a hundred years

/** From a day to a day, both included. */
export const Period = z.strictObject({ from: Day, to: Day });
/** Not backwards and not endless. */
export const isInOrder = z.refine<z.output<typeof Period>>(({ from, to }) => {
  const lengthMs = (msFromUtcDay(to) ?? NaN) - (msFromUtcDay(from) ?? NaN);
  return lengthMs >= 0 && lengthMs < MOST_DAYS * DAY_MS;
});
export const Days = Period.check(isInOrder);

/** A list of something, from one to `most`. */
export function listOf<Item extends z.ZodMiniType>(item: Item, most: number) {
  return z.readonly(z.array(item).check(z.minLength(1), z.maxLength(most)));
}

/** Faults of the contract itself: a code and what a sentence needs, no stack and no sentence made by the host. A face that keeps it never sees the first two. */
type ContractFault =
  | { readonly kind: 'unknown-call'; readonly name: string }
  /** `at`: the path in the input, outermost first; empty for the input itself. */
  | { readonly kind: 'bad-input'; readonly at: readonly string[] }
  /** The face gave up waiting. What was begun on the service may have been carried out. */
  | { readonly kind: 'cancelled' }
  /** A bug. The details are in the log, under this id. */
  | { readonly kind: 'internal'; readonly logId: string };

export type BridgeFault = CoreFault | ContractFault;
