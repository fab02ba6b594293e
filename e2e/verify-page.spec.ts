/** The page that checks a bundle without Labseal, opened from a disk as a stranger does. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, type Page, test as base } from '@playwright/test';
import { writeBag, writeZip } from './support/evidence-bag.ts';
import { judge } from './support/accessibility.ts';

const PAGE = pathToFileURL(fileURLToPath(new URL('../out/main/verify.html', import.meta.url))).href;
const SERVICE = 'https://notary.example/api';
const CHEER = '<img src=x onerror="window.wasRun=true">';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const part = (name: string, certificate?: unknown) => ({ name, content: name, certificate });
const refusal = (of: string) => expect.stringMatching(new RegExp(of));

interface Stranger {
  /** A folder of the test's own. */
  readonly folder: string;
  readonly choose: (...names: readonly string[]) => Promise<void>;
}

/** What the browser complains of, and every request beside the page itself, fails the test. */
const test = base.extend<{ stranger: Stranger }>({
  stranger: async ({ page, context }, use, info) => {
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => complaints.push(message.text()));
    context.on('request', (request) => {
      if (!request.url().startsWith('blob:') && request.url() !== PAGE)
        complaints.push(request.url());
    });
    await page.goto(PAGE);
    const folder = info.outputPath('bag');
    fs.mkdirSync(folder, { recursive: true });
    const inputs = page.locator('input[type=file]');
    await use({
      folder,
      async choose(...names) {
        const isFolder = names.length === 0;
        const files = names.map((name) => path.join(folder, name));
        await inputs.nth(isFolder ? 0 : 1).setInputFiles(isFolder ? folder : files);
        await expect(
          page.locator('.answer, .result p:not(.reading, .aloud)').first(),
        ).toBeVisible();
      },
    });
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
    expect(complaints).toEqual([]);
  },
});

const answer = (page: Page) => page.locator('.answer');
const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name });

/** Dropped as the desktop drops: a folder or files of the disk, which the browser reads itself. */
async function drop(page: Page, ...files: readonly string[]): Promise<void> {
  const zone = await page.locator('.drop').boundingBox();
  const { x = 0, y = 0 } = zone ?? {};
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data });
  }
  await expect(page.locator('.answer, .result p:not(.reading, .aloud)').first()).toBeVisible();
}

