/**
 * The page of evidence bundles in the browsers that strangers have: hostile names, and files of a kilobyte, 100 MB and 3 GB
 * whole and with a changed byte, and how long it takes (said, not judged). A browser that this computer lacks is passed over.
 */
import fs from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { writeBag } from '../support/evidence-bag.ts';
import { BROWSERS, type StrangeBrowser } from '../support/strange-browsers.ts';

const PAGE = pathToFileURL(
  fileURLToPath(new URL('../../out/main/verify.html', import.meta.url)),
).href;
const SIZES = { '1 kB': 1_000, '100 MB': 100_000_000, '3 GB': 3_000_000_000 };
const LARGEST = 'data/files/large.raw';

/** Classes of the answer and of the row of the only file; empty while it reads. */
const SEEN = `[...document.querySelectorAll('.answer, tbody tr')].map(({ className }) => className)`;
/**
 * A driver chooses files and no folder. Where each is in the bundle is told to the page as a browser tells it of a chosen
 * folder; what is read and compared is the files themselves.
 */
const tellPaths = (paths: Readonly<Record<string, string>>) =>
  `Object.defineProperty(File.prototype, 'webkitRelativePath', { configurable: true, get() {
    return ${JSON.stringify(paths)}[this.name] ?? '';
  } }) !== null`;

async function see(browser: StrangeBrowser, folder: string): Promise<unknown> {
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());
  await browser.open(PAGE);
  await browser.ask(
    tellPaths(Object.fromEntries(names.map((name) => [path.basename(name), `bag/${name}`]))),
  );
  await browser.choose(
    'input[type=file]:not([webkitdirectory])',
    names.map((name) => path.join(folder, name)),
  );
  await expect
    .poll(() => browser.ask(SEEN), { timeout: 600_000, intervals: [100] })
    .not.toHaveLength(0);
  return browser.ask(SEEN);
}

/** As the others are driven. */
const asStrange = (page: Page): StrangeBrowser => ({
  open: async (address) => void (await page.goto(address)),
  ask: (expression) => page.evaluate(expression),
  choose: (selector, files) => page.locator(selector).setInputFiles([...files]),
  close: async () => undefined,
});

const DRIVERS = { Chromium: null, ...BROWSERS };
type Name = keyof typeof DRIVERS;
const NAMES = Object.keys(DRIVERS) as Name[];

/** Skips the test where the computer lacks the browser. */
async function useBrowser(
  name: Name,
  page: Page,
  work: (browser: StrangeBrowser) => Promise<void>,
) {
  test.setTimeout(1_200_000);
  const startBrowser = DRIVERS[name];
  test.skip(name !== 'Chromium' && startBrowser === null, `${name} is not on this computer`);
  const browser = startBrowser === null ? asStrange(page) : await startBrowser();
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

const CHEER = '<img src=x onerror="window.wasRun=true">';

for (const name of NAMES) {
  test(`hostile names, documents and addresses stay text in ${name}`, async ({ page }, info) => {
    const folder = info.outputPath('bag');
    const part = { name: `${CHEER}.raw`, content: CHEER, certificate: { FileHash: CHEER } };
    writeBag(folder, [part], `javascript:${CHEER}`);
    await useBrowser(name, page, async (browser) => {
      expect(await see(browser, folder)).toContain('answer bad');
      const found = `['wasRun' in window, document.querySelector('img, a, iframe, main script')]`;
      expect(await browser.ask(found)).toEqual([false, null]);
      expect(await browser.ask('document.querySelector("tbody th").innerText')).toContain(CHEER);
    });
  });
}

// One after the other: each of them reads gigabytes.
test.describe.configure({ mode: 'default' });

for (const [size, bytes] of Object.entries(SIZES)) {
  test.describe(`a file of ${size}`, () => {
    let folder = '';
    test.beforeAll(() => {
      folder = test.info().outputPath('bag');
      writeBag(folder, [{ name: 'large.raw', content: bytes }], 'https://notary.example/api');
    });
    test.afterAll(() => fs.rmSync(folder, { recursive: true }));

    for (const name of NAMES) {
      test(`in ${name}`, async ({ page }) =>
        useBrowser(name, page, async (browser) => {
          const beganMs = performance.now();
          const whole = await see(browser, folder);
          const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
          console.log(`${name}, ${size}: ${seconds} s`);
          expect(whole).toContain('answer good');
          expect(whole).toContain('good');

          writeByte(path.join(folder, LARGEST), bytes / 2, 1);
          const changed = await see(browser, folder);
          writeByte(path.join(folder, LARGEST), bytes / 2, 0);
          expect(changed).toContain('answer bad');
          expect(changed).toContain('bad');
        }));
    }
  });
}

function writeByte(file: string, at: number, value: number): void {
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, Uint8Array.of(value), 0, 1, at);
  fs.closeSync(handle);
}
