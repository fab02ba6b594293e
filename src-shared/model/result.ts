/** Expected outcomes are values; exceptions are for bugs and for cancellation. */
export type Result<Value, Fault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<Fault>(fault: Fault): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault };
}

/** Ends a switch over a union: a new member breaks the build here, and a stray value stops the program. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`);
}
