/**
 * The page as a person has it: served by `labseal serve`, opened with its key in a real browser. Complaints of the
 * browser (an error, a warning, a breach of the policy) fail the test.
 */
import type { Page } from '@playwright/test';
import { expect, type Lab } from './lab.ts';

const ADDRESS = /^Labseal is running at (http:\/\/127\.0\.0\.1:\d+)\/#([\w-]{32})$/m;

export interface Face {
  /** Goes to an address of the page, such as `/projects`. */
  readonly go: (path: string) => Promise<void>;
  /** To be called at the end of the test. */
  readonly close: () => Promise<void>;
}

/** Somebody has to be signed in. The service may be made to go away: that is told as a fault, not as a complaint. */
export async function openFace(lab: Lab, page: Page): Promise<Face> {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const running = lab.start(['serve']);
  await running.said('Labseal is running at');
  const [, origin = '', key = ''] = ADDRESS.exec(running.spoken()) ?? [];
  await page.goto(`${origin}/#${key}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  return {
    async go(path) {
      await page.evaluate((to) => {
        location.hash = `#${to}`;
      }, path);
    },
    async close() {
      await page.close();
      running.send('SIGTERM');
      await running.ended;
      expect(complaints).toEqual([]);
    },
  };
}
