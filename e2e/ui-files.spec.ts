/** A person's first files, on the page that `labseal serve` brings, against the bundled service. */
import type { Page } from '@playwright/test';
import { openFace } from './support/face.ts';
import { expect, test } from './support/lab.ts';

const CERTIFICATE = { timeout: 30_000 }; // the chain of the bundled service needs its time

/** Counts what a person presses. */
function counting(page: Page) {
  let clicks = 0;
  return {
    clicks: () => clicks,
    press: async (role: 'button' | 'link' | 'radio', name: string | RegExp) => {
      clicks += 1;
      await page.getByRole(role, { name }).first().click();
    },
  };
}

test('[UI46] a first file: chosen, priced, agreed to, and its certificate is one click away', async ({
  lab,
  page,
}) => {
  const projectId = await lab.projectId();
  const file = await lab.write('run_01.raw', 'the first measurement\n');
  const face = await openFace(lab, page);
  const hand = counting(page);
  await face.go(`/projects/${projectId}/add`);
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByLabel('Labels').fill('MS2');
  await hand.press('button', 'Add 1 file');
  await hand.press('button', 'Approve 1 (1 credit)');
  await hand.press('button', /^Upload it/);
  await page.getByRole('link', { name: 'Open certificate' }).waitFor(CERTIFICATE);
  await hand.press('link', 'Open certificate');
  await expect(page.getByRole('heading', { level: 1, name: /run_01\.raw/ })).toBeVisible(
    CERTIFICATE,
  );
  expect(hand.clicks()).toBeLessThanOrEqual(8);
  await face.close();
});

test('[UI47] a watched folder: nothing is paid before the yes, then its files are proven', async ({
  lab,
  page,
}) => {
  const projectId = await lab.projectId();
  await lab.write('ms2/run_01.raw', 'one\n');
  await lab.write('ms2/run_02.raw', 'two\n');
  await lab.write('ms2/~$notes.docx', 'temporary');
  const before = await lab.balance();
  const face = await openFace(lab, page);
  await face.go(`/watch?project=${projectId}`);
  await page.getByLabel('Path of the folder').fill(lab.at('ms2'));
  await page.getByLabel('Labels').fill('MS2');
  const outcome = page.getByRole('region', { name: 'What would happen' });
  await expect(outcome).toContainText('2 files');
  await expect(outcome).toContainText('2 credits');
  await page.getByLabel('Wait until saved (seconds)').fill('0');
  await page.getByRole('button', { name: 'Watch a folder' }).click();
  await expect(page.getByRole('region', { name: lab.at('ms2') })).toBeVisible();
  await face.go('/');
  const approve = page.getByRole('button', { name: 'Approve 2 (2 credits)' });
  await approve.waitFor(CERTIFICATE);
  await approve.click();
  await page.getByRole('button', { name: 'Upload 2 (2 credits)' }).click();
  await face.go(`/projects/${projectId}/files?show=notarized`);
  await expect(page.getByRole('row', { name: /run_01\.raw.*Notarized/ })).toBeVisible(CERTIFICATE);
  await expect(page.getByRole('row', { name: /run_02\.raw.*Notarized/ })).toBeVisible(CERTIFICATE);
  await page.getByRole('row', { name: /run_01\.raw/ }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Certificate');
  await face.close();
  expect(before - (await lab.balance())).toBe(2);
});
