/**
 * What a page owes everybody, on the page that `labseal serve` brings: nothing for axe to find wherever one can go, in
 * both themes, while there is nothing, something, or no service. What opens over it is in dialogs.spec.ts.
 */
import { fill, findings, judge, judgeAll, openDemo, type Ids } from './support/accessibility.ts';
import { button, expect, field, row, test, title, type Face } from './support/face-test.ts';
import { administrator } from './support/people.ts';
import { ROUTES } from '../src-renderer/paths.ts';

/** Places by the route that leads there. What depends on the account is filled in by `fill`. */
const FIRST_PAGES = ['/welcome', '/sign-in', '/register', '/activate', '/forgot', '/reset'];
const OF_A_PROJECT = [
  '/projects/:projectId/add',
  '/projects/:projectId/details',
  '/projects/:projectId/files',
  '/projects/:projectId/folders',
  '/projects/:projectId/lineage',
  '/projects/:projectId/lineage/complete',
  '/projects/:projectId/members',
  '/projects/:projectId/platform',
];
const OF_A_FILE = [
  '/projects/:projectId/files/:fileId',
  '/projects/:projectId/files/:fileId/certificate',
  '/projects/:projectId/folders/:folderId',
];
const OF_EVERYBODY = [
  '/',
  '/activity',
  '/add',
  '/audits',
  '/audits/:runId',
  '/certificates',
  '/credits',
  '/files',
  '/first',
  '/help',
  '/outbox',
  '/profile',
  '/projects',
  '/projects/new',
  '/settings',
  '/tags',
  '/settings/:section',
  '/verify',
  '/watch',
];
const OF_ADMINISTRATORS = ['/admin/users', '/admin/users/:userId'];
const SIGNED_IN = [...OF_EVERYBODY, ...OF_A_PROJECT, ...OF_A_FILE];

// One after the other, so that one demo serves them all.
test.describe.configure({ mode: 'default' });

const ALL_ROWS_HIGH = 2_400;

/** A report of an audit of the demo's folder, for what has none. */
async function withAudit({ page, goTo }: Face, ids: Ids): Promise<Ids> {
  await goTo('/audits');
  await button(page, /^Audit now: /)
    .first()
    .click();
  await page.waitForURL(/audits\/(\d+)/);
  return { ...ids, runId: /audits\/(\d+)/.exec(page.url())?.[1] ?? '' };
}

test('every address of the page is in one of the lists that are judged here', () => {
  expect(new Set(Object.values(ROUTES))).toEqual(
    new Set([...FIRST_PAGES, ...SIGNED_IN, ...OF_ADMINISTRATORS]),
  );
});

test('with a lab full of files there is nothing for axe to find, in light and dark', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const found = [...(await judgeAll(face, SIGNED_IN, await withAudit(face, ids)))];
  await face.page.setViewportSize({ width: 1_280, height: ALL_ROWS_HIGH });
  await face.goTo('/files'); // everything that can become of a file and stays so: see demo.spec.ts
  found.push(...(await judge(face.page, 'all files, each in sight')));
  const eeg = await face.page.getByRole('link', { name: /EEG/ }).first().getAttribute('href');
  await face.goTo(`${(eeg ?? '').replace(/^#|\/files$/g, '')}/lineage?view=graph`);
  await expect(face.page.getByRole('button', { name: 'Show all of it' })).toBeVisible();
  found.push(...(await judge(face.page, 'lineage, drawn')));
  await face.goTo('/activity');
  for (const view of ['Needs attention', 'History']) {
    await face.page.getByRole('tab', { name: view }).click();
    await expect(face.page.locator('main [aria-busy="true"]')).toHaveCount(0);
    found.push(...(await judge(face.page, `activity, ${view}`)));
  }
  await face.goTo('/verify');
  const bytes = { name: 'any.csv', mimeType: 'text/csv', buffer: Buffer.from('nobody has this') };
  await face.page.getByRole('radio', { name: /^Everything/ }).check({ force: true });
  await face.page.locator('input[type="file"]').setInputFiles(bytes);
  await expect(face.page.getByRole('region', { name: 'Can’t tell yet' })).toBeVisible();
  found.push(...(await judge(face.page, 'verdict')));
  expect(found).toEqual([]);
});

for (const [state, isServiceThere] of [
  ['with nothing there yet', true],
  ['without the service', false],
] as const) {
  test(`${state} there is nothing for axe to find, in light and dark`, async ({
    lab,
    openFace,
  }) => {
    const ids = { projectId: await lab.projectId() };
    const face = await openFace(lab);
    if (!isServiceThere) await lab.stopMock();
    expect(await judgeAll(face, SIGNED_IN, ids)).toEqual([]);
  });
}

