/** Pictures of the guide alone: in the language of the text, and the page for somebody without Labseal. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { writeBag } from '../../e2e/support/evidence-bag.ts';
import { pathTo } from '../../src-renderer/paths.ts';
import type { Words } from '../../src-renderer/words/en.ts';
import { wordsOf } from '../../src-renderer/words/words-context.ts';
import { certificateOf } from '../../src-shared/evidence/test-support/genuine-bundle.ts';
import type { Language } from '../../src-shared/model/words/languages.ts';

/** What the home of the person in the pictures is called. */
export const HOME_NAME = 'researcher';

const VERIFY_PAGE = fileURLToPath(new URL('../../out/main/verify.html', import.meta.url));
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', it: 'it-IT' };
/** By whether they are of the demo; those that are not open a page of their own. */
const OF_DEMO: Readonly<Record<string, (page: Page, words: Words) => Promise<unknown>>> = {
  files: (page) => openFiles(page),
  async watch(page) {
    await goTo(page, pathTo('watch'));
    await page.getByRole('main').getByText(HOME_NAME).waitFor();
  },
  credits: (page) => goTo(page, pathTo('credits')),
  async certificate(page, { files }) {
    await openFiles(page);
    await page.getByRole('row', { name: 'plate-22.csv' }).click();
    await page.getByRole('button', { name: files.actions.certificate }).click();
    await page.getByRole('region', { name: /1/ }).getByText('plate-22.csv').first().waitFor();
  },
};
/** The others of the English guide are screenshots.ts's own. */
const WANTED: Readonly<Record<Language, readonly string[]>> = {
  en: ['watch', 'proof'],
  it: ['files', 'watch', 'credits', 'certificate', 'proof'],
};

/** Answers with the files it wrote. */
export async function pictureForGuide(
  browser: Browser,
  nextAddress: () => Promise<string>,
  folder: string,
): Promise<readonly string[]> {
  const pictures: string[] = [];
  for (const language of ['en', 'it'] as const) {
    for (const name of WANTED[language]) {
      const page = await browser.newPage({
        viewport: { width: 1_100, height: 720 },
        locale: LOCALES[language],
        colorScheme: 'light',
        reducedMotion: 'reduce',
      });
      const go = OF_DEMO[name];
      if (go === undefined) await openProof(page);
      else {
        await page.goto(await nextAddress());
        await page.getByRole('heading', { level: 1 }).waitFor();
        await go(page, wordsOf(language));
        await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' });
      }
      await page.evaluate(() => document.fonts.ready);
      const picture = path.join(folder, `${name}-${language}.png`);
      await page.screenshot({ path: picture });
      pictures.push(picture);
      await page.close();
    }
  }
  return pictures;
}

async function goTo(page: Page, address: string): Promise<void> {
  // Another page has a heading of its own; until it is there the old one stays in sight.
  await page.locator('h1').evaluate((heading) => heading.setAttribute('data-left', ''));
  await page.evaluate((hash) => location.assign(hash), `#${address}`);
  await page.locator('h1:not([data-left])').waitFor();
}

async function openFiles(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Microscope/ })
    .first()
    .click();
  await page.getByRole('row', { name: 'plate-22.csv' }).waitFor();
}

/** The page with a small bundle on it. */
async function openProof(page: Page): Promise<void> {
  const bag = await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-proof-'));
  try {
    const contents = { 'run-14.raw': 'signal', 'peaks.csv': '1,2' };
    const parts = Object.entries(contents).map(([name, content], at) => ({
      name,
      content,
      certificate: certificateOf(name, content, at + 1),
    }));
    writeBag(bag, parts, 'https://notary.example');
    await page.goto(pathToFileURL(VERIFY_PAGE).href);
    await page.locator('input[type=file]').first().setInputFiles(bag);
    await page.locator('.answer').first().waitFor();
  } finally {
    await fs.rm(bag, { recursive: true });
  }
}
