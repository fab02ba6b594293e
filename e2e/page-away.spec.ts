/** What the page says when something is away, and what still opens then, in a real browser. */
import { expect, test, title } from './support/face-test.ts';
import { addressOf } from './support/page-address.ts';
import { findings } from './support/accessibility.ts';

/** How soon they are is held by src-main/service/service-contact.test.ts, on a clock that no busy computer slows. */
test('an outage and the end of the host are said and withdrawn, and every screen still opens', async ({
  newLab,
  context,
}) => {
  const running = newLab.start(['serve', '--demo']);
  const { address, origin } = await addressOf(running);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.goto(address);
  await expect(title(page)).toContainText('certificate', { timeout: 60_000 });
  const bar = page.getByRole('contentinfo');

  // A link opens in another tab; a browser that has no tab of this page gets a field for the key.
  const credits = page.getByRole('link', { name: 'Credits', exact: false }).first();
  const opening = context.waitForEvent('page');
  await credits.click({ modifiers: ['ControlOrMeta'] });
  const tab = await opening;
  await expect(title(tab)).toHaveText('Credits');
  await expect(tab.getByRole('contentinfo')).toContainText('Online');
  await tab.close();
  const stranger = await context.browser()?.newContext();
  const strange = await stranger?.newPage();
  if (strange === undefined) throw new Error('no second browser profile');
  await strange.goto(`${origin}/#/credits`);
  await expect(title(strange)).toHaveText('This page is not connected to Labseal');
  expect(await findings(strange)).toEqual([]);
  await strange.goto(address); // good once: this page has used it
  await expect(title(strange)).toContainText('This address was used already');
  await strange.getByLabel('Newest address').fill(address);
  await strange.getByRole('button', { name: 'Connect' }).click();
  await expect(strange.getByText('or Labseal does not know it')).toBeVisible();
  await stranger?.close();

  // The search is in sight and finds files by their names; the focus comes back to where it was.
  const search = page.getByRole('button', { name: /^Search/ });
  await search.click();
  await page.keyboard.type('plate-22');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('group', { name: 'Files' }).getByRole('menuitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(search).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('plate-22');
  const found = palette.getByRole('group', { name: 'Files' });
  await found.getByRole('menuitem', { name: /^plate-22\.csv/ }).click();
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveText('plate-22.csv');
  await expect(page.locator('nav [aria-current]')).toContainText('Microscope calibration');

  const offline = page.getByRole('region', { name: 'Demo' }).getByText('Offline', { exact: true });
  await expect(bar).not.toContainText('Preparing', { timeout: 60_000 }); // the demo is at rest
  await offline.click();
  await expect(async () => {
    await page.getByRole('link', { name: 'Profile' }).click();
    await credits.click(); // asks the service for the balance
    await expect(bar).toContainText('Offline', { timeout: 3_000 }); // or it asks again
  }).toPass();
  await expect(page.getByText('The service cannot be reached:').first()).toBeVisible();
  await offline.click();
  await expect(bar).not.toContainText('Offline');
  await expect(bar).toContainText('Online');

  // The parts of the page are there before they are needed.
  await expect.poll(() => [...scripts].some((url) => url.includes('pdf-viewer'))).toBe(true);
  running.send('SIGKILL');
  await running.ended;
  await expect(bar).toHaveText('Labseal does not answer');
  for (const [path, name] of [
    ['/audits', 'Audits'],
    ['/verify', 'Verify a file'],
    ['/projects/new', 'New project'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(`${origin}/#${path}`);
    await expect(title(page)).toHaveText(name);
  }
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});
