/** The list of files under the hand: nothing moves under the pointer, and the way back leads to where one was. */
import fs from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { openDemo } from './support/accessibility.ts';
import { button, expect, field, row, test, title } from './support/face-test.ts';
import { filledName, fillFolder } from './support/fill-folder.ts';

const MILLION = 1_000_000;
const MANY = 1_302;
const ALL_ROWS_HIGH = 3_600;

// One after the other, so that one demo serves them all.
test.describe.configure({ mode: 'default' });

test('details open beside the list without moving a row; a double click opens that very file, and the way back leads to the same list', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  // High enough for all of what is found: a row that is half below the edge comes into sight when it is pressed.
  await page.setViewportSize({ width: 1_280, height: 1_000 });
  await goTo(`/projects/${ids['projectId']}/files`);
  // What may come late: its rows before they are narrowed.
  await expect(row(page, 'plate-22.csv')).toBeVisible();
  await field(page, 'Search name or folder').fill('plate-0');
  await expect(row(page, 'plate-22.csv')).toBeHidden();
  const file = row(page, 'plate-03.csv');
  const before = await file.boundingBox();
  await file.click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('plate-03.csv');
  const after = await file.boundingBox();
  expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
  await file.dblclick();
  await expect(title(page)).toHaveText('plate-03.csv');
  await page.goBack();
  await expect(field(page, 'Search name or folder')).toHaveValue('plate-0');
  await expect(file).toBeVisible();
});

test('files that arrive while somebody ticks move no row; the way back leads to the filter, the search and the place', async ({
  lab,
  openFace,
}) => {
  const names = Array.from({ length: 60 }, (_, at) => `old_${String(at).padStart(2, '0')}.raw`);
  for (const name of names) await lab.write(`exp/subject_07/${name}`, name);
  await lab.watch('exp');
  const { page, goTo } = await openFace(lab);
  // All rows are drawn: those that were saved in the same second stand in any order.
  await page.setViewportSize({ width: 1_280, height: ALL_ROWS_HIGH });
  await goTo(`/projects/${await lab.projectId()}/files?type=primary`);
  await expect(page.getByRole('main').getByText('60 files').last()).toBeVisible();
  const grid = page.getByRole('grid');
  await page
    .getByRole('checkbox', { name: /^Choose old_/ })
    .nth(2)
    .click();
  // Until the tick nobody is at the rows, and those that change state come to the top.
  const ticked = grid.getByRole('row', { selected: true });
  const [place, text] = [await ticked.boundingBox(), await ticked.innerText()];
  const first = await grid.getByRole('rowheader').first().innerText();
  for (const name of ['new_1.raw', 'new_2.raw']) await lab.write(`exp/subject_08/${name}`, name);
  await expect(button(page, '2 new files')).toBeVisible();
  const [above, pill, list] = [
    await edges(page.getByRole('group', { name: 'What the list shows' })),
    await edges(button(page, '2 new files')),
    await edges(grid),
  ];
  expect([above.bottom <= pill.top, pill.bottom <= list.top]).toEqual([true, true]); // it covers nothing
  expect(await ticked.boundingBox()).toEqual(place);
  expect(await grid.getByRole('rowheader').first().innerText()).toBe(first);
  await button(page, '2 new files').click();
  await expect(row(page, 'new_1.raw')).toBeVisible();
  await expect(ticked).toContainText(text.split('\n')[0] ?? '');
  await button(page, 'Clear selection').click();

  await page.setViewportSize({ width: 1_280, height: 720 });
  await field(page, 'Search name or folder').fill('subject_07');
  await expect(row(page, 'new_1.raw')).toBeHidden();
  await grid.evaluate((element) => (element.scrollTop = 900));
  const there = row(page, /old_/).nth(9);
  await expect(there).toBeInViewport();
  const name = /old_\d+\.raw/.exec(await there.innerText())?.[0] ?? '';
  await there.dblclick();
  await expect(title(page)).toHaveText(name);
  const scrolled = () => grid.evaluate(({ scrollTop }) => scrollTop);
  await page.goBack();
  await expect(field(page, 'Search name or folder')).toHaveValue('subject_07');
  await expect.poll(scrolled).toBeGreaterThan(800);
  await expect(page).toHaveURL(/type=primary/);
});

