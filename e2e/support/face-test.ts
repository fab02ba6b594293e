/**
 * Labseal as a person meets it: the built program with `serve`, its page in a real browser, opened with its key. What
 * the browser complains of (an error, a warning, a breach of the policy) fails the test at its end.
 */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import {
  expect as expectSoon,
  openLab,
  test as labTest,
  type Lab,
  type RunOptions,
} from './lab.ts';
import { countEffort, type Effort, EFFORT, JOURNEY } from './count-effort.ts';
import { addressOf } from './page-address.ts';
import type { Person } from './people.ts';
import type { Running } from './program.ts';

/** Long enough for a busy computer, and for a file that goes through several stages. */
const SOON_MS = 30_000;
export const expect = expectSoon.configure({ timeout: SOON_MS });

export interface Face {
  /** The person's window. */
  readonly page: Page;
  readonly origin: string;
  readonly program: Running;
  /** Another window on the same Labseal. */
  readonly openWindow: () => Promise<Page>;
  /** Goes to another page by its address, and waits until its heading is there. */
  readonly goTo: (address: string, page?: Page) => Promise<void>;
  /** What the hand did so far, in all windows of the test. */
  readonly effort: Readonly<Effort>;
  /** What the browser will rightly say in this test, such as that the host went away. */
  readonly allow: (complaint: RegExp) => void;
}

/** Serves the lab's data folder and opens its page. */
export type OpenFace = (
  lab: Lab,
  options?: RunOptions & { args?: readonly string[] },
) => Promise<Face>;

interface FaceFixtures {
  readonly openFace: OpenFace;
}

interface SharedFaces {
  /** The demo, its files where they get to: opened once, for tests that look and leave everything as it was. */
  readonly demo: Face;
}

export const test = labTest.extend<FaceFixtures, SharedFaces>({
  openFace: async ({ context }, use, { annotations, tags }) => {
    const faces = await watchedFaces(context);
    await use(faces.open);
    const { clicks, fields } = faces.effort;
    if (tags.includes(JOURNEY))
      annotations.push({ type: EFFORT, description: `${clicks} | ${fields}` });
    faces.expectNoComplaints();
  },
  demo: [
    async ({ browser }, use) => {
      const { lab, close } = await openLab();
      const context = await browser.newContext();
      const faces = await watchedFaces(context);
      const face = await faces.open(lab, { args: ['--demo'] });
      await face.page
        .getByRole('link', { name: /Microscope/ })
        .first()
        .click();
      await expect(row(face.page, 'plate-21.csv')).toContainText('Notarized');
      await use(face);
      faces.expectNoComplaints();
      await context.close();
      await close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

interface WatchedFaces {
  readonly effort: Readonly<Effort>;
  readonly open: OpenFace;
  readonly expectNoComplaints: () => void;
}

/** Opens Labseal in this browser, and keeps what the browser complains of. */
async function watchedFaces(context: BrowserContext): Promise<WatchedFaces> {
  const complaints: string[] = [];
  const allowed: RegExp[] = [];
  await listen(context, complaints);
  const effort = await countEffort(context);
  context.setDefaultTimeout(SOON_MS);
  return {
    effort,
    async open(lab, { args = [], env, ...options } = {}) {
      const program = lab.start(['serve', ...args], {
        ...options,
        env: { LABSEAL_SERVER: lab.mock.url, ...env },
      });
      const { origin } = await addressOf(program);
      const openWindow = async () => {
        const page = await context.newPage();
        await page.goto((await addressOf(program)).address);
        await expect(title(page)).toBeVisible();
        return page;
      };
      const page = await openWindow();
      return {
        page,
        origin,
        program,
        effort,
        openWindow,
        allow: (complaint) => void allowed.push(complaint),
        async goTo(address, where = page) {
          if (where.url() === `${origin}/#${address}`) return;
          // Another page has a heading of its own; until it is there the old one stays in sight.
          await title(where).evaluate((heading) => heading.setAttribute('data-left', ''));
          await where.goto(`${origin}/#${address}`);
          await expect(where.locator('h1:not([data-left])')).toBeVisible();
        },
      };
    },
    expectNoComplaints() {
      const rest = complaints.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      expect(rest).toEqual([]);
    },
  };
}

/** Every window of the browser, from its first byte. */
async function listen(context: BrowserContext, complaints: string[]): Promise<void> {
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await context.addInitScript(() => {
    window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
}

/** What the browser says of a host that ended; reset: a request that was under way. To be allowed. */
export const HOST_ENDED = /WebSocket|ERR_CONNECTION_RE(FUSED|SET)/;

/** The page says that its host is away; so does each part of it that could not be fetched, in its place. */
export const AWAY = /^(?!.*could not be loaded).*Labseal does not answer/s;

export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

export const button = (where: Page | Locator, name: string | RegExp): Locator =>
  where.getByRole('button', { name });

/** A field by its whole label. */
export const field = (where: Page | Locator, label: string): Locator =>
  where.getByLabel(label, { exact: true });

/** The row of a list or a table that shows this name. */
export const row = (where: Page | Locator, name: string | RegExp): Locator =>
  where.getByRole('row', { name });

/** What the page says by itself: politely, or at once. */
export const said = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });

/** From the form a person sees, whose service is filled in. */
export async function signInOn(page: Page, { email, password }: Person): Promise<void> {
  await field(page, 'E-mail').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
}
