/** The demo as somebody curious meets it: one command, no account, a lab with something of everything. */
import { expect, row, test, title } from './support/face-test.ts';

/** Everything that can become of a file and stays so, in the words of the list. */
const BECOMES = [
  'Notarized',
  'Already on the service',
  'On the service only',
  'Changed since notarized',
  'Missing from this computer',
  'Deleted on the service',
  'Not recorded · error',
  'Refused',
  'Not known whether it arrived',
  'Left out',
  'Waits for your approval',
  'Held · add procedure',
  'Held · you wanted to look first',
  'Held · not enough credits',
] as const;
const ALL_ROWS_HIGH = 2_400;
/** 620 MB are sent to ask for one of them, before it turns out that the credits are not enough. */
const ASKED_MS = 120_000;
const PRESS_MS = 5_000;

test('the demo opens signed in on a certificate, with a lab in which everything that can become of a file is there to be looked at', async ({
  newLab,
  openFace,
}) => {
  const { page, goTo } = await openFace(newLab, { args: ['--demo'] });
  await expect(title(page)).toContainText('certificate'); // what it is for comes before what went wrong
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(title(page)).toHaveText('Overview');
  await expect(page.getByRole('main')).toContainText('Held · add procedure');
  await page.setViewportSize({ width: 1_280, height: ALL_ROWS_HIGH });
  await goTo('/files');
  for (const label of BECOMES)
    await expect(page.getByRole('grid')).toContainText(label, { timeout: ASKED_MS });

  await expect(row(page, 'plate-21.csv')).toContainText('Notarized');
  await row(page, 'plate-21.csv').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('Demo lab/Microscope plates/plate-21.csv');
  // The lab goes on by itself: a banner that comes just now moves what is being pressed away from under the press.
  await expect(async () => {
    await page.getByRole('button', { name: 'Open certificate' }).click({ timeout: PRESS_MS });
    await expect(title(page)).toContainText('certificate', { timeout: PRESS_MS });
  }).toPass();
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toContainText('plate-21.csv');
});
