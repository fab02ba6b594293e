/** The page that checks a bundle without Labseal, opened from a disk as a stranger does. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, type Page, test as base } from '@playwright/test';
import { writeBag } from './support/evidence-bag.ts';
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
        await expect(page.locator('.light, .result > p:not(.reading)').first()).toBeVisible();
      },
    });
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
    expect(complaints).toEqual([]);
  },
});

const light = (page: Page, name: string) =>
  page.locator('.light').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('a whole bundle fits, its certificates are not confirmed, and the stranger learns where to ask', async ({
  page,
  stranger: { folder, choose },
}) => {
  writeBag(
    folder,
    [
      { name: 'run.raw', content: 'signal' },
      { name: 'b.csv', content: '1,2' },
    ],
    SERVICE,
  );
  await choose();
  await expect(light(page, 'The file')).toHaveClass(/good/);
  await expect(light(page, 'The file')).toContainText('2 of 2 files are byte-for-byte');
  await expect(light(page, 'The certificate')).toHaveClass(/open/);
  await expect(light(page, 'The certificate')).toContainText('Anybody can write such a file.');
  await expect(light(page, 'The certificate')).toContainText(`Ask at ${SERVICE}`);
  await expect(light(page, 'The folder')).toContainText('Complete: 5 files are');
  await expect(page.getByRole('row', { name: /run\.raw/ })).toContainText('Not proven yet');
  expect(await judge(page, 'verify.html')).toEqual([]);
  await page.getByLabel('Language').selectOption('it');
  await choose();
  await expect(light(page, 'Il file')).toContainText('2 di 2 file sono byte per byte');
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
});

test('a changed, a missing and an added file, and a certificate of another, are each named', async ({
  page,
  stranger: { folder, choose },
}) => {
  const other = { FileHash: sha256('another') };
  writeBag(folder, [part('a.raw'), part('b.raw'), part('c.raw', other), part('d.raw')], SERVICE);
  fs.writeFileSync(path.join(folder, 'data/files/a.raw'), 'A.raw');
  fs.rmSync(path.join(folder, 'data/files/b.raw'));
  fs.writeFileSync(path.join(folder, 'data/files/e.raw'), 'added');
  await choose();
  await expect(light(page, 'The file')).toHaveClass(/bad/);
  await expect(light(page, 'The file')).toContainText('1 of 4 files');
  await expect(light(page, 'The folder')).toHaveClass(/bad/);
  const troubles = page.locator('.troubles li');
  await expect(
    troubles.filter({ hasText: 'data/files/b.raw: it is in the lists and not there' }),
  ).toHaveCount(1);
  await expect(
    troubles.filter({ hasText: 'data/files/e.raw: it is there and not in all lists' }),
  ).toHaveCount(1);
  await expect(page.getByRole('row', { name: /a\.raw/ })).toContainText('Does not match');
  await expect(
    troubles.filter({ hasText: /c\.raw.*names no fingerprint of its file/ }),
  ).toHaveCount(1);
  await expect(page.getByRole('row', { name: /c\.raw/ })).toContainText('Does not match');
  await expect(page.getByRole('row', { name: /d\.raw/ })).toContainText('Not proven yet');
});

test('a file and its certificate are enough; a certificate that contradicts itself is denied', async ({
  page,
  stranger: { folder, choose },
}) => {
  const write = (name: string, content: string) =>
    fs.writeFileSync(path.join(folder, name), content);
  const base64 = createHash('sha3-256').update('signal').digest('base64');
  write('run.raw', 'signal');
  write('run.raw.json', JSON.stringify({ proof: { FileHash: base64 } }));
  await choose('run.raw', 'run.raw.json');
  await expect(light(page, 'The file')).toHaveClass(/good/);
  await expect(light(page, 'The certificate')).toContainText('Nothing here names the service.');
  await choose('run.raw');
  await expect(page.getByRole('row', { name: /run\.raw/ })).toContainText(
    'Choose the file and its certificate',
  );
  write('run.raw.json', JSON.stringify({ FileHash: sha256('signal'), filehash: sha256('x') }));
  await choose('run.raw', 'run.raw.json');
  await expect(light(page, 'The certificate')).toContainText('It contradicts itself');
  await expect(page.getByRole('row', { name: /run\.raw/ })).toContainText('Denied');
  await expect(light(page, 'The file')).toContainText('1 of 1 file is byte-for-byte');
  write('good.json', JSON.stringify({ FileHash: sha256('signal') }));
  write('run.raw.pdf', '%PDF-1.7');
  await choose('good.json', 'run.raw', 'run.raw.json', 'run.raw.pdf');
  await expect(light(page, 'The file')).toContainText('1 of 1 file is byte-for-byte');
  await expect(light(page, 'The certificate')).toContainText('It contradicts itself');
  await expect(page.locator('.troubles')).toContainText('run.raw.pdf: a certificate as a PDF');
  // A paper that was changed is no certificate, though there is one of its name and another file is proven.
  write('paper.pdf', '%PDF-1.7 changed');
  write('paper.json', JSON.stringify({ FileHash: sha256('%PDF-1.7') }));
  await choose('good.json', 'run.raw', 'paper.json', 'paper.pdf');
  await expect(page.getByRole('row', { name: /paper\.pdf/ })).toContainText('No certificate');
  const md5 = createHash('md5').update('signal').digest('hex');
  write('good.json', JSON.stringify({ FileHash: md5 }));
  await choose('good.json', 'run.raw');
  await expect(light(page, 'The file')).toHaveClass(/open/);
  await expect(light(page, 'The file')).toContainText('The fingerprint that fits is MD5.');
  await choose('run.raw'); // the same names once more are no other choice
  write('run.raw.json', JSON.stringify({ FileHash: sha256('signal'), sizeBytes: 7 }));
  await choose('run.raw', 'run.raw.json');
  await expect(light(page, 'The certificate')).toContainText('of 6 bytes, and its size as “7”');
});

test('hostile names, documents and addresses stay text, and lead nowhere', async ({
  page,
  stranger: { folder, choose },
}) => {
  const name = `${CHEER.replaceAll('/', '')}\u202E.raw`;
  writeBag(
    folder,
    [{ name, content: CHEER, certificate: { FileHash: CHEER } }],
    `javascript:${CHEER}`,
  );
  fs.appendFileSync(
    path.join(folder, 'manifest-sha256.txt'),
    `${'0'.repeat(64)}  ../../etc/passwd\n${'0'.repeat(64)}  data/${CHEER}\n`,
  );
  fs.writeFileSync(path.join(folder, 'fetch.txt'), `https://evil.example/x 5 data/${CHEER}y\n`);
  await choose();
  await expect(page.getByRole('row', { name: /onerror/ })).toContainText('\\u{202e}');
  await expect(light(page, 'The certificate')).toContainText('Nothing here names the service.');
  await expect(light(page, 'The folder')).toHaveClass(/bad/);
  await expect(page.locator('img, a, iframe, main script')).toHaveCount(0);

  const deep = `{"a":${'['.repeat(200_000)}"x"${']'.repeat(200_000)}}`;
  fs.writeFileSync(path.join(folder, 'data/certificates/deep.json'), deep);
  fs.writeFileSync(path.join(folder, 'data/checks.json'), '{"format":"labseal-evidence-checks"');
  await choose();
  await expect(page.getByRole('row', { name: /onerror/ })).toContainText('No certificate');
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
