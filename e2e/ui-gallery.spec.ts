/** The page in a real browser, under the hosts' policy and on a played bridge: keyboard, accessibility, reflow. */
import { expect, findings, test } from './support/page-test.ts';

test('the parts in all their states: nothing to find for axe, light and dark, and they fit into 320 pixels', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/?parts`);
  await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const widest = await page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth,
      ...[...document.querySelectorAll('main')].map((main) => main.scrollWidth),
    ),
  );
  expect(widest).toBeLessThanOrEqual(320);
});

test.describe('a list of 200,000 files', () => {
  test.beforeEach(async ({ page, site }) => {
    await page.goto(`${site.url}/?rows=200000#/projects/p1/files`);
    await expect(page.getByRole('row').nth(5)).toBeVisible();
  });

  test('says how long it is and holds what is in sight', async ({ page }) => {
    const grid = page.getByRole('grid', { name: 'Files of Lipidomics cohort B' });
    await expect(grid).toHaveAttribute('aria-rowcount', '200001');
    await page.getByRole('row').nth(2).click();
    await page.keyboard.press('End');
    const last = page.getByRole('row', { name: 'sample_200000.raw' });
    await expect(last).toBeFocused();
    await expect(last).toHaveAttribute('aria-rowindex', '200001');
    expect(await page.getByRole('row').count()).toBeLessThan(60);
  });

  test('is one stop of the Tab key, and arrows move in it', async ({ page }) => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-place'));
    await page
      .getByRole('group', { name: 'What the list shows' })
      .getByRole('button')
      .last()
      .focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('0:row');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await expect.poll(focused).toBe('2:0');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role="grid"]'))).toBeNull();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('PageDown');
    await expect.poll(async () => Number.parseInt((await focused()) ?? '', 10)).toBeGreaterThan(6);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.locator('[role="row"][aria-selected="true"]')).toHaveCount(2);
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.locator('[role="row"][aria-selected="false"]')).toHaveCount(0);
  });

  test('keeps the focus where it was while it is scrolled away', async ({ page }) => {
    await page.getByRole('row').nth(3).click();
    await page.mouse.wheel(0, 400_000);
    await expect(page.getByRole('row', { name: /sample_009/ }).first()).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-place'))).toBe(
      '2:row',
    );
  });

  test('is put in order by its heads, which say so', async ({ page }) => {
    const size = page.getByRole('columnheader', { name: 'Size' });
    await expect(size).toHaveAttribute('aria-sort', 'none');
    await size.getByRole('button').click();
    await expect(size).toHaveAttribute('aria-sort', 'ascending');
    await size.getByRole('button').click();
    await expect(size).toHaveAttribute('aria-sort', 'descending');
  });
});

test('the last of a million files is reached with the keys and with the scroll bar', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/?rows=1000000#/projects/p1/files`);
  await page.getByRole('row').nth(2).click();
  await page.keyboard.press('End');
  const last = page.getByRole('row', { name: 'sample_1000000.raw' });
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('row', { name: 'sample_999999.raw' })).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('grid').evaluate((grid) => (grid.scrollTop = grid.scrollHeight / 2));
  await expect(
    page.getByRole('row', { name: /sample_(499|500)\d{3}\.raw/ }).nth(8),
  ).toBeInViewport();
});

test('the heading has the focus after going to another page, not before', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/?#/`);
  const overview = page.getByRole('heading', { level: 1, name: 'Overview' });
  await expect(overview).toBeVisible();
  await expect(overview).not.toBeFocused();
  await page.getByRole('link', { name: 'Cryo-EM session 41' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/Cryo-EM session 41 – Labseal$/);
});

test('the palette finds a command by its name and runs it', async ({ page, site }) => {
  await page.goto(`${site.url}/?#/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('searchbox')).toBeFocused();
  // The list is scrolled by the arrow keys of the search field, which axe cannot see.
  const found = await findings(page);
  expect(found.filter((line) => !/^scrollable-region-focusable:.*role="menu"/.test(line))).toEqual(
    [],
  );
  await page.keyboard.type('dark');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Shift+F1');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toContainText('Shift F6');
  await page.keyboard.press('Escape');
});

test('F6 goes through the panes in sight and round again', async ({ page, site }) => {
  await page.goto(`${site.url}/?#/projects/p1/files`);
  await page.getByRole('row').nth(2).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  const pane = () =>
    page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'));
  const visited = new Set<string | null | undefined>();
  for (let turn = 0; turn < 4; turn += 1) {
    await page.keyboard.press('F6');
    visited.add(await pane());
  }
  expect(visited).toEqual(new Set(['details', 'main', 'navigation', 'status']));
});

test('the language changes at once, and stays', async ({ page, site }) => {
  await page.goto(`${site.url}/?#/settings`);
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByRole('option', { name: 'Italiano' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Impostazioni' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  await page.goto(`${site.url}/?#/`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Panoramica' })).toBeVisible();
});

test('the component library finds its rule in the page and writes none of its own', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/?parts`);
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible();
  await expect(page.locator('style')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add files' })).toHaveCSS(
    'touch-action',
    'manipulation', // what the browser calls pan-x pan-y pinch-zoom,
  );
});
