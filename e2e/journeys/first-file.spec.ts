/** From the first page to the first certificate, and from a folder to its files. */
import { JOURNEY } from '../support/count-effort.ts';
import { button, expect, field, row, test, title } from '../support/face-test.ts';
import { takeFirstFile } from '../support/first-file.ts';

const MOST_CLICKS = 8;

test(
  'the first file of somebody new has its certificate after at most 8 clicks',
  { tag: JOURNEY },
  async ({ newLab, openFace }) => {
    const { page, file, clicks } = await takeFirstFile(newLab, openFace);
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect((await newLab.mock.takenIn()).map(({ charged }) => charged)).toEqual([1]);
    await expect(button(file, 'Save PDF')).toBeVisible();
    await file.getByRole('link', { name: 'Open certificate' }).click();
    await expect(title(page)).toContainText('first.csv');
  },
);

test(
  'a folder is watched after a look at what would happen; a file that grows waits until it is whole, then asks for its price',
  { tag: JOURNEY },
  async ({ lab, openFace }) => {
    await lab.write('runs/before.csv', 'x');
    await lab.write('runs/~$before.csv', 'x');
    const { page, goTo } = await openFace(lab);
    await goTo('/watch');
    await field(page, 'Path of the folder').fill(lab.at('runs'));
    await button(page, /Project$/).click();
    await page.getByRole('option', { name: /Microscope/ }).click();
    await field(page, 'Labels').fill('raw');
    const look = page.getByRole('region', { name: 'What would happen' });
    await expect(look).toContainText('before.csv');
    await expect(look).toContainText('Temporary or system file, skipped');
    await page.getByText(/^More: /).click();
    await field(page, 'Wait until saved (seconds)').fill('2');
    await button(page, 'Watch, notarize later').click();
    await expect(page).toHaveURL(/folder=/);
    await expect(row(page, /^Choose before/)).toContainText('Waits for your approval');

    await page.getByRole('link', { name: 'Files', exact: true }).click();
    const growing = row(page, 'run.raw');
    for (let step = 1; step < 5; step += 1) {
      // Where the page is later than the wait is long, the file has to change once more to be seen waiting.
      await expect(async () => {
        await lab.write('runs/run.raw', 'spectrum\n'.repeat(step * 100));
        await expect(growing).toContainText('Waiting until saved', { timeout: 2_000 });
      }).toPass();
    }
    await expect(growing).toContainText('Waits for your approval');
    await expect(growing).toContainText('3.6 kB');
    expect(await lab.mock.takenIn()).toEqual([]);
    await growing.click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await button(details, 'Notarize (1 credit)').click();
    await expect(growing).toContainText('Notarized');
  },
);
