/** From no account to a signed-in one, as a person goes: the page, the mailbox, the page. */
import type { Page } from '@playwright/test';
import { JOURNEY } from './support/count-effort.ts';
import { expect, button, field, row, said, signInOn, test, title } from './support/face-test.ts';
import { researcher } from './support/people.ts';

const newcomer = { email: 'new.person@uni.example', password: 'a long sentence of mine 7' };

test(
  'somebody without an account registers, pastes the link from the e-mail and signs in; the address is typed once',
  { tag: JOURNEY },
  async ({ newLab, openFace }) => {
    const { page } = await openFace(newLab);
    await expect(title(page)).toHaveText('Prove what your data was, and when.');
    await button(page, 'Create account').click();
    await expect(field(page, 'Service address')).toHaveValue(newLab.mock.url);
    await field(page, 'First name').fill('Nora');
    await field(page, 'Last name').fill('Newcomer');
    await field(page, 'E-mail').fill(newcomer.email);
    await field(page, 'Organisation').fill('Example University');
    await field(page, 'Location').fill('Exampletown');
    await field(page, 'Password').fill(newcomer.password);
    await button(page, 'Create account').click();
    await expect(said(page, `We sent an e-mail to ${newcomer.email}.`)).toBeVisible();

    await field(page, 'Activation link or token').fill(
      await newLab.mock.mailedLink(newcomer.email),
    );
    await button(page, 'Activate').click();
    await expect(title(page)).toHaveText('Sign in');
    await expect(said(page, 'Your account is active.')).toBeVisible();
    await expect(field(page, 'E-mail')).toHaveValue(newcomer.email);

    await field(page, 'Password').fill(newcomer.password);
    await button(page, 'Sign in').click();
    await expect(title(page)).toHaveText('Before your first file');
    await expect(page.getByRole('contentinfo')).toContainText(`Signed in as ${newcomer.email}`);
  },
);

test('a forgotten password is replaced through the mailbox, and only the new one opens', async ({
  newLab,
  openFace,
}) => {
  const { page } = await openFace(newLab);
  await button(page, 'Sign in').click();
  await signInOn(page, { ...researcher, password: 'not mine' });
  await expect(said(page, 'E-mail or password is not right.')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(field(page, 'E-mail')).toHaveValue(researcher.email);
  await button(page, 'Send e-mail').click();
  await expect(said(page, 'If this address has an account')).toBeVisible();

  await page.getByRole('link', { name: 'New password' }).click();
  const pasted = field(page, 'Link or token from the e-mail');
  await pasted.fill(await newLab.mock.mailedLink(researcher.email));
  await field(page, 'Password').fill(newcomer.password);
  await button(page, 'Show password').click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await button(page, 'Set password').click();
  await expect(said(page, 'The new password is set.')).toBeVisible();
  await signInOn(page, researcher);
  await expect(said(page, 'E-mail or password is not right.')).toBeVisible();
  await signInOn(page, { ...researcher, password: newcomer.password });
  await expect(title(page)).toHaveText('Where should your first file go?');
});

test('a session that ends is said once; files wait, nothing typed is lost, and after signing in they go on', async ({
  lab,
  openFace,
}) => {
  await lab.write('data/early.csv');
  await lab.watch('data', '--budget', '10');
  const { page, goTo } = await openFace(lab);
  const list = `/projects/${await lab.projectId()}/files`;
  const refusal = await lab.mock.fault({ endpoint: '*', do: { kind: 'status', status: 401 } });
  await goTo(list);
  await lab.write('data/late.csv');
  const banner = page.getByRole('region', { name: 'You are signed out.' });
  await expect(banner).toBeVisible();
  await expect(row(page, 'late.csv')).toContainText('Waiting for you to sign in');
  expect(await lab.mock.hits(refusal)).toBeGreaterThan(0);

  await lab.mock.clearFaults();
  await banner.getByRole('link', { name: 'Sign in' }).click();
  await expect(field(page, 'E-mail')).toHaveValue(researcher.email);
  await field(page, 'Password').fill(researcher.password);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL((url) => url.hash === `#${list}`); // the page on which the session ended
  await expect(banner).toBeHidden();
  await expect(row(page, 'late.csv')).toContainText('Notarized');
});

test('who signs out, on a page or in a terminal, reads so in every open page and signs in there', async ({
  lab,
  openFace,
}) => {
  const { page, openWindow, goTo, allow } = await openFace(lab);
  allow(/401 \(Unauthorized\)/); // of what was asked for while the session changed
  const other = await openWindow();
  const signsInOn = async (each: Page) => {
    for (const open of [page, other]) {
      await expect(said(open, 'You are signed out.')).toBeVisible();
      await expect(field(open, 'E-mail')).toBeFocused();
      await expect(field(open, 'E-mail')).toHaveValue('');
    }
    await signInOn(each, researcher);
    for (const open of [page, other])
      await expect(open.getByRole('contentinfo')).toContainText(`Signed in as ${researcher.email}`);
  };
  await goTo('/settings');
  await button(page, 'Sign out').click();
  await signsInOn(page);
  await lab.run(['auth', 'logout']);
  await signsInOn(other);
  for (const open of [page, other]) {
    await open.reload();
    await expect(open.getByRole('contentinfo')).toContainText(`Signed in as ${researcher.email}`);
  }
  await expect(title(await openWindow())).toBeVisible();
});
