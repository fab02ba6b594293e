/** From the first paint to the certificate of the first file: no more clicks and seconds than were promised. */
import { button, expect, field, row, signInOn, test, title } from './support/face-test.ts';
import { researcher } from './support/people.ts';

const MOST_CLICKS = 8;
const MOST_SECONDS = 110;
const ORDINARY_CHAIN_MS = 2_000;

test('the first file of somebody new has its certificate after at most 8 clicks and 110 seconds from the first paint', async ({
  newLab,
  openFace,
}, { annotations }) => {
  await newLab.mock.read({ chainDelayMs: ORDINARY_CHAIN_MS });
  const { page } = await openFace(newLab);
  await page.evaluate(() => {
    window.addEventListener(
      'pointerdown',
      () => {
        document.body.dataset['clicks'] = String(Number(document.body.dataset['clicks'] ?? 0) + 1);
      },
      true,
    );
  });
  await button(page, 'Sign in').click();
  await signInOn(page, researcher);
  await expect(title(page)).toHaveText('Where should your first file go?');
  await page.getByRole('main').getByText('Microscope calibration').click();
  await button(page, 'Next').click();
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Choose files').click();
  await (await choosing).setFiles(await newLab.write('picked/first.csv', 'minutes,a\n0,1\n'));
  await field(page, 'Labels').fill('calibration');
  await expect(page.getByRole('main')).toContainText('Costs at most 1 credit; that leaves 499');
  await button(page, 'Notarize (1 credit)').click();

  await expect(title(page)).toHaveText('Done');
  const file = page.getByRole('region', { name: 'first.csv' });
  await expect(file).toContainText('Notarized');
  await expect(file.getByRole('region', { name: /^Page 1 of/ })).toContainText('first.csv');

  const { clicks, seconds } = await page.evaluate(() => ({
    clicks: Number(document.body.dataset['clicks']),
    seconds:
      (performance.now() -
        (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)) /
      1_000,
  }));
  annotations.push({ type: 'measured', description: `${clicks} clicks, ${seconds.toFixed(1)} s` });
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expect(seconds).toBeLessThan(MOST_SECONDS);
  expect((await newLab.mock.takenIn()).map(({ charged }) => charged)).toEqual([1]);
  await file.getByRole('link', { name: 'Open certificate' }).click();
  await expect(title(page)).toContainText('first.csv');
});

test('a folder is watched after a look at what would happen; a file that grows waits until it is whole, then asks for its price', async ({
  lab,
  openFace,
}) => {
  await lab.write('runs/before.csv', 'x');
  await lab.write('runs/~$before.csv', 'x');
  const { page, goTo } = await openFace(lab);
  await goTo('/watch');
  await field(page, 'Path of the folder').fill(lab.at('runs'));
  const look = page.getByRole('region', { name: 'What would happen' });
  await expect(look).toContainText('before.csv');
  await expect(look).toContainText('Left out by');
  await button(page, /Project$/).click();
  await page.getByRole('option', { name: /Microscope/ }).click();
  await field(page, 'Labels').fill('raw');
  await field(page, 'Wait until saved (seconds)').fill('2');
  await button(page, 'Watch a folder').click();
  await expect(page.getByRole('main')).toContainText(lab.at('runs'));

  await page.getByRole('link', { name: 'Files', exact: true }).click();
  const growing = row(page, 'run.raw');
  for (let step = 1; step < 5; step += 1) {
    await lab.write('runs/run.raw', 'spectrum\n'.repeat(step * 100));
    await expect(growing).toContainText('Waiting until saved');
  }
  await expect(growing).toContainText('Ready to upload');
  await expect(growing).toContainText('3.6 kB');
  expect(await lab.mock.takenIn()).toEqual([]);
  await growing.click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await button(details, /^Upload \(.*1 credit\)…$/).click();
  const question = page.getByRole('alertdialog');
  await button(question, /^Upload it/).click();
  await expect(growing).toContainText('Notarized');
});
