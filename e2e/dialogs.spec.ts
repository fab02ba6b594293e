/**
 * What opens over the page: axe finds nothing in it in light and dark, at 100 % and at 200 %, where it fits its window too. It
 * takes the focus, Escape closes it, and the focus goes back to what opened it.
 */
import type { Locator, Page } from '@playwright/test';
import { fill, judge, openDemo, type Ids } from './support/accessibility.ts';
import { HOST_ENDED, button, expect, field, row, test, type Face } from './support/face-test.ts';
import { administrator, leader } from './support/people.ts';

/** Of a window in which a list of the demo shows all its rows. */
const ALL_ROWS_HIGH = 2_400;
/** What a window of 1280 × 720 holds when the browser shows everything twice as large. */
const AT_200 = { width: 640, height: 360 };

interface Opening {
  readonly at: string;
  /** Rows of a list that are chosen first. */
  readonly rows?: readonly string[];
  /** What else has to be there first. */
  readonly first?: (page: Page) => Promise<void>;
  /** What opens it, and gets the focus back. */
  readonly opener: (page: Page) => Locator;
  /** The entry of the menu that the opener shows. */
  readonly entry?: string | RegExp;
  /** What the opener alone does not open. */
  readonly next?: (page: Page) => Promise<void>;
  readonly opens: (page: Page) => Locator;
}

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const question = (name: string | RegExp) => (page: Page) => page.getByRole('alertdialog', { name });
const press = (name: string | RegExp) => (page: Page) => button(page, name).first();

/** Opens one after the other; returns what axe finds. */
async function openAll(
  { page, goTo }: Pick<Face, 'page' | 'goTo'>,
  openings: readonly Opening[],
  ids: Ids = {},
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { at, rows = [], first, opener, entry, next, opens } of openings) {
    await goTo('/tags'); // so that nothing of the one before is left over
    await goTo(fill(at, ids));
    for (const name of rows) {
      await row(page, name).click({ modifiers: rows.length === 1 ? [] : ['ControlOrMeta'] });
    }
    await first?.(page);
    const from = opener(page);
    await from.click();
    if (entry !== undefined) await page.getByRole('menuitem', { name: entry }).click();
    await next?.(page);
    const overlay = opens(page);
    await expect(overlay).toBeVisible();
    const name = `${at} ${String(overlay)}`;
    const isWithin = () => overlay.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(isWithin, { message: `the focus is in: ${name}` }).toBe(true);
    await expect(overlay.locator('[aria-busy="true"]')).toHaveCount(0);
    // The component library hides it while it waits for a keyboard on the screen, for which it takes a window made smaller.
    const isShown = () => overlay.evaluate((each) => each.checkVisibility({ checkOpacity: true }));
    await expect.poll(isShown, { message: `it is shown: ${name}` }).toBe(true);
    found.push(...(await judge(page, name)));
    const window = page.viewportSize() ?? AT_200;
    await page.setViewportSize(AT_200);
    await expect.poll(isShown, { message: `it is shown at 200 %: ${name}` }).toBe(true);
    found.push(...(await judge(page, `${name} at 200 %`)));
    const box = await overlay.boundingBox();
    const beyond = await overlay.evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
    const isWithinWindow = box !== null && box.x >= 0 && box.x + box.width <= AT_200.width;
    if (!isWithinWindow || beyond > 1) found.push(`${name} at 200 %: it is cut off`);
    await page.setViewportSize(window);
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
    await expect(from, `the focus is back from: ${name}`).toBeFocused();
  }
  return found;
}

/** Id of the project in the sidebar that has this name. */
async function projectOf(page: Page, name: RegExp): Promise<string> {
  const href = await page.getByRole('link', { name }).first().getAttribute('href');
  return /projects\/([^/]+)/.exec(href ?? '')?.[1] ?? '';
}

const FILES = '/projects/:projectId/files';
const EEG_FILES = '/projects/:eegId/files';

