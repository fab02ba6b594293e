/**
 * Pictures of every address of the page and of what opens over it, in both themes and at every size it has to fit. A
 * screen that is wider than its window (WCAG 1.4.10) and an error of the page are faults, which are returned.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { ROUTES } from '../../src-renderer/paths.ts';
import { OVERLAYS } from './overlays.ts';

export interface Screen {
  readonly name: string;
  /** As in `paths.ts`, with names for what each lab has of its own. */
  readonly address: string;
  /** Opens what is to be seen above it, or changes what it says. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** Undoes what leaving the screen does not undo. */
  readonly close?: (page: Page) => Promise<unknown>;
}

interface Size {
  /** The last part of a picture's name. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

const WIDE: Size = { name: '1360', width: 1_360, height: 860, scale: 1 };
const SIZES: readonly Size[] = [
  WIDE,
  { name: '1024', width: 1_024, height: 768, scale: 1 },
  { name: '400', width: 400, height: 800, scale: 1 },
  { name: '320', width: 320, height: 640, scale: 1 },
  // What a window of 1280 x 720 holds when the browser shows everything at 200 %.
  { name: '1280-at-200', width: 640, height: 360, scale: 2 },
];

const THEMES = ['light', 'dark'] as const;

const PATIENCE_MS = 120_000; // for a busy computer
/** Where a picture ends at the latest. */
const MOST_PX = 6_000;
/** A screen is finished when it has not changed for so long. */
const QUIET_MS = 250;

const OF_ADMINISTRATORS = ['users', 'user'];
const SIGNED_OUT = ['welcome', 'signIn', 'register', 'activate', 'forgotPassword', 'resetPassword'];

export async function pictureEveryScreen(
  browser: Browser,
  /** Each opens one page. */
  nextAddress: () => Promise<string>,
  folder: string,
  /** Names of sizes; none: all. */
  wanted: readonly string[],
): Promise<readonly string[]> {
  const sizes = SIZES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const faults: string[] = [];
  const openPage = async (size: Size) => {
    const page = await browser.newPage({
      viewport: size,
      deviceScaleFactor: size.scale,
      reducedMotion: 'reduce',
    });
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(await nextAddress());
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const picture = async (screens: readonly Screen[], ids: Ids) => {
    for (const size of sizes) {
      const page = await openPage(size);
      const { origin } = new URL(page.url());
      for (const { name, address, open, close } of screens) {
        await page.goto('about:blank'); // what the screen before remembers is forgotten
        await page.goto(`${origin}/#${fill(address, ids)}`);
        await finished(page);
        await open?.(page);
        for (const theme of THEMES) {
          const file = `${name}-${theme}-${size.name}.png`;
          await page.emulateMedia({ colorScheme: theme });
          const excess = await page.evaluate(excessWidth);
          if (excess > 0) faults.push(`${file}: ${excess} px too wide`);
          await showAll(page, size);
          await page.screenshot({ path: path.join(folder, file) });
          await page.setViewportSize(size);
        }
        await close?.(page);
      }
      await page.close();
      process.stdout.write(`${screens.length} screens at ${size.name}\n`);
    }
  };

  await fs.mkdir(folder, { recursive: true });
  const page = await openPage(WIDE);
  const ids = await idsOfDemo(page);
  const others = new Set([...OF_ADMINISTRATORS, ...SIGNED_OUT]);
  const ofEverybody = Object.keys(ROUTES).filter((name) => !others.has(name));
  await picture([...named(ofEverybody), ...OVERLAYS], ids);
  await page.getByRole('button', { name: 'Sign in as' }).click();
  await page.getByRole('menuitem', { name: /^Administrator/ }).click();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const userId = await idIn(page, /^Robin/, /users\/([^/]+)$/);
  await picture(named(OF_ADMINISTRATORS), { userId });
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`**/#${ROUTES.signIn}`);
  await picture(named(SIGNED_OUT), {});
  await page.close();
  return faults;
}

const ADDRESSES: Readonly<Record<string, string>> = {
  ...ROUTES,
  // A file has an id of this computer on its own page, and that of the service here.
  certificate: ROUTES.certificate.replace(':fileId', ':proofId'),
};

function named(names: readonly string[]): readonly Screen[] {
  return names.map((name) => ({ name, address: ADDRESSES[name] ?? '' }));
}

/** Waits until nothing changes any more. */
async function finished(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(async (quietMs) => {
    await document.fonts.ready;
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, quietMs);
      new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(resolve, quietMs);
      }).observe(document.querySelector('main') ?? document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
  }, QUIET_MS);
}

/** By how much a screen is wider than its window, in pixels. What scrolls within it, such as a table, may be wider. */
function excessWidth(): number {
  const main = document.querySelector('main');
  const frames = [document.documentElement, main, main?.parentElement?.parentElement];
  return Math.max(...frames.map((frame) => (frame ? frame.scrollWidth - frame.clientWidth : 0)));
}

/** Makes the window as high as the screen in it; not at 200 %, where the picture shows how little is seen at once. */
async function showAll(page: Page, { width, height, scale }: Size): Promise<void> {
  if (scale > 1 || (await page.locator('[role$="dialog"]').count()) > 0) return;
  const below = await page.evaluate(() => {
    const main = document.querySelector('main');
    return [main, main?.parentElement?.parentElement]
      .map((frame) => (frame ? frame.scrollHeight - frame.clientHeight : 0))
      .reduce((sum, hidden) => sum + hidden);
  });
  if (below > 0) await page.setViewportSize({ width, height: Math.min(height + below, MOST_PX) });
}

/** What stands for the names in an address. */
type Ids = Readonly<Record<string, string>>;

function fill(route: string, ids: Ids): string {
  return route.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${route}: the demo has no example of ${name}`);
    return encodeURIComponent(id);
  });
}

/** An example of everything that has an address of its own; it gets a first audit for that. */
async function idsOfDemo(page: Page): Promise<Ids> {
  const projectId = await idIn(page, /Microscope/, /projects\/([^/]+)/);
  const secondaryId = await idIn(page, /EEG/, /projects\/([^/]+)/);
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/#/projects/${projectId}/folders`);
  const folderId = await idIn(page, 'Change rules', /folders\/([^/]+)$/);
  await page.goto(`${origin}/#/projects/${projectId}/files`);
  await page.getByRole('row', { name: 'plate-21.csv' }).filter({ hasText: 'Notarized' }).click();
  const fileId = await idIn(page, 'Open as a page', /files\/([^/]+)$/);
  await page.getByRole('button', { name: 'Open certificate' }).click();
  await page.waitForURL(/certificate$/);
  const proofId = /files\/([^/]+)/.exec(page.url())?.[1] ?? '';
  await page.goto(`${origin}/#${ROUTES.audits}`);
  await page
    .getByRole('button', { name: /^Audit now: / })
    .first()
    .click();
  await page.waitForURL(/audits\/\d+/);
  const runId = /\d+$/.exec(page.url())?.[0] ?? '';
  return { projectId, secondaryId, folderId, fileId, proofId, runId, section: 'spending' };
}

/** Read from the address of a link, which is not followed. */
async function idIn(page: Page, link: RegExp | string, address: RegExp): Promise<string> {
  const href = await page.getByRole('link', { name: link }).first().getAttribute('href');
  return address.exec(href ?? '')?.[1] ?? '';
}
