/**
 * For tests of the page: complaints of the browser fail the test (an error, a warning, a breach of the policy), and axe
 * can be asked about what is on screen.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { serveFolder, type StaticSite } from './static-site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

interface PageFixtures {
  /** What the browser complained of so far; the test fails at its end unless this is empty. */
  readonly complaints: string[];
}
interface SiteFixtures {
  /** The built gallery under the policy of the hosts. */
  readonly site: StaticSite;
}

export const test = base.extend<PageFixtures, SiteFixtures>({
  site: [
    async ({}, use) => {
      const site = await serveFolder(path.join(root, 'out', 'gallery'));
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** What is a matter of colours alone; everything else is the same in every theme. */
const OF_COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
const OF_ALL = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** What axe finds, one line each. It is run in the page's own world, past the policy, which concerns the page alone. */
export async function findings(
  page: Page,
  what: 'all' | 'colours' = 'all',
): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const evaluate = (expression: string) =>
    session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  const known = await evaluate('typeof axe');
  if (known.result.value === 'undefined') await evaluate(`${axeSource}; undefined`);
  const options = { ...(what === 'all' ? OF_ALL : OF_COLOURS), resultTypes: ['violations'] };
  const { result } = await evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  await session.detach();
  const { violations } = result.value as AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
