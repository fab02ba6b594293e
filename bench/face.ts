/**
 * Measures the built page in a real browser: a list of 200,000 files (first rows, scrolling, memory), how soon a key
 * is seen while large files are sent, and what each part of the page weighs. The long list is the built page on the played
 * core of the gallery, so that the page alone is measured; the uploads are real, through `labseal serve`.
 * Usage: npm run build && node bench/face.ts [rows = 200000]
 */
import { globSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { systemChromium } from '../scripts/prepare/system-chromium.mjs';
import { openLab } from '../e2e/support/lab.ts';
import { serveFolder } from '../e2e/support/static-site.ts';

const rows = Number(process.argv[2] ?? 200_000);
const root = fileURLToPath(new URL('..', import.meta.url));
const UPLOADS = 8;
// More than small: those would go beside the counted places. As many as it takes until all places are taken and measured.
const UPLOAD_BYTES = 9_000_000;
const UPLOAD_FILES = 150;
const ANSWER_AFTER_MS = 4_000; // as long as the service takes over one of them
const KEYS = 120;
const KEY_EVERY_MS = 40;
const SCROLLS = 120;
const KILOBYTE = 1_000;

const lines: string[] = [];
const tell = (what: string, figure: string) => lines.push(`${what.padEnd(52)} ${figure}`);
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const size = (bytes: number) => `${(bytes / KILOBYTE).toFixed(1)} kB`.padStart(10);
const spread = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const [median, p95, most] = [at(sorted, 0.5), at(sorted, 0.95), at(sorted, 1)];
  return `median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, most ${most.toFixed(0)} ms`;
};

const system = systemChromium();
const browser = await chromium.launch(system === undefined ? {} : { executablePath: system });
try {
  await measureList(browser);
  await measureUploads(browser);
} finally {
  await browser.close();
}
weighParts();
process.stdout.write(`${lines.join('\n')}\n`);

async function measureList(within: Browser): Promise<void> {
  const site = await serveFolder(path.join(root, 'out', 'gallery'));
  const page = await within.newPage({ viewport: { width: 1_280, height: 800 } });
  try {
    await page.goto(`${site.url}/?rows=${rows}#/projects/p1/files`);
    await page.getByRole('row', { name: 'sample' }).first().waitFor();
    const firstRowsMs = await page.evaluate(() => performance.now());
    tell(`list of ${rows} files: from opening to its first rows`, `${firstRowsMs.toFixed(0)} ms`);
    await page.getByRole('grid').hover();
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
    }, SCROLLS);
    for (let turn = 0; turn < SCROLLS / 2; turn += 1) await page.mouse.wheel(0, 4_000);
    tell('  frames while it is scrolled by the wheel', spread(await frames));
    tell('  rows in the document', String(await page.getByRole('row').count()));
    tell('  memory of scripts after it', `${((await heapOf(page)) / 1e6).toFixed(1)} MB`);
  } finally {
    await page.close();
    await site.close();
  }
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** From a key to the frame that shows it, while the host is as busy as it gets. */
async function measureUploads(within: Browser): Promise<void> {
  const { lab, close } = await openLab();
  const page = await within.newPage({ viewport: { width: 1_280, height: 800 } });
  try {
    await lab.signIn();
    for (let file = 0; file < UPLOAD_FILES; file += 1) {
      const large = await lab.write(`data/large-${file}.raw`, '');
      writeFileSync(large, `file ${file}\n`);
      truncateSync(large, UPLOAD_BYTES);
    }
    await lab.watch('data', '--budget', String(UPLOAD_FILES), '--check', 'never');
    await lab.mock.fault({
      endpoint: 'uploadPrivateFile',
      do: { kind: 'delay-answer', ms: ANSWER_AFTER_MS },
    });
    const { code, stderr } = await lab.run(['transfer', 'parallel', String(UPLOADS)]);
    if (code !== 0) throw new Error(stderr);
    const program = lab.start(['serve'], { env: { LABSEAL_SERVER: lab.mock.url } });
    await program.said('Labseal is running at');
    await page.goto(/http:\S+/.exec(program.spoken())?.[0] ?? '');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const address = page.url().split('#')[0] ?? '';
    await page.goto(`${address}#/projects/${await lab.projectId()}/files`);
    // It begins with three, and takes one more as long as that sends more.
    const status = page.getByRole('contentinfo');
    await status.getByText(`Sending ${UPLOADS} files`).waitFor({ timeout: 240_000 });
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
    const search = page.getByRole('searchbox').first();
    await search.focus();
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press(key % 8 === 7 ? 'Control+A' : 'l');
      await page.waitForTimeout(KEY_EVERY_MS);
    }
    const seenMs = await page.evaluate(() => (window as unknown as { seenMs: number[] }).seenMs);
    const now = (await status.innerText()).split('\n')[0] ?? '';
    tell(`files of ${UPLOAD_BYTES / 1e6} MB, at the last key`, now);
    tell('  from a key to the frame that shows it', spread(seenMs));
  } finally {
    await page.close();
    await close();
  }
}

function weighParts(): void {
  const parts = globSync('out/renderer/assets/*.{js,mjs,css}', { cwd: root })
    .map((name) => {
      const bytes = readFileSync(path.join(root, name));
      return { name: path.basename(name), bytes: bytes.length, packed: gzipSync(bytes).length };
    })
    .toSorted((a, b) => b.packed - a.packed);
  tell('part of the page', `${'packed'.padStart(10)} ${'whole'.padStart(10)}`);
  for (const { name, bytes, packed } of parts.slice(0, 14)) {
    tell(`  ${name}`, `${size(packed)} ${size(bytes)}`);
  }
  const sum = (of: 'bytes' | 'packed') => parts.reduce((total, part) => total + part[of], 0);
  tell(`  all ${parts.length}`, `${size(sum('packed'))} ${size(sum('bytes'))}`);
  const page = statSync(path.join(root, 'out', 'renderer', 'index.html'));
  tell('  index.html', `${' '.repeat(10)} ${size(page.size)}`);
}
