/** What people do who have no pointer, and hear what the page says: the keys alone, where they lead, and what is said. */
import type { Locator, Page } from '@playwright/test';
import { button, expect, field, said, test, title } from './support/face-test.ts';
import { researcher } from './support/people.ts';

const MOST_STOPS = 80;

test('from the first page to the first certificate with the keys alone, though no project is chosen for one', async ({
  newLab,
  openFace,
}) => {
  const { page, effort } = await openFace(newLab);
  await go(page, button(page, 'Sign in'));
  await expect(title(page)).toHaveText('Sign in');
  await write(page, field(page, 'E-mail'), researcher.email);
  await write(page, field(page, 'Password'), researcher.password);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Where should your first file go?');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await go(page, button(page, 'Next'));
  await expect(title(page)).toBeFocused();
  const choosing = page.waitForEvent('filechooser');
  await go(page, button(page, 'Choose files'));
  await (await choosing).setFiles(await newLab.write('picked/first.csv', 'minutes,a\n0,1\n'));
  await expect(title(page)).toHaveText('How should it be notarized?');
  await write(page, field(page, 'Labels'), 'calibration');
  await go(page, button(page, 'Notarize (1 credit)'));
  await expect(title(page)).toHaveText('Done');
  await expect(said(page, 'Notarized: first.csv')).toBeAttached();
  await go(page, page.getByRole('link', { name: 'Open certificate' }));
  await expect(title(page)).toContainText('first.csv');
  expect(effort.clicks).toBe(0);
});

test('an approval is said with its sum and leads on in the list; signing in again leads back to the same page', async ({
  newLab,
  openFace,
}) => {
  const { page, goTo, effort } = await openFace(newLab, { args: ['--demo'] });
  await goTo('/activity?view=needs-you');
  const inbox = page.getByRole('list', { name: 'Needs attention' });
  const review = inbox.getByRole('listitem').filter({ hasText: 'you wanted to look first' });
  const approve = button(review, 'Notarize 3 files (3 credits)');
  await go(page, approve);
  await expect(said(page, '3 files approved.')).toBeAttached();
  await expect(review).toHaveCount(0);
  // In the list or at its heading, and on no button: the same key pressed twice approves nothing else.
  await expect.poll(() => page.evaluate(whereFocusIs)).toMatch(/^(LI|H2) in main$/);

  await go(page, page.getByRole('link', { name: /Microscope/ }).first());
  await expect(title(page)).toContainText('Microscope');
  await go(page, page.getByRole('checkbox', { name: 'Signed out' }), 'Space');
  await expect(page.getByText('You are signed out.').first()).toBeVisible();
  const address = page.url();
  await go(page, page.getByRole('link', { name: 'Sign in', exact: true }).first());
  await expect(field(page, 'Password')).toBeFocused();
  await page.keyboard.type(researcher.password);
  await page.keyboard.press('Enter');
  await expect(title(page)).toContainText('Microscope');
  expect(page.url()).toBe(address);
  expect(effort.clicks).toBe(0);
});

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function go(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** In the page: the kind of element that has the focus, and whether it is in the main part. */
function whereFocusIs(): string {
  const { activeElement } = document;
  return `${activeElement?.tagName} in ${activeElement?.closest('main') === null ? 'none' : 'main'}`;
}
