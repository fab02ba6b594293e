/** The list of files under the hand: nothing moves under the pointer, and the way back leads to where one was. */
import { openDemo } from './support/accessibility.ts';
import { button, expect, field, row, test, title } from './support/face-test.ts';

test('details open beside the list without moving a row; a double click opens that very file, and the way back leads to the same list', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  await page.setViewportSize({ width: 1_280, height: 800 });
  await goTo(`/projects/${ids['projectId']}/files`);
  // What may come late: its rows before they are narrowed.
  await expect(row(page, 'plate-22.csv')).toBeVisible();
  await field(page, 'Search by name').fill('plate-0');
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
  await expect(field(page, 'Search by name')).toHaveValue('plate-0');
  await expect(file).toBeVisible();
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
    'Verify this copy',
    'Delete on the platform…',
  ]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  await button(details, 'Close').focus();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await file.click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Delete on the platform…' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});
