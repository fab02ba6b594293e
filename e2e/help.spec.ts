/** The guide in the page. */
import { judge } from './support/accessibility.ts';
import { expect, test } from './support/face-test.ts';

test('F1 opens the page of the guide that tells of the screen; it leads on, and everybody can read it', async ({
  demo: { page, goTo },
}) => {
  await goTo('/verify');
  await page.keyboard.press('F1');
  await expect(page.getByRole('heading', { level: 1, name: 'Check a proof' })).toBeVisible();
  expect(await judge(page, 'help')).toEqual([]);
  await page.getByRole('link', { name: 'All pages of the guide' }).click();
  await page.getByRole('main').getByRole('link', { name: 'When something is wrong' }).click();
  await expect(page.getByRole('heading', { name: 'Held · not enough credits' })).toBeVisible();
});