test('the first pages, also with every field wrong, have nothing for axe to find, in light and dark', async ({
  newLab,
  openFace,
}) => {
  const { page, goTo } = await openFace(newLab);
  const found: string[] = [];
  for (const route of FIRST_PAGES) {
    await goTo(route);
    found.push(...(await judge(page, route)));
    const submit = page.locator('button[type="submit"]');
    if ((await submit.count()) === 0) continue;
    await submit.click();
    // One wrong field has the focus itself, of several their summary.
    const wrong = page.locator('[aria-invalid="true"]');
    const summary = page.getByRole('region', { name: /^Check \d+ fields$/ });
    await expect(wrong.or(summary).and(page.locator(':focus'))).toHaveCount(1);
    found.push(...(await judge(page, `${route} with wrong fields`)));
  }
  expect(found).toEqual([]);
});

test('the pages of administrators have nothing for axe to find, in light and dark', async ({
  newLab,
  openFace,
}) => {
  await newLab.signIn(administrator);
  const face = await openFace(newLab);
  await face.goTo('/admin/users');
  const link = row(face.page, /Robin/).getByRole('link');
  const userId = /users\/([^/]+)$/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
  expect(await judgeAll(face, OF_ADMINISTRATORS, { userId })).toEqual([]);
});

/** What people who read with difficulty set (WCAG 1.4.12). */
const SPACED_TEXT = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

test('at 320 pixels, and at twice the size with the text spaced out, nothing is scrolled sideways or cut off', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  const wrong: string[] = [];
  const measure = async (how: string) => {
    for (const route of [...SIGNED_IN, '/settings/about', '/activity?view=history']) {
      await goTo(fill(route, ids));
      const { widest, room, cut, tables, beside, ends } = await page.evaluate(() => ({
        widest: Math.max(
          document.documentElement.scrollWidth,
          ...Array.from(document.querySelectorAll('main'), (main) => main.scrollWidth),
        ),
        room: window.innerWidth,
        cut: Array.from(document.querySelectorAll<HTMLElement>('button, h1, h2, label, p'))
          .filter((each) => getComputedStyle(each).overflow === 'hidden')
          .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
          .map(({ textContent }) => textContent),
        tables: Array.from(document.querySelectorAll('main table'))
          .filter(({ parentElement: frame }) => {
            return frame !== null && frame.scrollHeight > frame.clientHeight + 1;
          })
          .map(({ textContent }) => textContent),
        // A row of links or tabs that is scrolled sideways hides where one is.
        beside: Array.from(document.querySelectorAll('main [aria-current], main [aria-selected]'))
          .filter((each) => each.getBoundingClientRect().right > window.innerWidth)
          .map(({ textContent }) => textContent),
        // Names of files differ at their end.
        ends: Array.from(document.querySelectorAll('[role="gridcell"] [title] > :last-child'))
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent),
      }));
      if (widest > room) wrong.push(`${route} ${how}: ${widest} of ${room}`);
      wrong.push(...cut.map((text) => `${route} ${how}: cut off: ${text}`));
      wrong.push(...tables.map((text) => `${route} ${how}: a table is cut off: ${text}`));
      wrong.push(...beside.map((text) => `${route} ${how}: out of sight: ${text}`));
      wrong.push(...ends.map((text) => `${route} ${how}: without its end: ${text}`));
    }
  };
  await page.setViewportSize({ width: 320, height: 640 });
  await measure('at 320 pixels');
  await page.setViewportSize({ width: 1_280, height: 900 });
  await goTo('/settings');
  await button(page, /100\s?%/).click();
  await page.getByRole('option', { name: /200\s?%/ }).click();
  await page.evaluate((css) => {
    const spaced = new CSSStyleSheet();
    spaced.replaceSync(css);
    document.adoptedStyleSheets.push(spaced);
  }, SPACED_TEXT);
  await measure('at 200 %');
  await goTo('/settings'); // kept for all windows of this Labseal
  await button(page, /200\s?%/).click();
  await page.getByRole('option', { name: /100\s?%/ }).click();
  expect(wrong).toEqual([]);
});

const WITH_GRIDS = [
  '/files',
  '/audits/:runId',
  '/certificates',
  '/credits',
  '/activity?view=history',
];
const OF_PROJECT_WITH_GRIDS = OF_A_PROJECT.filter((route) =>
  /(files|platform|lineage)$/.test(route),
);