test('a whole bundle reads as good news with one open step', async ({
  page,
  stranger: { folder, choose },
}) => {
  const certificate = {
    file: { id: '7202deca-1' },
    FileHash: sha256('signal'),
    FileHashMethod: 'SHA-256',
    owner: { name: 'Ada Løvland' },
    recorded: '2026-11-12T09:00:00Z',
    verifyUrl: `${SERVICE}/verify/7202deca-1`,
  };
  writeBag(folder, [{ name: 'run.raw', content: 'signal', certificate }], SERVICE);
  await choose();
  await expect(answer(page)).toHaveClass(/good/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(
    'run.raw is unchanged since its certificate of 12 Nov 2026 (record 7202deca…).',
  );
  await expect(answer(page)).toContainText('Anybody can write a certificate');
  await expect(answer(page)).toContainText(
    `open ${SERVICE}/verify/7202deca-1 and compare what it shows`,
  );
  await expect(answer(page)).toContainText(`SHA-256 ${sha256('signal')}`);
  await expect(answer(page)).not.toContainText('sign');
  await expect(rowOf(page, /run\.raw/)).toContainText(
    'since 12 Nov 2026 · record 7202deca… · Ada Løvland',
  );
  expect(await judge(page, 'verify.html')).toEqual([]);
  await page.getByLabel('Language').selectOption('it');
  await choose();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('run.raw è invariato');
  expect((await page.pdf()).length).toBeGreaterThan(10_000);

  // Something was not checked: no good news.
  const list = path.join(folder, 'manifest-sha256.txt');
  const lines = fs.readFileSync(list, 'utf8').split('\n');
  fs.writeFileSync(list, lines.filter((line) => !line.endsWith('data/checks.json')).join('\n'));
  fs.rmSync(path.join(folder, 'data/checks.json'));
  await choose();
  await expect(answer(page)).toHaveClass(/open/);
});

test('a changed, a missing and an added file, and a certificate of another, are each named (P23)', async ({
  page,
  stranger: { folder, choose },
}) => {
  const other = { FileHash: sha256('another'), FileHashMethod: 'SHA-256' };
  writeBag(folder, [part('a.raw'), part('b.raw'), part('c.raw', other), part('d.raw')], SERVICE);
  fs.writeFileSync(path.join(folder, 'data/files/a.raw'), 'A.raw');
  fs.rmSync(path.join(folder, 'data/files/b.raw'));
  fs.writeFileSync(path.join(folder, 'data/files/e.raw'), 'added');
  await choose();
  await expect(answer(page)).toHaveClass(/bad/);
  await expect(answer(page)).toContainText(
    'Do not rely on this: 3 of 4 files are not what was notarized',
  );
  await expect(answer(page)).toContainText('data/files/b.raw: it is in the lists and not there');
  await expect(rowOf(page, /a\.raw/)).toContainText('Does not match');
  await expect(rowOf(page, /c\.raw/)).toContainText('Does not match');
  await expect(rowOf(page, /d\.raw/)).toContainText('Unchanged');
  await expect(rowOf(page, /e\.raw/)).toContainText('In no list');
});

test('a folder, files and a ZIP are dropped on the page as it is opened from a disk', async ({
  page,
  stranger: { folder },
}, info) => {
  writeBag(folder, [part('a.raw'), part('b.raw')], SERVICE);
  await drop(page, folder);
  await expect(answer(page)).toContainText('Both files are unchanged');
  await expect(rowOf(page, /^data\/files\/a\.raw/)).toContainText('Unchanged');
  await drop(
    page,
    path.join(folder, 'data/files/a.raw'),
    path.join(folder, 'data/certificates/a.raw.json'),
  );
  await expect(answer(page)).toContainText('a.raw is unchanged');
  const zip = info.outputPath('bundle.zip');
  await writeZip(zip, folder);
  await drop(page, zip);
  await expect(answer(page)).toContainText('Both files are unchanged');
  await expect(rowOf(page, /^bundle\.zip\/data\/files\/a\.raw/)).toContainText('Unchanged');
});

test('hostile names, documents and addresses stay text, and lead nowhere', async ({
  page,
  stranger: { folder, choose },
}) => {
  const name = `${CHEER.replaceAll('/', '')}\u202E.raw`;
  const certificate = { FileHash: sha256(CHEER), verifyUrl: `javascript:${CHEER}`, owner: CHEER };
  writeBag(folder, [{ name, content: CHEER, certificate }], `javascript:${CHEER}`);
  fs.appendFileSync(
    path.join(folder, 'manifest-sha256.txt'),
    `${'0'.repeat(64)}  ../../etc/passwd\n${'0'.repeat(64)}  data/${CHEER}\n`,
  );
  fs.writeFileSync(path.join(folder, 'fetch.txt'), `https://evil.example/x 5 data/${CHEER}y\n`);
  await choose();
  await expect(rowOf(page, /onerror/)).toContainText('\\u{202e}');
  await expect(answer(page)).toHaveClass(/bad/);
  await expect(page.locator('img, a, iframe, main script')).toHaveCount(0);

  const deep = `{"a":${'['.repeat(200_000)}"x"${']'.repeat(200_000)}}`;
  fs.writeFileSync(path.join(folder, 'data/certificates/deep.json'), deep);
  fs.writeFileSync(path.join(folder, 'data/checks.json'), '{"format":"labseal-evidence-checks"');
  await choose();
  await expect(answer(page)).toContainText('cannot be read; each file was compared');
});

base('its policy lets nothing else run, load or leave', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(PAGE);
  await page.evaluate(async () => {
    const image = document.createElement('img');
    image.src = 'https://elsewhere.example/pixel.png';
    document.body.append(image);
    await fetch('https://elsewhere.example/').catch(() => undefined);
    for (const code of [() => new Worker('data:,1'), () => document.write('x')]) {
      try {
        code();
      } catch (error) {
        console.log(String(error));
      }
    }
  });
  await expect
    .poll(() => said)
    .toEqual(
      expect.arrayContaining(
        ['img-src', 'connect-src', 'TrustedScriptURL', 'TrustedHTML'].map(refusal),
      ),
    );
});
