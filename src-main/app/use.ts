/** Gives what `make` makes of the owner: made when it is first asked for, and the same one for everybody who asks. */
export type Use<Owner> = <Made>(make: (owner: Owner) => Made) => Made;

/** What nobody asks for is neither made nor, with a module of its own, loaded. */
export function makeUse<Owner>(ownerOf: () => Owner): Use<Owner> {
  const made = new Map<(owner: Owner) => unknown, unknown>();
  return <Made>(make: (owner: Owner) => Made): Made => {
    if (!made.has(make)) made.set(make, make(ownerOf()));
    return made.get(make) as Made;
  };
}
