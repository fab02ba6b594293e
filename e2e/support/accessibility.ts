/** Asks axe about screens of the page, in both themes, and opens the demo for it. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { MARKUP_FAULTS } from '../../src-renderer/test-support/markup-faults.ts';
import { wrongNames } from '../../src-renderer/test-support/wrong-names.ts';
import { expect, row, type Face } from './face-test.ts';

const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** What stands for the names in an address. */
export type Ids = Readonly<Record<string, string>>;
/** The address of a route: its names filled in. */
export const fill = (route: string, ids: Ids) =>
  route.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(ids[name] ?? 'none'));

/**
 * What the component library says about a button that works is kept in its announcer for some seconds, and its label
 * with the button, which may be gone by then: nobody can find that element any more.
 */
const SPOKEN = /^role-img-alt: <div role="img" aria-labelledby="react-aria[^"]*"><\/div>$/;

/** The list is walked with the arrow keys of the search field above it, which axe cannot see. */
const WALKED_FROM_ABOVE =
  /^scrollable-region-focusable: <div [^>]*aria-label="Commands" role="menu"/;

/**
 * What axe finds on the screen that is open, in light and dark, one line each. `isOwn`: its markup is of ours, and not of
 * the viewer of the reference.
 */
export async function judge(page: Page, where: string, isOwn = true): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const judged = await findings(page, colorScheme === 'light' ? 'all' : 'colours');
    const here = judged.filter(
      (finding) => !SPOKEN.test(finding) && !WALKED_FROM_ABOVE.test(finding),
    );
    found.push(...here.map((finding) => `${where} ${colorScheme}: ${finding}`));
  }
  if (!isOwn) return found;
  const faults = [...(await faultsOfMarkup(page)), ...(await page.evaluate(wrongNames))];
  found.push(...faults.map((fault) => `${where}: ${fault}`));
  return found;
}

/** What axe does not look for, one line each. */
async function faultsOfMarkup(page: Page): Promise<readonly string[]> {
  return page.evaluate((faults) => {
    const tooTall = document.documentElement.scrollHeight - window.innerHeight;
    const found = faults.flatMap(([what, selector]) =>
      [...document.querySelectorAll(selector)].map(
        ({ outerHTML }) => `${what}: ${outerHTML.slice(0, 160)}`,
      ),
    );
    // What is drawn for a screen reader alone stretches the first frame that it is placed in.
    const scrolled = [...document.querySelectorAll('body *')].filter(
      (each) =>
        /auto|scroll/.test(getComputedStyle(each).overflowY) &&
        each.scrollHeight > each.clientHeight + 1,
    );
    const main = scrolled.find((each) => each.matches('main'));
    if (main !== undefined) {
      const around = scrolled.filter((each) => each !== main && each.contains(main));
      found.push(...around.map(({ className }) => `two scroll bars: also of ${className}`));
    }
    return tooTall > 0 && tooTall < 4 ? [...found, `the page is ${tooTall} px too tall`] : found;
  }, MARKUP_FAULTS);
}

/** The same for screen after screen. */
export async function judgeAll({ page, goTo }: Face, routes: readonly string[], ids: Ids) {
  const found: string[] = [];
  for (const route of routes) {
    await goTo(fill(route, ids));
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    found.push(...(await judge(page, route)));
  }
  return found;
}

/** A window of its own on the demo; and what stands for the names in its addresses. */
export async function openDemo(demo: Face): Promise<{ face: Face; ids: Ids }> {
  const page = await demo.openWindow();
  const goTo: Face['goTo'] = (address) => demo.goTo(address, page);
  // Read from the links, not by following them: what is still being loaded above a link moves it away from under a click.
  const idIn = async (name: RegExp | string, address: RegExp) => {
    const link = page.getByRole('link', { name }).first();
    await expect(link).toHaveAttribute('href', address);
    return address.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
  };
  const projectId = await idIn(/Microscope/, /projects\/([^/]+)/);
  await goTo(`/projects/${projectId}/files`);
  await row(page, 'plate-21.csv').click();
  const fileId = await idIn('Open as a page', /files\/([^/]+)$/);
  await goTo(`/projects/${projectId}/folders`);
  const folderId = await idIn('Change rules', /folders\/([^/]+)$/);
  return {
    face: { ...demo, page, goTo },
    ids: { projectId, fileId, folderId, section: 'spending' },
  };
}

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
