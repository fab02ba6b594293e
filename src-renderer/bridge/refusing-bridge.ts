/** The bridge of a page that has no session: it says why, and nothing can be asked. */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import { fail } from '../../src-shared/model/result.ts';
import type { Bridge, Link, PageEvent } from './bridge.ts';

export function refusingBridge(link: Extract<Link, 'refused' | 'lost'>): Bridge {
  const { on: subscribe, tell, clear } = makeListeners<[PageEvent]>();
  return {
    call: () => Promise.resolve(fail({ kind: 'not-asked' })),
    bytes: () => Promise.resolve(fail({ kind: 'not-asked' })),
    keep: () => Promise.resolve(fail({ kind: 'not-asked' })),
    hand: () => Promise.resolve(fail({ kind: 'not-asked' })),
    subscribe,
    open: () => tell({ kind: 'link-changed', link }),
    close: clear,
  };
}
