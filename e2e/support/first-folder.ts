/** From a folder of 20 files to the first certificate on screen, as the page leads somebody who has a project. */
import { button, expect, field, row, title, type OpenFace } from './face-test.ts';
import type { Lab } from './lab.ts';

const FILES = 20;

/**
 * Counted from the first screen of somebody who is signed in and has watched nothing. Typing into a field is no click:
 * the keyboard leads there.
 */
export async function takeFirstFolder(lab: Lab, openFace: OpenFace) {
  for (let number = 1; number <= FILES; number += 1) {
    const name = `plate-${String(number).padStart(2, '0')}.csv`;
    await lab.write(`runs/${name}`, `well,${number}\n`);
  }
  const { page, goTo, effort } = await openFace(lab);
  await goTo('/');
  await expect(title(page)).toHaveText('Overview');
  const startMs = Date.now();
  const main = page.getByRole('main');
  await main
    .getByRole('link', { name: /^Microscope/ })
    .first()
    .click();
  await expect(title(page)).toHaveText(/^Microscope/);
  await main.getByRole('link', { name: 'Watch a folder' }).first().click();

  await field(page, 'Path of the folder').fill(lab.at('runs'));
  await field(page, 'Labels').fill('plates');
  // The price is approved where it is shown.
  await button(page, `Watch and notarize ${FILES} files (${FILES} credits)`).click();
  // Its files come into sight as they are found, the newest first: the first of them may be below the others by then.
  await expect(row(page, /plate-\d+\.csv/).first()).toBeVisible();

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  // The latest certificates are on the overview. How long that takes is for the nightly tier.
  const latest = main.getByRole('link', { name: /^plate-\d+\.csv/ }).first();
  await expect(latest).toBeVisible({ timeout: 150_000 });
  await latest.click();
  await expect(title(page)).toContainText('plate-');
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toContainText('plate-');
  return { page, clicks: effort.clicks, seconds: (Date.now() - startMs) / 1_000 };
}
