import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, type Page, chromium } from '@playwright/test';
import { openLab } from '../../e2e/support/lab.ts';
import { addressOf } from '../../e2e/support/page-address.ts';
import { fillFolder } from '../../e2e/support/fill-folder.ts';
import { systemChromium } from '../../scripts/system-chromium.mjs';
import {
  NO_FIGURES,
  percentile,
  type Contestant,
  type Figures,
  type Quantity,
} from '../contest.ts';
import type { Workload } from '../peers.ts';

const OUT = fileURLToPath(new URL('../../out/', import.meta.url));
const VIEW = { width: 1_280, height: 800 };
const UPLOADS = 8;
// More than small: those would go beside the counted places. As many as it takes until all places are taken and measured.
const UPLOAD_BYTES = 9_000_000;
const UPLOAD_FILES = 150;
const ANSWER_AFTER_MS = 4_000; // as long as the service takes over one of them
const KEYS = 120;
const KEY_EVERY_MS = 40;
const PLAIN_ROWS = 20_000;

const MOUNT = 'mount';
const FRAME = 'frame, p95';
const HEAP = 'script memory';
const PAINT = 'start to first paint';
const PAGE = 'start to the page';
const KEY = 'key to frame, p95';

export const face: Workload = {
  name: 'face',
  says: (size) =>
    `The page of \`labseal serve\` in Chromium without a window. A list of ${size.toLocaleString('en')} files: from a step inside the page to its rows, frames while the wheel turns, memory of scripts; beside it a bare list of the browser. Then from the start of the program to the first thing painted and to its page, and from a key to its frame while ${UPLOADS} files are sent.`,
  unit: 'rows',
  sizes: [200_000],
  rounds: 3,
  warmUp: false,
  isRated: false,
  plotted: FRAME,
  async prepare(size, { after }) {
    const system = systemChromium();
    const browser = await chromium.launch(system === undefined ? {} : { executablePath: system });
    after.defer(() => browser.close());
    const inPage = (name: string, part: Contestant['part'], work: Work): Contestant => ({
      name,
      part,
      run: () => measured(browser, work),
    });
    return {
      contestants: [
        inPage('the list of files', 'labseal', (page) => listFiles(page, size)),
        inPage('a bare list', 'limit', scrollBareList),
        inPage('labseal serve', 'labseal', paintFirst),
        inPage(`labseal serve, ${UPLOADS} uploads`, 'labseal', typeBesideUploads),
      ],
      budgets: [
        { ours: 'the list of files', figure: MOUNT, atMost: 100 },
        { ours: 'the list of files', figure: FRAME, atMost: 17 }, // sixty a second
        { ours: 'the list of files', figure: HEAP, atMost: 40_000_000 },
        { ours: 'labseal serve', figure: PAINT, atMost: 1_000 },
      ],
    };
  },
};

type Work = (page: Page) => Promise<Readonly<Record<string, Quantity>>>;

async function measured(browser: Browser, work: Work): Promise<Figures> {
  const page = await browser.newPage({ viewport: VIEW });
  try {
    return { ...NO_FIGURES, others: await work(page) };
  } finally {
    await page.close();
  }
}