test('the menu of a row has what can be done with its file; Escape leaves it, and the details after it', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  await goTo(`/projects/${ids['projectId']}/files`);
  const file = row(page, 'plate-22.csv');
  await file.click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'plate-22.csv' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Open as a page',
    'Open certificate',
    'Verify again',
    'Delete on the service…',
  ]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  await button(details, 'Close').focus();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await file.click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Delete on the service…' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test('a list is one stop of the Tab key, arrows move in it, and all of it is selected at once', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  await goTo(`/projects/${ids['projectId']}/files`);
  await expect(row(page, 'plate-22.csv')).toBeVisible();
  await page.getByRole('group', { name: 'What the list shows' }).getByRole('button').last().focus();
  await page.keyboard.press('Tab');
  expect(await placeOf(page)).toBe('0:row');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await expect.poll(() => placeOf(page)).toBe('2:0');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role="grid"]'))).toBeNull();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('PageDown');
  await expect
    .poll(async () => Number.parseInt((await placeOf(page)) ?? '', 10))
    .toBeGreaterThan(6);
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.locator('[role="row"][aria-selected="true"]')).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.locator('[role="row"][aria-selected="false"]')).toHaveCount(0);
});

test('a list is put in order by its heads, which say so', async ({ demo }) => {
  const { face, ids } = await openDemo(demo);
  await face.goTo(`/projects/${ids['projectId']}/files`);
  const size = face.page.getByRole('columnheader', { name: 'Size' });
  await expect(size).toHaveAttribute('aria-sort', 'none');
  await size.getByRole('button').click();
  await expect(size).toHaveAttribute('aria-sort', 'ascending');
  await size.getByRole('button').click();
  await expect(size).toHaveAttribute('aria-sort', 'descending');
});

test('a list of a million files says how long it is, holds what is in sight, and is reached to its end with the keys and with the scroll bar', async ({
  lab,
  openFace,
}) => {
  await fs.mkdir(lab.at('ms2'));
  fillFolder(lab, await lab.watch('ms2'), MILLION);
  const { page, goTo } = await openFace(lab);
  await goTo(`/projects/${await lab.projectId()}/files`);
  const grid = page.getByRole('grid', { name: 'Files of Microscope calibration' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(MILLION + 1));
  await page.getByRole('row').nth(3).click();
  await page.mouse.wheel(0, 400_000);
  await expect(row(page, filledName(1))).toBeHidden();
  expect(await placeOf(page)).toBe('2:row'); // the focus stays while its row is scrolled away
  await page.keyboard.press('End');
  const last = row(page, filledName(MILLION));
  await expect(last).toBeFocused();
  await expect(last).toHaveAttribute('aria-rowindex', String(MILLION + 1));
  await expect(last).toBeInViewport({ ratio: 0.9 });
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  await page.keyboard.press('ArrowUp');
  await expect(row(page, filledName(MILLION - 1))).toBeInViewport({ ratio: 0.9 });
  await grid.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
  await expect(row(page, /sample_0(499|500)\d{3}\.raw/).nth(8)).toBeInViewport();

  // In a low window, as at 200 %, the page is what scrolls, and the rows with it.
  await page.setViewportSize({ width: 640, height: 360 });
  await page.keyboard.press('Home');
  await expect(row(page, filledName(1))).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('End');
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Home');
  await expect(row(page, filledName(1))).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Escape'); // the details stand in front of the rows here
  await page.mouse.move(320, 280);
  await page.mouse.wheel(0, 400_000);
  await expect(row(page, filledName(1))).not.toBeInViewport();
  await expect(page.getByRole('row').nth(8)).toBeInViewport();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
});

test('how many files a list shows is read whole, on the line of its filters, in each window and with a filter set', async ({
  lab,
  openFace,
}) => {
  await fs.mkdir(lab.at('ms2'));
  fillFolder(lab, await lab.watch('ms2'), MANY);
  const { page, goTo } = await openFace(lab);
  await goTo('/files');
  const total = button(page, /^All 1,302/);
  const search = field(page, 'Search name or folder');
  const wrong: string[] = [];
  for (const isNarrowed of [false, true]) {
    if (isNarrowed) {
      await button(page, 'Filters').click();
      await button(page, /Visibility$/).click();
      await page.getByRole('option', { name: 'Private', exact: true }).click();
      await page.keyboard.press('Escape');
      await expect(button(page, 'Clear filters')).toBeVisible();
    }
    for (const width of [640, 680, 900, 1_024, 1_360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(total).toBeVisible();
      const [last, first] = [await total.boundingBox(), await search.boundingBox()];
      if (last === null || first === null || last.x + last.width > width)
        wrong.push(`cut off at ${width} ${isNarrowed}`);
      else if (last.y > first.y + first.height) wrong.push(`below at ${width} ${isNarrowed}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Of the row or cell that has the focus. */
const placeOf = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-place'));

/** Where it begins and ends from top to bottom, in whole pixels. */
async function edges(where: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const { y = 0, height = 0 } = (await where.boundingBox()) ?? {};
  return { top: Math.round(y), bottom: Math.round(y + height) };
}
