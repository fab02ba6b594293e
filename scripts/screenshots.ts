/**
 * `npm run screenshots`: the pictures of the README and of the guide. They are of the built page on the demo, whose lab and
 * service are made up, so that nothing in a picture is anybody's.
 * `npm run screenshots -- --every DIR`: every screen at every size instead, to be looked at, or with `--size 1360` at some; a
 * screen that does not fit its window, or an error of the page, ends it with 1.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { pageAddressIn } from '../e2e/support/page-address.ts';
import { HOME_NAME, pictureForGuide } from './screenshots/guide-pictures.ts';
import { pictureEveryScreen } from './screenshots/every-screen.ts';
import { systemChromium } from './system-chromium.mjs';
import { tellUsage } from './tell-usage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'docs', 'pictures');
const VIEWPORT = { width: 1_360, height: 820 };

/** By the name of the picture: how to get there from where the demo is opened. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  async files(page) {
    await toProject(page);
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.getByRole('row', { name: 'plate-03 (copy).csv' }).click();
    await page.getByRole('complementary', { name: 'Details' }).waitFor();
  },
  async certificate(page) {
    await toProject(page);
    await page.getByRole('row', { name: 'plate-22.csv' }).click();
    await page.getByRole('button', { name: 'Open certificate' }).click();
    await page
      .getByRole('region', { name: /^Page 1 of/ })
      .getByText('plate-22.csv')
      .waitFor();
  },
  async credits(page) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Credits/ })
      .click();
    await page.getByRole('main').getByRole('row').nth(1).waitFor();
  },
};

async function toProject(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: /Microscope/ }).click();
  await page.getByRole('row', { name: 'plate-22.csv' }).getByText('Notarized').waitFor();
}

tellUsage(import.meta.url);
const { values } = parseArgs({
  options: { every: { type: 'string' }, size: { type: 'string', multiple: true, default: [] } },
});
// Nobody's home is in a picture.
const home = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-pictures-')), HOME_NAME);
await fs.mkdir(home);
const demo = spawn(path.join(root, 'bin', 'labseal'), ['serve', '--demo'], {
  env: { ...process.env, HOME: home, USERPROFILE: home },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => demo.once('close', resolve));
const system = systemChromium();
const browser = await chromium.launch(system === undefined ? {} : { executablePath: system });
try {
  const said = await saidByDemo();
  const nextAddress = async () => (await pageAddressIn(said))?.address ?? '';
  if (values.every === undefined) {
    await pictureInEnglish(nextAddress);
    for (const picture of await pictureForGuide(browser, nextAddress, folder))
      await report(picture);
  } else {
    const faults = await pictureEveryScreen(
      browser,
      nextAddress,
      path.resolve(values.every),
      values.size,
    );
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
} finally {
  await browser.close();
  demo.kill('SIGTERM');
  await ended;
  await fs.rm(path.dirname(home), { recursive: true, force: true });
}

async function pictureInEnglish(nextAddress: () => Promise<string>): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  for (const [name, go] of Object.entries(SCREENS)) {
    const page = await browser.newPage({
      viewport: VIEWPORT,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    await page.goto(await nextAddress());
    await go(page);
    await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' });
    await page.evaluate(() => document.fonts.ready);
    const picture = path.join(folder, `${name}-light.png`);
    await page.screenshot({ path: picture });
    await report(picture);
    await page.close();
  }
}

async function report(picture: string): Promise<void> {
  const { size } = await fs.stat(picture);
  process.stdout.write(`${path.relative(root, picture)}  ${Math.round(size / 1_000)} kB\n`);
}

/** What it said by the time its address was in it. */
async function saidByDemo(): Promise<string> {
  let spoken = '';
  for await (const text of demo.stdout.setEncoding('utf8')) {
    spoken += String(text);
    if ((await pageAddressIn(spoken)) !== null) return spoken;
  }
  throw new Error('labseal serve --demo ended at once');
}