const OF_THE_DEMO: readonly Opening[] = [
  {
    at: FILES,
    opener: (page) => page.getByRole('searchbox', { name: 'Search name or folder' }),
    next: (page) => page.keyboard.press('ControlOrMeta+k'),
    opens: dialog('Search'),
  },
  {
    at: FILES,
    opener: (page) => page.getByRole('searchbox', { name: 'Search name or folder' }),
    next: (page) => page.keyboard.press('Shift+F1'),
    opens: dialog('Shortcuts'),
  },
  { at: FILES, opener: press(/^Filters$/), opens: dialog('Filters') },
  { at: FILES, opener: press('All folders Folder'), opens: dialog('Folder') },
  {
    at: FILES,
    rows: ['plate-22.csv'],
    opener: press('More'),
    opens: (page) => page.getByRole('menu'),
  },
  {
    at: FILES,
    rows: ['plate-22.csv'],
    opener: press('More'),
    entry: /Delete on the service/,
    opens: question('Delete on the service?'),
  },
  {
    at: FILES,
    rows: ['plate-22.csv'],
    opener: press('More'),
    entry: /Delete on the service/,
    async next(page) {
      await field(page, 'Reason').fill('The lamp was not warm yet');
      await button(page, 'Show price').click();
      await expect(button(page, /^Delete \(\d/)).toBeVisible();
    },
    opens: question('Delete on the service?'),
  },
  {
    at: FILES,
    rows: ['tune_report.csv'],
    opener: press(/^Send again \(/),
    opens: question('Notarize 1 file?'),
  },
  {
    at: FILES,
    rows: ['plate-21.csv', 'plate-22.csv'],
    opener: press('Edit project and labels…'),
    opens: question('Project and labels of 2 files'),
  },
  {
    at: FILES,
    rows: ['plate-21.csv', 'plate-22.csv'],
    opener: press('Evidence…'),
    opens: dialog('Evidence of 2 files'),
  },
  {
    at: FILES,
    rows: ['plate-21.csv', 'plate-22.csv'],
    opener: press('Text for a paper…'),
    opens: dialog('Text for a paper or a plan'),
  },
  {
    at: FILES,
    rows: ['plate-21.csv', 'plate-22.csv'],
    opener: press('QR labels…'),
    opens: dialog('Labels with QR codes'),
  },
  {
    at: EEG_FILES,
    rows: ['peaks.csv'],
    opener: press('Edit project and labels…'),
    opens: question('Project and labels of this file'),
  },
  {
    at: EEG_FILES,
    rows: ['participant-1-rest.csv', 'participant-2-rest.csv'],
    opener: press('Notarize 2 held files…'),
    opens: question('Notarize 2 files?'),
  },
  {
    at: '/projects/:eegId/platform',
    rows: ['averaging-procedure.md'],
    opener: press('Download…'),
    opens: dialog('Download averaging-procedure.md'),
  },
  {
    at: '/activity?view=needs-you',
    opener: press('Pause uploads'),
    opens: dialog('Pause uploads?'),
  },
  {
    at: '/activity?view=needs-you',
    first: (page) => button(page, 'Decide…').click(),
    opener: press(/^Send again \(.+\): tune_report/),
    opens: question('Notarize 1 file?'),
  },
  {
    at: '/projects/:projectId/folders',
    opener: press('Stop watching'),
    opens: question('Stop watching this folder?'),
  },
  { at: '/credits', opener: press(/^Change: Per month/), opens: dialog('Per month') },
  { at: '/credits', opener: press('Ask for credits…'), opens: dialog('Ask for credits') },
  {
    at: '/credits',
    first: (page) =>
      page.getByRole('checkbox', { name: 'dark_frame_mosaic.tif' }).check({ force: true }),
    opener: press(/^Make private \(/),
    opens: question('Notarize this file as private?'),
  },
  {
    at: '/projects/:projectId/files/:fileId',
    opener: press('Evidence…'),
    opens: dialog(/^Evidence of/),
  },
  {
    at: '/verify',
    first: (page) => page.getByRole('radio', { name: /^One record/ }).check({ force: true }),
    opener: press('Choose a record'),
    opens: dialog('Choose a record'),
  },
];

test('in the demo axe finds nothing in what opens over the page; Escape closes it and the focus goes back', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  await face.page.setViewportSize({ width: 1_280, height: ALL_ROWS_HIGH });
  const eegId = await projectOf(face.page, /EEG/);
  expect(await openAll(face, OF_THE_DEMO, { ...ids, eegId })).toEqual([]);
});

test('what opens is shown, and goes, however its fading in is cut off', async ({ demo }) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  await page.evaluate(() => {
    for (const name of ['--dialog-time', '--pop-time'])
      document.documentElement.style.setProperty(name, '3600s');
  });
  const cutOff = () =>
    page.evaluate(() => document.getAnimations().map((each) => each.cancel()).length);
  const credits = { at: '/credits', opener: press('Ask for credits…') };
  const menu = { at: fill(FILES, ids), opener: press('More') };
  for (const [{ at, opener }, overlay] of [
    [credits, dialog('Ask for credits')(page)],
    [menu, page.getByRole('menu')],
  ] as const) {
    await goTo(at);
    if (at !== credits.at) await row(page, 'plate-22.csv').click();
    const isShown = () => overlay.evaluate((each) => each.checkVisibility({ checkOpacity: true }));
    await opener(page).click();
    await expect(overlay).toBeAttached();
    expect(await cutOff()).toBeGreaterThan(0);
    expect(await isShown()).toBe(true);
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
    await opener(page).click(); // and closed while it still fades in
    await expect(overlay).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
  }
});

test('so it is with what administrators are asked', async ({ newLab, openFace }) => {
  await newLab.signIn(administrator);
  const face = await openFace(newLab);
  const { page, goTo } = face;
  await goTo('/admin/users');
  const link = row(page, /Robin/).getByRole('link');
  const at = (await link.getAttribute('href'))?.replace('#', '') ?? '';
  const found = await openAll(face, [
    {
      at,
      first: () => field(page, 'Add credits').fill('500'),
      opener: press('Adjust credits'),
      opens: question('Change the credits of Robin Demo-Researcher?'),
    },
    { at, opener: press('Suspend…'), opens: question('Suspend Robin Demo-Researcher?') },
    {
      at,
      opener: press('Suspend…'),
      next: () => button(page.getByRole('alertdialog'), 'Suspend').click(), // without its reason
      opens: question('Suspend Robin Demo-Researcher?'),
    },
  ]);
  await button(page, 'Suspend…').click();
  await field(page, 'Reason').fill('Shared a password');
  await button(page.getByRole('alertdialog'), 'Suspend').click();
  await expect(page.getByText('“Shared a password”')).toBeVisible();
  const ending = question('End the suspension of Robin Demo-Researcher?');
  const rest = await openAll(face, [{ at, opener: press('End suspension'), opens: ending }]);
  expect([...found, ...rest]).toEqual([]);
});

test('so it is with what a leader is asked about people, projects and the outbox', async ({
  newLab,
  openFace,
}) => {
  await newLab.signIn(leader);
  const face = await openFace(newLab);
  const { page, goTo } = face;
  const members = `/projects/${await projectOf(page, /EEG/)}/members`;
  const invite = press('Invite… (10 credits)');
  const found = await openAll(face, [
    {
      at: members,
      opener: press(/^Remove: Robin/),
      opens: question('Remove Robin Demo-Researcher from the project?'),
    },
    {
      at: members,
      opener: press(/^Take invitation back: Casey/),
      opens: question('Take the invitation of Casey Demo-Colleague back?'),
    },
    {
      at: members,
      first: () => field(page, 'E-mail').fill(administrator.email),
      opener: invite,
      opens: question('Invite Ada Demo-Admin?'),
    },
    {
      at: '/projects/new',
      async first() {
        await field(page, 'Name').fill('Tide pools 2027');
        await field(page, 'Area').fill('Ecology');
      },
      opener: press('Create project · 50 credits'),
      opens: question('New project'),
    },
  ]);

  // One whose answer is lost, and one that waits for the service.
  const lost = { kind: 'drop', at: 'before-handling' } as const;
  await newLab.mock.fault({ endpoint: 'inviteMember', do: lost });
  const inviteNow = async (email: string, agree: string) => {
    await goTo(members);
    await field(page, 'E-mail').fill(email);
    await invite(page).click();
    const asked = page.getByRole('alertdialog');
    await button(asked, agree).click();
    await expect(asked).toBeHidden();
  };
  await inviteNow(administrator.email, 'Invite (10 credits)');
  await newLab.stopMock();
  await inviteNow('nobody.yet@example.org', 'Send when online (10 credits)');
  const rest = await openAll(face, [
    {
      at: '/outbox',
      opener: press(/^Send again: /),
      opens: question(/^Send again: .*Ada Demo-Admin.*\?$/),
    },
    { at: '/outbox', opener: press('Send now (10 credits)'), opens: question('Send what waits?') },
  ]);
  expect([...found, ...rest]).toEqual([]);
});

test('so it is with files that were there before, with evidence that was made, and while the host is away', async ({
  lab,
  openFace,
}) => {
  await lab.write('data/run.csv');
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ counts: { notarized: 1 } });
  await lab.write('data/new.csv');
  for (const name of ['one', 'two']) await lab.write(`old/${name}.csv`);
  await lab.watch('old', '--only-new');
  await lab.write('evidence/.keep', '');
  const face = await openFace(lab);
  const { page, allow } = face;
  allow(HOST_ENDED);
  const files = `/projects/${await lab.projectId()}/files`;
  const found = await openAll(face, [
    {
      at: files.replace(/files$/, 'folders'),
      opener: press('Take earlier files too…'),
      opens: question('Take the files that were there before?'),
    },
    {
      at: files,
      rows: ['one.csv', 'two.csv'],
      opener: press('Include again…'),
      opens: question('Notarize 2 files?'),
    },
    {
      at: files,
      rows: ['run.csv'],
      opener: press('Evidence…'),
      async next() {
        await field(page, 'Path of the folder').fill(lab.at('evidence'));
        await button(page, 'Make evidence').click();
        await expect(page.getByText('Export complete.')).toBeVisible();
      },
      opens: dialog('Evidence of run.csv'),
    },
  ]);
  expect(found).toEqual([]);
});
