/** Certificates as paper and the order of the queue in a real browser, under the hosts' policy and on a played bridge. */
import fs from 'node:fs';
import { expect, test } from './support/page-test.ts';

const CERTIFICATE = '#/projects/p1/files/remote-1/certificate';
test.describe('a certificate that tries everything a hostile one could', () => {
  test('is drawn by our own worker under the policy; no script of it runs and nothing is fetched for it', async ({
    page,
    site,
    complaints,
  }) => {
    const elsewhere: string[] = [];
    const dialogs: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(site.url) && !url.startsWith('blob:')) elsewhere.push(url);
    });
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const started = page.waitForEvent('worker');
    await page.goto(`${site.url}/?${CERTIFICATE}`);
    expect((await started).url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/assets\/pdf\.worker/);
    const paper = page.getByRole('region', { name: 'Page 1 of 2' });
    await expect(paper.getByText('Certificate of notarization')).toBeAttached();
    const ink = await paper.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      return data.some((value, at) => at % 4 === 0 && value < 40);
    });
    expect(ink).toBe(true);
    await expect(page.locator('main').getByRole('link')).toHaveCount(0);
    await expect(page.locator('main').getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Links on this page, as text' })).toContainText(
      "javascript:alert('link')",
    );
    expect(dialogs).toEqual([]);
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is turned, enlarged, searched and saved', async ({ page, site, complaints }) => {
    await page.goto(`${site.url}/?${CERTIFICATE}`);
    const width = async () =>
      (await page.getByRole('region', { name: /^Page/ }).boundingBox())?.width;
    await expect(page.getByText('Certificate of notarization')).toBeAttached();
    const current = () =>
      page.evaluate(() => [...(CSS.highlights.get('found-current') ?? [])].map(String).join());
    const whole = (await width()) ?? 0;
    await page.getByRole('button', { name: 'Fit width' }).click();
    await expect.poll(width).toBeGreaterThan(whole);
    await page.getByRole('button', { name: 'Whole page' }).click();
    await expect.poll(width).toBeCloseTo(whole, 0);
    await page.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(width).toBeGreaterThan(whole);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByRole('region', { name: 'Page 2 of 2' })).toContainText('Annex');
    await page.getByRole('searchbox', { name: 'Find in the document' }).fill('recorded');
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
    await expect.poll(current).toBe('Recorded');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
    await expect.poll(current).toBe('Recorded');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PDF' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('2026-11-20_MS2_sample_0001.raw.certificate.pdf');
    const bytes = fs.readFileSync(await saved.path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(complaints).toEqual([]);
  });

  test('is printed page by page, and nothing else with it', async ({ page, site }) => {
    await page.goto(`${site.url}/?${CERTIFICATE}`);
    await page.evaluate(() => {
      window.print = () => {
        const pages = [...document.querySelectorAll('body > [aria-hidden] canvas')];
        document.title = `printed ${pages.length}`;
      };
    });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page).toHaveTitle('printed 2');
    await expect(page.locator('body > [aria-hidden] canvas')).toHaveCount(0);
  });
});

test('a waiting file is picked up, moved and put down from the keyboard', async ({
  page,
  site,
  complaints,
}) => {
  await page.goto(`${site.url}/?#/activity`);
  const list = page.getByRole('grid', { name: 'Approved' });
  const names = () =>
    list
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.slice(0, 3).map((row) => row.getAttribute('aria-label')?.slice(-10, -4)),
      );
  await expect(list.getByRole('row').nth(2)).toBeVisible();
  const [first = '', second, third] = await names();
  await list.getByRole('row').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: new RegExp(`^Drag .*${first}`) })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('button', { name: new RegExp(`^Insert between .*${first}`) }),
  ).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual([second, first, third]);
  expect(complaints).toEqual([]);
});

test('one that cannot be drawn says so, can still be saved, and its data is one press away', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/?#/projects/p3/files/remote-9/certificate`);
  await expect(page.getByRole('heading', { name: 'The service did not send a PDF' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save PDF' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show data' }).click();
  await expect(page.getByText('Fingerprint on the certificate')).toBeVisible();
});

test('a chart comes with the screens that show one, under the policy, and is read with the arrow keys', async ({
  page,
  site,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const isDrawn = () => fetched.some((url) => url.includes('chart-drawing'));
  await page.goto(`${site.url}/?#/files`);
  await expect(page.getByRole('grid')).toBeVisible();
  expect(isDrawn()).toBe(false);
  await page.goto(`${site.url}/?#/credits`);
  const chart = page.getByRole('application', { name: /^Spent by day/ });
  await expect(chart).toBeVisible();
  expect(isDrawn()).toBe(true);
  await chart.focus();
  const figure = page.getByRole('figure', { name: 'Spent by day' });
  const said = figure.getByRole('status');
  await expect(said).toContainText('Spent: ');
  const first = await said.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(said).not.toHaveText(first ?? '');
  await expect(figure.getByRole('term')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(figure.getByRole('term')).toBeHidden();
  // The values under the pointer, too.
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart has no place');
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await expect(figure.getByRole('term')).toBeVisible();
});
