/** What can become of a file, as a person sees it and gets on: held, the same, changed, not recorded, proven. */
import fs from 'node:fs/promises';
import { JOURNEY } from './support/count-effort.ts';
import { researcher } from './support/people.ts';
import {
  AWAY,
  HOST_ENDED,
  button,
  expect,
  field,
  row,
  said,
  test,
  title,
  type Face,
} from './support/face-test.ts';
import { MINUTE_MS } from '../src-shared/model/text/time.ts';
import type { Lab } from './support/lab.ts';
import type { Locator, Page } from '@playwright/test';

/** Watched before the page opens, so that the journey begins with a file that is there. */
async function openList(
  lab: Lab,
  openFace: (lab: Lab) => Promise<Face>,
  ...options: readonly string[]
): Promise<Face> {
  await lab.watch('data', '--budget', '100', ...options);
  const face = await openFace(lab);
  await face.goTo(`/projects/${await lab.projectId()}/files`);
  return face;
}

async function spendDownTo(lab: Lab, credits: number): Promise<void> {
  await lab.mock.adjustCredits('subtract', (await lab.balance()) - credits);
}

/** Chooses the row of a file; what is said and can be done about it is beside the list. */
async function choose(page: Page, name: string): Promise<Locator> {
  await row(page, name).click();
  return page.getByRole('complementary', { name: 'Details' });
}

test('a secondary file is held until it says how it was made, in a form that says what is missing', async ({
  lab,
  openFace,
}) => {
  const projectId = await lab.projectId();
  await lab.write('primary/spectrum.csv');
  await lab.watch('primary');
  await lab.sync('--yes');
  const [primary] = await lab.mock.takenIn();
  const primaryId = primary?.fileId ?? '';
  await lab.write('data/peaks.csv');
  const { page } = await openList(lab, openFace, '--type', 'secondary');
  await expect(row(page, 'peaks.csv')).toContainText('Held · add procedure');
  const details = await choose(page, 'peaks.csv');
  await button(details, 'Edit project and labels…').click();
  const form = page.getByRole('alertdialog', { name: 'Project and labels of this file' });
  await button(form, 'Edit project and labels…').click();
  await expect(field(form, 'How it was made')).toHaveAccessibleDescription(
    'A secondary file needs this.',
  );
  await field(form, 'How it was made').fill('Peaks picked at 3 sigma');
  for (const cited of ['Files that describe the procedure', 'Primary files it comes from']) {
    await button(form, `${cited}: Choose files`).click();
    await form.getByRole('option', { name: 'spectrum.csv' }).click();
    await button(form, `${cited}: Close the search`).click();
  }
  await button(form, 'Edit project and labels…').click();
  await expect(form).toBeHidden();
  await expect(row(page, 'peaks.csv')).toContainText('Notarized');
  const files = await lab.mock.files(researcher, projectId, 'private');
  expect(files.find(({ name }) => name === 'peaks.csv')).toMatchObject({
    procedureDescription: 'Peaks picked at 3 sigma',
    primaryData: primaryId,
  });
});

test('a file without credits is held with the reason, and goes on by itself once the credits that an administrator added are seen', async ({
  lab,
  openFace,
}) => {
  await fs.mkdir(lab.at('data'));
  await fs.writeFile(lab.at('data/mosaic.tif'), '');
  await fs.truncate(lab.at('data/mosaic.tif'), 3_000_000);
  await spendDownTo(lab, 2);
  await lab.watch('data', '--budget', '100', '--visibility', 'public', '--check', 'never');
  const { page, goTo } = await openFace(lab);
  await goTo(`/projects/${await lab.projectId()}/files`);
  const mosaic = row(page, 'mosaic.tif');
  await expect(mosaic).toContainText('Held · not enough credits');
  const details = await choose(page, 'mosaic.tif');
  await expect(details).toContainText('Your balance is not enough.');
  expect(await lab.mock.takenIn()).toEqual([]);

  await lab.mock.adjustCredits('add', 10);
  await page.getByRole('navigation').getByRole('link', { name: 'Credits' }).click();
  await expect(page.getByRole('main')).toContainText('12 credits');
  await page.goBack();
  await expect(mosaic).toContainText('Notarized');
  await expect(page.getByRole('contentinfo')).toContainText('9 credits');
  expect((await lab.mock.takenIn()).map(({ charged }) => charged)).toEqual([3]);
});

