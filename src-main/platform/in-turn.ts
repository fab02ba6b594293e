/** Work that must not overlap: each piece begins when the one before has ended, in the order of the calls. */
export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** A piece that rejects holds up nothing; its caller gets the error. */
export function makeInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
}
