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

test('in a narrow window the bar below says as much as in a wide one', async ({
  lab,
  openFace,
}) => {
  const { page } = await openFace(lab);
  const bar = page.getByRole('contentinfo');
  const facts = [/^Nothing is waiting/, /^Online/, /^Signed in as /, /credits$/];
  for (const width of [1100, 680]) {
    await page.setViewportSize({ width, height: 700 });
    for (const fact of facts) await expect(bar.getByText(fact)).toBeInViewport();
  }
});
