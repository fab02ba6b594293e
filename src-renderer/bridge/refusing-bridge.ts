/** The bridge of a page that has no session: it says why, and nothing can be asked. */
import { fail } from '../../src-shared/model/result.ts';
import type { Bridge, Link, PageEvent } from './bridge.ts';

export function refusingBridge(link: Extract<Link, 'refused' | 'lost'>): Bridge {
  const listeners = new Set<(event: PageEvent) => void>();
  return {
    call: () => Promise.resolve(fail({ kind: 'not-asked' })),
    bytes: () => Promise.resolve(fail({ kind: 'not-asked' })),
    keep: () => Promise.resolve(fail({ kind: 'not-asked' })),
    hand: () => Promise.resolve(fail({ kind: 'not-asked' })),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => {
      for (const listener of listeners) listener({ kind: 'link-changed', link });
    },
    close: () => listeners.clear(),
  };
}
