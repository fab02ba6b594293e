/** Ends a switch over a union: a new member breaks the build here, and a stray value stops the request. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`);
}
