/**
 * What one entry of the contract between the core and its faces is. A face may only ask for what is in the table
 * (`calls.ts`), and says it in exactly the form of the input schema: an unknown key is refused, never passed over.
 */
import * as z from 'zod/mini';

/** `Output` exists for the compiler alone: what comes back was made by the core and needs no judging. */
export interface Call<Input extends z.ZodMiniType, Output> {
  readonly input: Input;
  /** `reads` leaves everything as it is, here and on the service; `changes` does not. */
  readonly effect: 'reads' | 'changes';
  readonly output?: Output;
}

export function reads<Output>() {
  return <Input extends z.ZodMiniType>(input: Input): Call<Input, Output> => ({
    input,
    effect: 'reads',
  });
}

export function changes<Output>() {
  return <Input extends z.ZodMiniType>(input: Input): Call<Input, Output> => ({
    input,
    effect: 'changes',
  });
}

/** The input of a call that needs nothing to be said. */
export const nothing = z.strictObject({});
