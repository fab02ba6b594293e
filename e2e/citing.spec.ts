/** Texts for papers and labels for boxes, from the certificates of the demo. */
import fs from 'node:fs/promises';
import { button, expect, field, row, test } from './support/face-test.ts';

test('a certificate gives a text for a paper, and a label to print', async ({
  demo: { page, goTo },
}) => {
  await goTo('/files');
  await row(page, 'plate-21.csv').click();
  await button(page, 'Open certificate').click();
  await button(page, 'Text for a paper…').click();
  const text = page.getByRole('group', { name: 'Data availability statement' });
  await expect(text).toContainText('The data are in 1 file');
  await expect(text).toContainText(/SHA-256 [0-9a-f]{64}\. Notarized on .+, record /);
  await page.keyboard.press('Escape');
  await button(page, 'QR labels…').click();
  await page.getByText('for a box or a drive').click();
  await field(page, 'Title on the label').fill('Box 12');
  const saved = page.waitForEvent('download');
  await button(page, 'Save PDF').last().click();
  const pdf = await fs.readFile(await (await saved).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByText('1 label saved.')).toBeVisible();
});
