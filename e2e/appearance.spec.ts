/** What is chosen about the page itself: it changes at once, and is there again after a reload. */
import { button, expect, test, title } from './support/face-test.ts';

test('a command found in the palette changes the theme, the settings change the language, and both stay', async ({
  lab,
  openFace,
}) => {
  const { page, goTo } = await openFace(lab);
  const html = page.locator('html');
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('dark');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await goTo('/settings');
  await button(page, /English/).click();
  await page.getByRole('option', { name: 'Italiano' }).click();
  await expect(title(page)).toHaveText('Impostazioni');
  await goTo('/');
  await page.reload();
  await expect(title(page)).toHaveText('Panoramica');
  await expect(html).toHaveAttribute('lang', 'it');
  await expect(html).toHaveAttribute('data-theme', 'dark');
});