test('zoomed to 200 % and 400 % every list shows rows and every screen can be scrolled to its end, banners open', async ({
  demo,
}) => {
  const { face, ids: known } = await openDemo(demo);
  const { page, goTo } = face;
  const ids = await withAudit(face, known);
  const wrong: string[] = [];
  for (const [how, width, height] of [
    ['200 %', 640, 360],
    ['400 %', 320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await goTo(fill('/projects/:projectId/files', ids));
    const first = page.getByRole('grid').getByRole('row').nth(1);
    await expect(first).toBeVisible();
    if (width >= 640 && !(await first.evaluate(isInSight)))
      wrong.push(`the first file at ${how}: out of sight`);
    for (const route of [...WITH_GRIDS, ...OF_PROJECT_WITH_GRIDS]) {
      await goTo(fill(route, ids));
      const grid = page.getByRole('grid').first();
      await grid.getByRole('row').nth(1).scrollIntoViewIfNeeded();
      const names = await page.evaluate(unreadableNames);
      wrong.push(...names.map((text) => `${route} at ${how}: cannot be read: ${text}`));
      const box = await grid.boundingBox();
      if (box === null || box.height < MIN_GRID_PX)
        wrong.push(`${route} at ${how}: ${box?.height}`);
    }
    for (const route of SIGNED_IN) {
      await goTo(fill(route, ids));
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      const bars = await page.evaluate(scrolledDown);
      if (bars.length > 1) wrong.push(`${route} at ${how}: scrolled in ${bars.join(' and ')}`);
      const { below, escaped } = await page.evaluate(() => {
        const ends = document.querySelectorAll('main button, main a, main p');
        const last = ends.item(ends.length - 1);
        last?.scrollIntoView({ block: 'end' });
        return {
          below: last === null ? 0 : last.getBoundingClientRect().bottom - window.innerHeight,
          escaped: document.documentElement.scrollHeight - window.innerHeight,
        };
      });
      if (below > 1 || escaped > 0)
        wrong.push(`${route} at ${how}: ${below} below, ${escaped} out`);
    }
    await goTo(fill('/projects/:projectId/files', ids));
    await page.getByRole('grid').getByRole('row').nth(1).click();
    const close = page.getByRole('complementary', { name: 'Details' }).getByRole('button').first();
    if (!(await close.evaluate(isInSight))) wrong.push(`details at ${how}: out of sight`);
  }
  expect(wrong).toEqual([]);
});

test('what an empty field invites to is read whole', async ({ demo }) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  const cut: string[] = [];
  for (const width of [1_280, 640]) {
    await page.setViewportSize({ width, height: 800 });
    for (const route of SIGNED_IN) {
      await goTo(fill(route, ids));
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      cut.push(
        ...(await page.evaluate(cutInvitations)).map((text) => `${route} ${width}: ${text}`),
      );
    }
  }
  expect(cut).toEqual([]);
});

/** Placeholders in sight that are wider than their fields. */
function cutInvitations(): readonly string[] {
  return Array.from(document.querySelectorAll<HTMLInputElement>('input[placeholder]'))
    .filter((input) => {
      const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(input);
      const text = document.createElement('span');
      text.textContent = input.placeholder;
      Object.assign(text.style, { font, letterSpacing, position: 'fixed', whiteSpace: 'pre' });
      document.body.append(text);
      const wantedPx = text.getBoundingClientRect().width;
      text.remove();
      const roomPx = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return input.clientWidth > 0 && wantedPx > roomPx + 1;
    })
    .map(({ placeholder }) => placeholder);
}

/** What has a vertical scroll bar of its own. */
function scrolledDown(): readonly string[] {
  return Array.from(document.querySelectorAll<HTMLElement>('body, body *'))
    .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
    .filter(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1)
    .map(({ tagName, className }) => `${tagName.toLowerCase()}.${className}`);
}

/** Names of files in lists of which less is seen than is needed to know one from another. */
function unreadableNames(): readonly string[] {
  const LEAST_PX = 96; // a dozen letters
  return (
    Array.from(document.querySelectorAll('[role="row"] [title]:has(> [aria-hidden])'))
      // The folder below a name shares its line with others.
      .filter(
        ({ parentElement: line }) => line?.previousElementSibling?.hasAttribute('title') !== true,
      )
      .filter((name) => {
        const parts = Array.from(name.querySelectorAll(':scope > [aria-hidden]'));
        const wholePx = parts.reduce((sum, { scrollWidth }) => sum + scrollWidth, 0);
        return name.getBoundingClientRect().width + 1 < Math.min(LEAST_PX, wholePx);
      })
      .map((name) => name.getAttribute('title') ?? '')
  );
}

/** Not scrolled away, and not covered. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** Its head and one row. */
const MIN_GRID_PX = 76;

test('in forced colours what is chosen and what has the focus are outlined; nothing moves for who wants no motion', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await goTo(`/projects/${ids['projectId']}/files`);
  await row(page, 'plate-22.csv').click();
  const outline = () =>
    row(page, 'plate-22.csv').evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await outline()).not.toBe('none');
  await field(page, 'Search name or folder').focus();
  expect(await outline()).not.toBe('none');
  expect(await findings(page, 'colours')).toEqual([]);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0))
        .filter((durationMs) => durationMs > 1).length,
  );
  expect(moving).toBe(0);
});

test('letters typed into a field are text and nothing else; how many files fit is said aloud', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  await goTo(`/projects/${ids['projectId']}/files`);
  await row(page, 'plate-22.csv').click();
  const search = page.getByRole('searchbox', { name: 'Search name or folder' });
  const letters = 'abcdefghijklmnopqrstuvwxyz?/';
  await search.pressSequentially(letters);
  await expect(search).toHaveValue(letters);
  await expect(search).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(title(page)).toHaveText(/Microscope/);
  const heard = page.getByRole('status');
  await expect(heard.getByText('0 files', { exact: true })).toBeVisible();
  await search.fill('plate-22');
  await expect(heard.getByText('1 file', { exact: true })).toBeVisible();
});
