/** From the first paint to the certificate of a newcomer's first file, as the page leads there. */
import type { Page } from '@playwright/test';
import { button, expect, field, signInOn, title, type OpenFace } from './face-test.ts';
import type { Lab } from './lab.ts';
import { researcher } from './people.ts';

/** Nobody has signed in yet. Resolves when the certificate is on screen, with what it took from the first paint on. */
export async function takeFirstFile(lab: Lab, openFace: OpenFace) {
  const { page, effort } = await openFace(lab);
  const file = await sendFirstFile(page, await lab.write('picked/first.csv', 'minutes,a\n0,1\n'));
  await expect(file).toContainText('Notarized');
  const seconds = await page.evaluate(
    () =>
      (performance.now() -
        (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)) /
      1_000,
  );
  return { page, file, clicks: effort.clicks, seconds };
}

/** Signs in on the first page and sends the file at `path`, first.csv. Resolves once its certificate is on screen. */
export async function sendFirstFile(page: Page, path: string) {
  await button(page, 'Sign in').click();
  await signInOn(page, researcher);
  await expect(title(page)).toHaveText('Where should your first file go?');
  await page.getByRole('main').getByText('Microscope calibration').click();
  await button(page, 'Next').click();
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Choose files').click();
  await (await choosing).setFiles(path);
  await field(page, 'Labels').fill('calibration');
  await expect(page.getByRole('main')).toContainText('Costs at most 1 credit; that leaves 499');
  await button(page, 'Notarize (1 credit)').click();
  await expect(title(page)).toHaveText('Done');
  const file = page.getByRole('region', { name: 'first.csv' });
  await expect(file.getByRole('region', { name: /^Page 1 of/ })).toContainText('first.csv');
  return file;
}
