/** A certificate as paper, on the real page and under its policy; the PDFs are those of other hands in `e2e/pdfs`. */
import fs from 'node:fs';
import { openDemo } from './support/accessibility.ts';
import { button, expect, test, title, type Face } from './support/face-test.ts';
import { certificateAddress, playCertificates } from './support/play-certificates.ts';

// One after the other, so that one demo serves them all.
test.describe.configure({ mode: 'default' });

const TWELVE_PAGES = 'harmless/qpdf-linearized';

async function open(demo: Face, asked: string) {
  const { face } = await openDemo(demo);
  await playCertificates(face.page);
  await face.goTo(certificateAddress(asked));
  return face.page;
}

test('a certificate is drawn by our own worker; of a hostile one no script runs, nothing is fetched and no way leads out', async ({
  demo,
}) => {
  const { face } = await openDemo(demo);
  const { page, origin } = face;
  await playCertificates(page);
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!/^(blob:)?http/.test(request.url()) || !request.url().includes(origin))
      outside.push(request.url());
  });
  page.on('dialog', (dialog) => outside.push(dialog.message()));
  for (const name of [
    'harmless/pdf-lib-form',
    'hostile/script',
    'hostile/xfa',
    'hostile/launch',
    'hostile/links',
  ]) {
    await page.goto(`${origin}/#${certificateAddress(name)}`);
    await expect(title(page)).toContainText(`${name.split('/')[1]}.raw`);
    const paper = page.getByRole('region', { name: 'Page 1 of 1' });
    await expect(paper.locator('canvas')).toBeVisible();
    for (const role of ['link', 'textbox'] as const)
      await expect(page.getByRole('main').getByRole(role)).toHaveCount(0);
  }
  expect(page.workers().map((worker) => worker.url())).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/assets\/pdf\.worker/),
  ]);
  await expect(page.getByRole('region', { name: 'Links on this page, as text' })).toContainText(
    'javascript:globalThis.pdfRan=true',
  );
  expect(await page.evaluate(() => 'pdfRan' in globalThis)).toBe(false);
  expect(outside).toEqual([]);
});

test('a certificate is turned, enlarged, searched and saved', async ({ demo }) => {
  const page = await open(demo, TWELVE_PAGES);
  const paper = page.getByRole('region', { name: /^Page/ });
  const width = async () => (await paper.boundingBox())?.width;
  await expect(paper).toContainText('Certificate page 1');
  const current = () =>
    page.evaluate(() => [...(CSS.highlights.get('found-current') ?? [])].map(String).join());
  const whole = (await width()) ?? 0;
  await button(page, 'Fit width').click();
  await expect.poll(width).toBeGreaterThan(whole);
  await button(page, 'Whole page').click();
  await expect.poll(width).toBeCloseTo(whole, 0);
  await button(page, 'Larger').click();
  await expect.poll(width).toBeGreaterThan(whole);
  await button(page, 'Next page').click();
  await expect(page.getByRole('region', { name: 'Page 2 of 12' })).toContainText('page 2');
  await page.getByRole('searchbox', { name: 'Find in the document' }).fill('certificate');
  await expect(page.getByText('1 of 12', { exact: true })).toBeVisible();
  await expect.poll(current).toBe('Certificate');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 of 12', { exact: true })).toBeVisible();
  await expect.poll(current).toBe('Certificate');
  const saving = page.waitForEvent('download');
  await button(page, 'Save PDF').click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('qpdf-linearized.raw.certificate.pdf');
  expect((await fs.promises.readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the paper is seen whole, its tools as soon as somebody is at it; in a low window the facts come first', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  await goTo(`/projects/${ids['projectId']}/files/${ids['fileId']}`);
  await button(page, 'Open certificate').click();
  const paper = page.getByRole('region', { name: /^Page 1 of/ });
  const tools = page.getByRole('group', { name: 'View of the document' });
  const seal = page.getByText(/^Notarized .* UTC/);
  for (const [width, height] of [
    [1_024, 768],
    [1_360, 860],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(paper).toBeInViewport({ ratio: 1 });
    await expect(seal).toBeInViewport();
  }
  await page.mouse.move(0, 0);
  await expect(tools).toHaveCSS('opacity', '0');
  await paper.hover();
  await expect(tools).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await button(page, 'Larger').focus();
  await expect(tools).toHaveCSS('opacity', '1');
  await page.setViewportSize({ width: 640, height: 360 });
  const topOf = async (part: typeof seal) => (await part.boundingBox())?.y ?? 0;
  expect(await topOf(seal)).toBeLessThan(await topOf(paper));
});

test('a certificate is printed page by page, and nothing else with it', async ({ demo }) => {
  const page = await open(demo, TWELVE_PAGES);
  await page.evaluate(() => {
    window.print = () => {
      const pages = [...document.querySelectorAll('body > [aria-hidden] canvas')];
      document.title = `printed ${pages.length}`;
    };
  });
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toBeVisible();
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Print', exact: true }).click();
  await expect(page).toHaveTitle('printed 12');
  await expect(page.locator('body > [aria-hidden] canvas')).toHaveCount(0);
});

test('a certificate that cannot be drawn says so, can still be saved, and its data is one press away', async ({
  demo,
}) => {
  const page = await open(demo, 'hostile/page-of-html');
  await expect(page.getByRole('heading', { name: 'The service did not send a PDF' })).toBeVisible();
  await expect(button(page, 'Save PDF')).toBeEnabled();
  await button(page, 'More').click();
  await expect(page.getByRole('menuitem', { name: 'Save JSON' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Print', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await button(page, 'Show data').click();
  await expect(page.getByRole('tab', { name: 'Data' })).toHaveAttribute('aria-selected', 'true');
});