async function listFiles(page: Page, rows: number) {
  const { lab, close } = await openLab();
  try {
    await lab.signIn();
    await fs.promises.mkdir(lab.at('ms2'));
    fillFolder(lab, await lab.watch('ms2'), rows);
    const program = lab.start(['serve'], { env: { LABSEAL_SERVER: lab.mock.url } });
    await page.goto((await addressOf(program)).address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const files = `#/projects/${await lab.projectId()}/files`;
    const list = `[aria-rowcount="${rows + 1}"]`; // the head is a row too
    const goTo = (hash: string) => page.evaluate((to) => void (location.hash = to), hash);
    await goTo(files); // loads what belongs to it
    await page.getByRole('row', { name: 'sample' }).first().waitFor();
    await goTo('#/activity');
    await page.locator(list).waitFor({ state: 'detached' });
    const mountMs = await timeToShow(page, files, `${list} [aria-rowindex="2"]`);
    await page.getByRole('grid').hover();
    const frames = await framesWhileScrolling(page);
    return {
      [MOUNT]: { value: mountMs, unit: 'ms' },
      [FRAME]: { value: percentile(frames, 0.95), unit: 'ms' },
      [HEAP]: { value: await heapBytes(page), unit: 'bytes' },
    } as const;
  } finally {
    await close();
  }
}

async function scrollBareList(page: Page) {
  const rows = Array.from({ length: PLAIN_ROWS }, (_, row) => `<div>sample ${row}</div>`);
  await page.setContent(`<main>${rows.join('')}</main>`);
  await page.locator('main').hover();
  const frames = await framesWhileScrolling(page);
  return { [FRAME]: { value: percentile(frames, 0.95), unit: 'ms' } } as const;
}

async function paintFirst(page: Page) {
  const { lab, close } = await openLab();
  try {
    await lab.signIn();
    const startedAtMs = performance.timeOrigin + performance.now();
    const program = lab.start(['serve'], { env: { LABSEAL_SERVER: lab.mock.url } });
    await page.goto((await addressOf(program)).address);
    const paintMs = (await firstPaintAtMs(page)) - startedAtMs;
    return {
      [PAINT]: { value: paintMs, unit: 'ms' },
      [PAGE]: { value: (await headingAtMs(page)) - startedAtMs, unit: 'ms' },
      'whole page, packed': { value: packedBytes(), unit: 'bytes' },
    } as const;
  } finally {
    await close();
  }
}

async function typeBesideUploads(page: Page) {
  const { lab, close } = await openLab();
  try {
    await lab.signIn();
    for (let file = 0; file < UPLOAD_FILES; file += 1) {
      const large = await lab.write(`data/large-${file}.raw`, `file ${file}\n`);
      fs.truncateSync(large, UPLOAD_BYTES);
    }
    await lab.watch('data', '--budget', String(UPLOAD_FILES), '--check', 'never');
    await lab.mock.fault({
      endpoint: 'uploadPrivateFile',
      do: { kind: 'delay-answer', ms: ANSWER_AFTER_MS },
    });
    const { code, stderr } = await lab.run(['transfer', 'parallel', String(UPLOADS)]);
    if (code !== 0) throw new Error(stderr);
    const program = lab.start(['serve'], { env: { LABSEAL_SERVER: lab.mock.url } });
    await page.goto((await addressOf(program)).address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const address = page.url().split('#')[0] ?? '';
    await page.goto(`${address}#/projects/${await lab.projectId()}/files`);
    // It begins with three, and takes one more as long as that sends more.
    const status = page.getByRole('contentinfo');
    await status.getByText(`Sending ${UPLOADS} files`).waitFor({ timeout: 240_000 });
    await page.getByRole('searchbox').first().focus();
    const seenMs = await timesOfKeys(page, KEYS, KEY_EVERY_MS);
    return { [KEY]: { value: percentile(seenMs, 0.95), unit: 'ms' } } as const;
  } finally {
    await close();
  }
}

function packedBytes(): number {
  const parts = fs.globSync(path.join(OUT, 'renderer', 'assets', '*.{js,mjs,css}'));
  return parts.reduce((sum, file) => sum + gzipSync(fs.readFileSync(file)).length, 0);
}

const FRAMES = 120;
const WHEEL_PIXELS = 4_000;

/** Milliseconds from one frame to the next while the wheel turns over what the pointer is on. */
async function framesWhileScrolling(page: Page): Promise<readonly number[]> {
  const frames = page.evaluate((count) => {
    return new Promise<number[]>((resolve) => {
      const times: number[] = [];
      let before = performance.now();
      const frame = (now: number) => {
        times.push(now - before);
        before = now;
        if (times.length < count) requestAnimationFrame(frame);
        else resolve(times);
      };
      requestAnimationFrame(frame);
    });
  }, FRAMES);
  for (let turn = 0; turn < FRAMES / 2; turn += 1) await page.mouse.wheel(0, WHEEL_PIXELS);
  return frames;
}

/** What scripts hold once everything that can go is gone. */
async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** From a change of the address inside the page to the frame in which something that fits the selector is there. */
function timeToShow(page: Page, hash: string, selector: string): Promise<number> {
  return page.evaluate(
    ([address, wanted]) => {
      const began = performance.now();
      location.hash = address;
      return new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector(wanted) === null) requestAnimationFrame(look);
          else resolve(performance.now() - began);
        };
        requestAnimationFrame(look);
      });
    },
    [hash, selector] as const,
  );
}

/** When the page first showed something, in milliseconds since 1970; waits for it. */
function firstPaintAtMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (;;) {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (paint !== undefined) return performance.timeOrigin + paint.startTime;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
}

/** When the page had its heading, in milliseconds since 1970; waits for it. */
function headingAtMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    while (document.querySelector('h1') === null) await new Promise(requestAnimationFrame);
    return performance.timeOrigin + performance.now();
  });
}

/** From keys to the frames that show them. */
async function timesOfKeys(page: Page, keys: number, everyMs: number) {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seenMs: seen });
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => seen.push(performance.now() - timeStamp))),
      true,
    );
  });
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press(key % 8 === 7 ? 'Control+A' : 'l');
    await page.waitForTimeout(everyMs);
  }
  return page.evaluate(() => (window as unknown as { seenMs: number[] }).seenMs);
}
