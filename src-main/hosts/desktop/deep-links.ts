/** Places of the page that were asked for from outside: told to the page that is there, or kept for the first one that is. */
import type { Engine } from '../../app/engine.ts';

export interface AskedFor {
  /** A screen of the page. */
  readonly path: string;
  /** What is filled in there. */
  readonly token?: string;
}

export interface AskedPlaces {
  /** Shows the window; null: where it was. */
  goTo(place: AskedFor | null): void;
  /** A page is there, and hears events from now on. */
  greeted(): void;
  isWaiting(): boolean;
}

/** `first`: asked for by the start itself. */
export function makeAskedPlaces(
  first: AskedFor | null,
  { show, feed }: { readonly show: () => void; readonly feed: Pick<Engine['feed'], 'tell'> },
): AskedPlaces {
  let waiting = first;
  let isGreeted = false;

  function goTo(place: AskedFor | null): void {
    show();
    waiting = isGreeted ? null : place;
    if (isGreeted && place !== null) feed.tell({ kind: 'place-asked', ...place });
  }

  return {
    goTo,
    greeted() {
      isGreeted = true;
      if (waiting !== null) goTo(waiting);
    },
    isWaiting: () => waiting !== null,
  };
}
