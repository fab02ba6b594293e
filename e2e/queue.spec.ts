/** From what waits for a yes to the proof, and what a person sends next. */
import fs from 'node:fs/promises';
import { JOURNEY } from './support/count-effort.ts';
import { button, expect, row, test } from './support/face-test.ts';

test(
  'from the queue to the proof: agreed to with its price, done, drawn under the host’s policy, found in the log and the history',
  { tag: JOURNEY },
  async ({ lab, openFace }) => {
    await lab.write('ms2/run_01.raw', 'one\n');
    await lab.write('ms2/run_02.raw', 'two\n');
    await lab.watch('ms2');
    const before = await lab.balance();
    const { page, goTo } = await openFace(lab);
    await goTo('/activity?view=needs-you');
    // A press within a second of the price's growth approves nothing: the second file may just have been read.
    const approve = button(page, 'Notarize 2 files (2 credits)');
    await expect(async () => {
      await approve.click();
      await expect(approve).toBeHidden({ timeout: 3_000 });
    }).toPass();

    await page.getByRole('tab', { name: 'History' }).click();
    await row(page, /2 files notarized · 2 credits/).click();
    await expect(row(page, /run_01\.raw.*Notarized/)).toBeVisible();
    await expect(row(page, /run_02\.raw.*Notarized/)).toBeVisible();
    await fs.rename(lab.at('ms2/run_01.raw'), lab.at('ms2/sample_01.raw'));
    await button(page, 'Back to History').click();
    await expect(
      row(page, /run_01\.raw is now sample_01\.raw: same certificate, free/),
    ).toBeVisible();

    await goTo('/certificates');
    await expect(row(page, /run_01\.raw.*Saved here/)).toBeVisible();
    await row(page, /run_01\.raw/).click();
    const paper = page.getByRole('region', { name: /^Page 1 of/ });
    await expect(paper).toContainText('run_01.raw');
    await page.getByRole('tab', { name: 'Data' }).click();
    await expect(page.getByText(/names the .*SHA-256.* fingerprint of your file/)).toBeVisible();

    await goTo('/credits');
    await expect(
      page.getByText(`${new Intl.NumberFormat('en-GB').format(before - 2)} credits`).first(),
    ).toBeVisible();
    await expect(row(page, /run_01\.raw.*−1/)).toBeVisible();

    await goTo('/activity?view=history');
    await button(page, 'Export log').click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'As a table (CSV)' }).click();
    const table = await fs.readFile(await (await saving).path(), 'utf8');
    for (const name of ['run_01.raw', 'run_02.raw']) {
      expect(table).toMatch(new RegExp(`,file,${name.replace('.', String.raw`\.`)},notarized,`));
    }
  },
);

test('of a paused queue one file is sent next, one is held, and the rest goes when it is resumed', async ({
  lab,
  openFace,
}) => {
  for (const name of ['a', 'b', 'c']) await lab.write(`ms2/${name}.raw`, `${name}\n`);
  await lab.watch('ms2', '--budget', '10');
  expect(await lab.ask(['transfer', 'pause'])).toMatchObject({ code: 0 });
  const { page, goTo } = await openFace(lab);
  await goTo('/activity');
  const list = page.getByRole('list', { name: 'Approved' });
  const names = async () =>
    (await list.getByRole('listitem').allTextContents()).map((text) => text.slice(0, 5));
  await expect.poll(names).toEqual(['a.raw', 'b.raw', 'c.raw']);
  await button(page, 'Send c.raw next').focus();
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['c.raw', 'a.raw', 'b.raw']);
  await expect(page.getByText('Ahead of the others')).toBeFocused();
  await button(page, 'Hold a.raw').click();
  await expect.poll(names).toEqual(['c.raw', 'b.raw']);
  await page.getByRole('main').getByRole('button', { name: 'Resume uploads' }).first().click();
  await page.getByRole('tab', { name: 'History' }).click();
  await button(page, /^Everything/).click();
  await page.getByRole('option', { name: 'Finished files' }).click();
  await row(page, /2 files notarized/).click();
  await expect(row(page, /b\.raw.*Notarized/)).toBeVisible();
  await expect(row(page, /c\.raw.*Notarized/)).toBeVisible();
  await expect(row(page, /a\.raw/)).toHaveCount(0);
});

test('what was approved and is not sent yet is taken back on the overview, and nothing is charged', async ({
  lab,
  openFace,
}) => {
  for (const name of ['a', 'b', 'c']) await lab.write(`ms2/${name}.raw`, `${name}\n`);
  await lab.watch('ms2');
  const before = await lab.balance();
  expect(await lab.ask(['transfer', 'pause'])).toMatchObject({ code: 0 });
  const { page, goTo } = await openFace(lab);
  await goTo('/');
  const approve = button(page, 'Notarize 3 files (3 credits)');
  await expect(async () => {
    await approve.click();
    await expect(approve).toBeHidden({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByText('3 files will be notarized.')).toBeVisible();
  await goTo('/activity');
  await page.getByText('3 files will be notarized.').waitFor();
  await goTo('/');
  await button(page, 'Undo').click();
  await expect(page.getByText('3 files wait for your approval again.')).toBeFocused();
  expect(await lab.ask(['transfer', 'resume'])).toMatchObject({ code: 0 });
  await expect(button(page, 'Notarize 3 files (3 credits)')).toBeVisible();
  expect(await lab.balance()).toBe(before);
});
