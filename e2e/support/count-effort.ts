import type { BrowserContext } from '@playwright/test';

/** What the hand did: presses of the pointer, and fields that were written in. */
export interface Effort {
  clicks: number;
  fields: number;
}

/** Marks the tests whose effort `npm run effort` prints. */
export const JOURNEY = '@journey';
/** Under which a test leaves its effort for the reporter. */
export const EFFORT = 'effort';

/** Counts in every window that is opened from now on. Files that a dialog of the system gives are no fields. */
export async function countEffort(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { clicks: 0, fields: 0 };
  await context.exposeBinding('labsealEffort', (_source, what: keyof Effort) => {
    effort[what] += 1;
  });
  await context.addInitScript(() => {
    const { labsealEffort: count } = window as unknown as {
      labsealEffort: (what: 'clicks' | 'fields') => Promise<void>;
    };
    const written = new WeakSet<EventTarget>();
    window.addEventListener('pointerdown', () => void count('clicks'), true);
    window.addEventListener(
      'input',
      ({ target }) => {
        const isField =
          target instanceof HTMLElement &&
          target.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea');
        if (!isField || written.has(target)) return;
        written.add(target);
        void count('fields');
      },
      true,
    );
  });
  return effort;
}
