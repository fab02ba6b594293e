/** What the keys reach: every stop of the Tab key is in sight, marked and not covered, also at the edge of the window. */
import { fill, openDemo } from './support/accessibility.ts';
import { button, expect, field, row, test, title } from './support/face-test.ts';

test('the Tab key comes through each page and out again; what has the focus is in sight, marked, and not covered', async ({
  demo,
}) => {
  const { face, ids } = await openDemo(demo);
  const { page, goTo } = face;
  const walk = async (route: string) => {
    const stops = new Set<string>();
    const troubles: string[] = [];
    await page.getByRole('heading', { level: 1 }).focus();
    for (let press = 0; press < MOST_STOPS; press += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(focusNow);
      if (stop === null || stops.has(stop.path)) break;
      stops.add(stop.path);
      if (stop.trouble !== null) troubles.push(`${route}: ${stop.name} ${stop.trouble}`);
    }
    return { count: stops.size, troubles };
  };
  for (const route of [
    '/',
    '/projects/:projectId/files',
    '/projects/:projectId/details',
    '/watch',
    '/settings',
    '/credits',
    '/activity',
  ]) {
    await goTo(fill(route, ids));
    // What a page shows comes piece by piece, and what comes above the focus moves it: walked again until all is there.
    await expect(async () => {
      const { count, troubles } = await walk(route);
      expect(count, `stops of ${route}`).toBeGreaterThan(2);
      expect(count, `${route} has an end`).toBeLessThan(MOST_STOPS);
      expect(troubles).toEqual([]);
    }).toPass({ timeout: 60_000 });
  }
});

test('a check box that only just looks out at the lower edge comes wholly into sight with the focus', async ({
  demo,
}) => {
  const { face } = await openDemo(demo);
  const { page, goTo } = face;
  await goTo('/credits');
  const box = page.getByRole('main').getByRole('checkbox').last();
  await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' });
  // In one step: what comes above it later would move it.
  const belowEdgePx = await box.evaluate((input: HTMLInputElement) => {
    const [pane, label] = [input.closest('main'), input.closest('label')];
    if (pane === null || label === null) throw new Error('a check box outside the page');
    if (pane.scrollHeight <= pane.clientHeight) throw new Error('nothing scrolls');
    const edge = () => pane.getBoundingClientRect().bottom;
    pane.scrollTop += input.getBoundingClientRect().bottom - edge();
    input.focus();
    return label.getBoundingClientRect().bottom - edge();
  });
  expect(belowEdgePx).toBeLessThanOrEqual(0);
});

test('what is folded away in the form of a folder opens in sight, also in a low window', async ({
  lab,
  openFace,
}) => {
  await lab.write('runs/a.csv');
  const { page, goTo } = await openFace(lab);
  await page.setViewportSize({ width: 1100, height: 560 });
  await goTo('/watch');
  await field(page, 'Path of the folder').fill(lab.at('runs'));
  const more = page.getByText('More: type, duplicate check, rules, budget');
  await more.click();
  const first = page.getByRole('radiogroup', { name: 'Type' });
  await expect(first).toBeInViewport({ ratio: 1 });
  const bar = button(page, 'Continue');
  const [shown, covered] = await Promise.all([first.boundingBox(), bar.boundingBox()]);
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(covered?.y ?? 0);
});

test('the heading has the focus after going to another page, not before; F6 goes through the panes in sight and round again', async ({
  demo,
}) => {
  const { face } = await openDemo(demo);
  const { page } = face;
  await page.goto(`${face.origin}/#/`);
  await page.reload();
  await expect(title(page)).toHaveText('Overview');
  await expect(title(page)).not.toBeFocused();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Microscope/ })
    .click();
  await expect(title(page)).toBeFocused();
  await expect(page).toHaveTitle(/Microscope calibration.* – Labseal$/);
  await row(page, 'plate-22.csv').click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  const pane = () =>
    page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'));
  const visited = new Set<string | null | undefined>();
  for (let turn = 0; turn < 4; turn += 1) {
    await page.keyboard.press('F6');
    visited.add(await pane());
  }
  expect(visited).toEqual(new Set(['details', 'main', 'navigation', 'status']));
});

const MOST_STOPS = 120;

/** In the page: what has the focus, by where it stands; null when it is outside. */
function focusNow(): { path: string; name: string; trouble: string | null } | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const steps: string[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    steps.push(
      `${at.tagName}${Array.prototype.indexOf.call(at.parentElement?.children ?? [], at)}`,
    );
  }
  const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent;
  const name = `${element.tagName} "${(label ?? element.textContent)?.slice(0, 40)}"`;
  // A check box or radio button is drawn by its label, what a drop zone is pasted into by the zone.
  const around = element.matches('input[type="radio"], input[type="checkbox"]')
    ? element.closest('label')
    : element.clientWidth === 0
      ? element.closest('[data-drop-zone]')
      : null;
  const drawn = around ?? element;
  const { left, top, width, height } = drawn.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + Math.min(height / 2, 10)];
  const above = document.elementFromPoint(x, y);
  const isMarked = [drawn, ...drawn.querySelectorAll('*'), drawn.parentElement].some((each) => {
    if (each === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  const troubles = [
    width === 0 || height === 0 ? 'has no size' : null,
    x < 0 || y < 0 || x > window.innerWidth || y > window.innerHeight ? 'is out of sight' : null,
    above !== null && !drawn.contains(above) && !above.contains(drawn) ? 'is covered' : null,
    isMarked ? null : 'is not marked',
  ];
  return { path: steps.join(' '), name, trouble: troubles.find((each) => each !== null) ?? null };
}