test('the same content under another name costs nothing and says what it is the same as', async ({
  lab,
  openFace,
}) => {
  await lab.write('data/plate.csv', 'same');
  const { page } = await openList(lab, openFace);
  await expect(row(page, 'plate.csv')).toContainText('Notarized');
  await lab.write('data/plate (copy).csv', 'same');
  const copy = row(page, 'plate (copy).csv');
  await expect(copy).toContainText(/Already on the service|Notarized/);
  const details = await choose(page, 'plate (copy).csv');
  await expect(details).toContainText('No credits were used.');
  expect(await lab.mock.takenIn()).toHaveLength(1);
});

test(
  'a file that was changed after its record is an alarm with both versions, in no other price, and is kept as a new version',
  { tag: JOURNEY },
  async ({ lab, openFace }) => {
    await lab.write('data/series.csv', 'one');
    const { page, goTo } = await openList(lab, openFace);
    await expect(row(page, 'series.csv')).toContainText('Notarized');
    await lab.write('data/backup.csv', 'one');
    await expect(row(page, 'backup.csv')).toContainText('Already on the service');
    await lab.write('data/series.csv', 'one and two');
    await expect(row(page, 'series.csv')).toContainText('Changed since notarized');
    const details = await choose(page, 'series.csv');
    await expect(details).toContainText('This is no longer what was notarized.');
    const versions = details.getByRole('region', { name: 'Compare versions' });
    await expect(versions).toContainText(/3 bytes.*11 bytes/s);
    const lines = versions.getByRole('region', { name: 'What differs' });
    await expect(lines.getByRole('deletion')).toContainText('− one');
    await expect(lines.getByRole('insertion')).toContainText('+ one and two');
    await expect(versions).toContainText('data/backup.csv');
    expect(await lab.mock.takenIn()).toHaveLength(1);
    await button(details, /^Notarize as new version \(.*1 credit\)…$/).click();
    await button(page.getByRole('alertdialog'), /1 credit/).click();
    await expect(row(page, 'series.csv')).toContainText('Notarized');
    expect(await lab.mock.takenIn()).toHaveLength(2);
    await lab.write('data/series.csv', 'one, two and three');
    await expect(row(page, 'series.csv')).toContainText('Changed since notarized');
    await goTo('/verify');
    await page.locator('input[type="file"]').setInputFiles(lab.at('data/series.csv'));
    await expect(page.getByRole('region', { name: 'Does not match' })).toContainText(
      'This file was changed since it was notarized on',
    );
  },
);

test('a file that was not recorded stands first among what needs a person, and is never sent again by itself', async ({
  lab,
  openFace,
}) => {
  await lab.mock.read({ notarizationErrorNames: ['tune'] });
  await lab.write('data/tune.csv');
  const { page, goTo } = await openList(lab, openFace);
  await expect(row(page, 'tune.csv')).toContainText('Not recorded · error');
  const details = await choose(page, 'tune.csv');
  await expect(details).toContainText('credits may have been used');
  await goTo('/');
  const needsYou = page.getByRole('region', { name: 'Needs attention' });
  await expect(needsYou.getByRole('listitem')).toContainText('Not recorded · error');
  await button(needsYou, /^Decide…/).click();
  await expect(button(needsYou, 'Check again: tune.csv')).toBeVisible();
  await expect(button(needsYou, /^Send again .*: tune\.csv/)).toBeVisible();
  expect(await lab.mock.takenIn()).toHaveLength(1);
});

