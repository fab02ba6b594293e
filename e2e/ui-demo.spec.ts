/** From the first page of somebody's own Labseal into the demo and back, in a real browser. */
import { AWAY, expect, said, test, title } from './support/face-test.ts';
import { addressOf } from './support/page-address.ts';
import { findings } from './support/accessibility.ts';

test('the demo is tried from the first page, loses its service and its session, and leads back', async ({
  newLab,
  context,
}) => {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const running = newLab.start(['serve']);
  const { address, origin } = await addressOf(running);
  const page = await context.newPage();
  await page.goto(address);
  await expect(title(page)).toHaveText('Prove what your data was, and when.');
  await page.getByRole('button', { name: 'Try the demo' }).click();

  // A whole lab with a past of its own is made first.
  await expect(title(page)).toContainText('certificate', { timeout: 60_000 });
  const demo = new URL(page.url());
  expect([demo.hostname, demo.origin === origin]).toEqual(['127.0.0.1', false]);
  const ribbon = page.getByRole('region', { name: 'Demo' });
  await ribbon.getByText('Offline', { exact: true }).click();
  await expect(ribbon.getByRole('checkbox', { name: 'Offline' })).toBeChecked();
  await ribbon.getByText('Offline', { exact: true }).click();
  await expect(ribbon.getByRole('checkbox', { name: 'Offline' })).not.toBeChecked();
  await ribbon.getByText('Signed out').click();
  await expect(ribbon.getByRole('checkbox', { name: 'Signed out' })).toBeChecked();
  await expect(page.getByText('You are signed out.').first()).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await ribbon.getByRole('button', { name: 'Sign in as' }).click();
  await page.getByRole('menuitem', { name: /^Administrator/ }).click();
  await expect(ribbon.getByRole('checkbox', { name: 'Signed out' })).not.toBeChecked();

  await ribbon.getByRole('link', { name: 'Use my account' }).click();
  await page.waitForURL(`${origin}/#/**`);
  await expect(title(page)).toHaveText('Prove what your data was, and when.');
  expect(complaints).toEqual([]);
  running.send('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  await expect(said(page, AWAY)).toBeVisible();
  await expect(fetch(demo.origin)).rejects.toThrow(TypeError);
});
