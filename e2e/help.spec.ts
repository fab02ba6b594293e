/** The guide in the page. */
import { judge } from './support/accessibility.ts';
import { expect, test } from './support/face-test.ts';

test('F1 opens the page of the guide that tells of the screen; it leads on, and everybody can read it', async ({
  demo: { page, goTo },
}) => {
  await goTo('/verify');
  await page.keyboard.press('F1');
  await expect(page.getByRole('heading', { level: 1, name: 'Check a proof' })).toBeVisible();
  const picture = page.getByRole('img', { name: 'The page without Labseal' });
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(500);
  expect(await judge(page, 'help')).toEqual([]);
  await page.getByRole('link', { name: 'All pages of the guide' }).click();
  await page.getByRole('main').getByRole('link', { name: 'When something is wrong' }).click();
  await expect(page.getByRole('heading', { name: 'Held · not enough credits' })).toBeVisible();
});

test('"?" lists the shortcuts, from anywhere but a text field', async ({
  demo: { page, goTo },
}) => {
  await goTo('/verify');
  await page.keyboard.press('Shift+?');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts' });
  await expect(sheet.getByRole('row', { name: /^Shortcuts/ })).toContainText('?');
  expect(await judge(page, 'shortcuts')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await goTo('/files');
  const field = page.getByRole('searchbox', { name: 'Search name or folder' });
  await field.press('Shift+?');
  await expect(field).toHaveValue('?');
  await expect(sheet).toBeHidden();
});

test('Ctrl K finds a paragraph of the guide; "?" shows one in place', async ({
  demo: { page, goTo },
}) => {
  await goTo('/audits');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('labels phone');
  await page.getByRole('menuitem', { name: 'Labels with QR codes' }).click();
  await expect(page.getByRole('heading', { name: 'Labels with QR codes' })).toBeFocused();
  await goTo('/outbox');
  await page.getByRole('button', { name: 'Help: Outbox' }).click();
  const paragraph = page.getByRole('dialog', { name: 'Help: Outbox' });
  await expect(paragraph).toContainText('wait to be sent');
  expect(await judge(page, 'a paragraph in place')).toEqual([]);
  await paragraph.getByRole('link', { name: 'Read on in the guide' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Outbox' })).toBeFocused();
});