test('a certificate is opened from its file, shown as paper and as data, and saved whole', async ({
  lab,
  openFace,
}) => {
  const name = 'épreuve_試料.csv';
  await lab.write(`data/${name}`);
  const { page } = await openList(lab, openFace);
  await expect(row(page, name)).toContainText('Notarized');
  const details = await choose(page, name);
  await button(details, 'Open certificate').click();
  await expect(title(page)).toHaveText(`${name} – certificate`);
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toContainText(name);
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('found-current') ?? [])].map(String).join());
  for (const [words, found] of [
    ['transaction', 'TRANSACTION'],
    ['block hash', 'BLOCK HASH'],
    ['epreuve', 'épreuve'],
    ['試料', '試料'],
  ] as const) {
    await page.getByRole('searchbox', { name: 'Find in the document' }).fill(words);
    await expect.poll(marked).toBe(found);
  }
  const saving = page.waitForEvent('download');
  await button(page, 'Save PDF').click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${name}.certificate.pdf`);
  expect((await fs.readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('tab', { name: 'Data' }).click();
  await expect(page.getByRole('main')).toContainText('The data names the SHA-256 fingerprint');
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await expect(row(page, name)).toContainText('Saved here');
  // The PDF alone says what a file is compared with.
  await page.getByRole('link', { name: 'Verify', exact: true }).click();
  await page
    .getByRole('radio', { name: /certificate/i })
    .first()
    .check({ force: true });
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Choose a certificate (PDF or JSON)').first().click();
  await (await choosing).setFiles(await saved.path());
  await expect(page.getByRole('textbox').first()).toHaveValue(
    /FINGERPRINT · sha256, hex\s+[0-9a-f]{4} /,
  );
});

test('without the service the page says so, reads go on from what is known, and everything catches up by itself', async ({
  lab,
  openFace,
}) => {
  await lab.write('data/early.csv');
  const { page } = await openList(lab, openFace);
  await expect(row(page, 'early.csv')).toContainText('Notarized');
  await lab.stopMock();
  await lab.write('data/late.csv');
  await expect(
    said(
      page,
      /The service (does not answer as it should\.|cannot be reached:|is not working at the moment)|The connection to the service broke/,
    ),
  ).toBeVisible();
  await expect(row(page, 'early.csv')).toContainText('Notarized');
  await lab.startMock();
  // An outage that has lasted is asked after once a minute.
  await expect(row(page, 'late.csv')).toContainText('Notarized', { timeout: 2 * MINUTE_MS });
  await expect(said(page, /does not answer|are offline/)).toBeHidden();
  expect(await lab.mock.takenIn()).toHaveLength(2);
});

test('two windows show the same at the same time; a decision in one is seen in the other, and counts once', async ({
  lab,
  openFace,
}) => {
  await lab.write('data/shared.csv');
  await lab.watch('data');
  const { page, goTo, openWindow } = await openFace(lab);
  const list = `/projects/${await lab.projectId()}/files`;
  const other = await openWindow();
  await goTo(list);
  await goTo(list, other);
  for (const window of [page, other]) {
    await expect(row(window, 'shared.csv')).toContainText('Waits for your approval');
    await choose(window, 'shared.csv');
    await expect(button(window, /^Notarize \(/)).toBeVisible();
  }
  await button(page, /^Notarize \(/).click();
  await expect(row(page, 'shared.csv')).toContainText('Notarized');
  await expect(button(other, /^Notarize \(/)).toBeHidden();
  await expect(other.getByRole('grid')).toContainText('Notarized');
  expect(await lab.mock.takenIn()).toHaveLength(1);
});

test('when Labseal ends the page says so and keeps what it shows', async ({ lab, openFace }) => {
  await lab.write('data/known.csv');
  const { page, program, allow } = await openList(lab, openFace);
  await expect(row(page, 'known.csv')).toContainText('Notarized');
  allow(HOST_ENDED);
  program.send('SIGTERM');
  await program.ended;
  await expect(said(page, AWAY)).toBeVisible();
  await expect(row(page, 'known.csv')).toContainText('Notarized');
});
