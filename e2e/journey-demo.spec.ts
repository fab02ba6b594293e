/** The demo as somebody curious meets it: one command, no account, a lab with something of everything. */
import { expect, row, test, title } from './support/face-test.ts';

test('[JN17] the demo opens signed in, with a lab in which everything that can become of a file is there to be looked at', async ({
  newLab,
  openFace,
}) => {
  const { page } = await openFace(newLab, { args: ['--demo'] });
  await expect(title(page)).toHaveText('Overview');
  const needsYou = page.getByRole('region', { name: 'Needs you' });
  await expect(needsYou).toContainText('Held · add procedure');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Microscope/ })
    .click();
  await expect(row(page, 'plate-21.csv')).toContainText('Notarized');
  await row(page, 'plate-21.csv').click();
  await page.getByRole('button', { name: 'Open certificate' }).click();
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toContainText('plate-21.csv');
});
