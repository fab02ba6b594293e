/** Projects and people: what a leader and an administrator do on the page. */
import { expect, button, field, row, test, title } from './support/face-test.ts';
import { administrator, leader, researcher } from './support/people.ts';

test('[JN4] a project is created for the price that was on screen, and is there for every page', async ({
  newLab,
  openFace,
}) => {
  await newLab.signIn(leader);
  const before = await newLab.balance();
  const { page } = await openFace(newLab);
  await page.getByRole('link', { name: 'New project' }).click();
  await expect(title(page)).toHaveText('New project');
  await button(page, 'Create project · 50 credits').click();
  await expect(field(page, 'Name')).toHaveAccessibleDescription('Give the project a name.');
  await expect(field(page, 'Name')).toBeFocused();
  await field(page, 'Name').fill('Tide pools 2027');
  await field(page, 'Area').fill('Ecology');
  const guests = page.getByRole('region', { name: 'First members' });
  await field(guests, 'E-mail').fill(researcher.email);
  await button(guests, 'Add person').click();
  await button(page, 'Create project · 60 credits').click();

  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('60 credits');
  await expect(question).toContainText(`${before} → ${before - 60}`);
  await newLab.mock.forgetRequests();
  await button(question, /60 credits/).click();
  await expect(title(page)).toHaveText('Tide pools 2027');
  await expect(page.getByRole('contentinfo')).toContainText(`${before - 60} credits`);
  const sent = (await newLab.mock.requests()).map(({ endpoint }) => endpoint);
  expect(sent.filter((endpoint) => endpoint === 'createProject')).toHaveLength(1);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Tide pools 2027' })).toBeVisible();
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('main')).toContainText(researcher.email);
});

test('[JN5] an administrator finds a user, sees both balances before adding credits, suspends and restores', async ({
  newLab,
  openFace,
}) => {
  await newLab.signIn(administrator);
  const { page } = await openFace(newLab);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('searchbox').fill('Robin');
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('1 user');
  await row(page, /Robin/).getByRole('link').click();
  await expect(title(page)).toHaveText('Robin Demo-Researcher');
  await field(page, 'Add credits').fill('500');
  await button(page, /Adjust credits/).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('500 → 1,000');
  await button(question, /Add credits|Adjust credits/).click();
  await expect(page.getByRole('status').filter({ hasText: '1,000 credits now' })).toBeVisible();

  await button(page, 'Suspend…').click();
  await button(question, 'Suspend').click();
  await expect(field(question, 'Reason')).toHaveAccessibleDescription(/Give a reason/);
  await field(question, 'Reason').fill('Shared a password');
  await button(question, 'Suspend').click();
  await expect(page.getByRole('main')).toContainText('This user is suspended.');
  await expect(question).toBeHidden();
  await button(page, 'End suspension').click();
  await button(question, 'End suspension').click();
  await expect(page.getByRole('main')).toContainText(
    'The suspension of Robin Demo-Researcher has ended.',
  );
});
