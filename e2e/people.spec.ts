/** Projects and people: what a leader does on the page. */
import { JOURNEY } from './support/count-effort.ts';
import { expect, button, field, test, title } from './support/face-test.ts';
import type { Lab } from './support/lab.ts';
import { leader, researcher } from './support/people.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function ownProject(lab: Lab): Promise<string> {
  const { projects } = await lab.ask<{
    projects: readonly { id: string; name: string }[];
  }>(['project', 'list']);
  return projects.find(({ name }) => name.startsWith('EEG'))?.id ?? '';
}

test(
  'a project is created for the price that was on screen, and is there for every page',
  { tag: JOURNEY },
  async ({ newLab, openFace }) => {
    await newLab.signIn(leader);
    const before = await newLab.balance();
    const { page } = await openFace(newLab);
    // The list of projects moves what stands below it, so it is waited for.
    await expect(
      page.getByRole('list', { name: 'Projects' }).getByRole('listitem'),
    ).not.toHaveCount(0);
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

    await page.getByRole('link', { name: 'Details', exact: true }).click();
    const details = page.getByRole('main');
    await expect(details.getByText('Full access')).toBeVisible();
    await button(page, 'Edit').click();
    await field(page, 'Area').fill('Coast');
    await field(page, 'Add a tag').fill('eeg');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await button(page, 'Save').click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(details.getByText('Coast')).toBeVisible();
    await expect(details.getByText('eeg', { exact: true })).toBeVisible();
  },
);

test('a guest is let in, somebody is invited for ten credits, and somebody is removed', async ({
  newLab,
  openFace,
}) => {
  await newLab.signIn(leader);
  const before = await newLab.balance();
  const projectId = await ownProject(newLab);
  const { page, goTo } = await openFace(newLab);
  await goTo(`/projects/${projectId}/members`);
  const people = page.getByRole('table', { name: 'People of this project' });
  await expect(people.getByRole('row', { name: /^Paula Demo-Leader .*Leader/ })).toBeVisible();
  await button(page, 'Accept for them…: Casey Demo-Colleague').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept for them' }).click();
  await expect(people.getByRole('row', { name: /^Casey Demo-Colleague .*Joined/ })).toBeVisible();
  await people.getByRole('button', { name: 'Remove: Robin Demo-Researcher' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(people.getByRole('row', { name: /^Robin/ })).toHaveCount(0);
  await page.getByLabel('E-mail').fill('admin@example.org');
  await page.getByRole('button', { name: 'Invite… (10 credits)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Invite Ada Demo-Admin?' });
  await expect(question.getByText(`${before} → ${before - 10}`)).toBeVisible();
  await question.getByRole('button', { name: 'Invite (10 credits)' }).click();
  await expect(page.getByText('Ada Demo-Admin was invited.')).toBeVisible();
  await expect(people.getByRole('row', { name: /^Ada Demo-Admin.*Invited/ })).toBeVisible();
  await newLab.stopMock();
  await page.reload();
  await expect(page.getByText(/^As of /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite… (10 credits)' })).toBeEnabled();
});

test('a profile with its picture, and a tag', async ({ newLab, openFace }) => {
  await newLab.signIn(leader);
  const { page } = await openFace(newLab);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('img', { name: 'No picture' })).toHaveText('PD');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') };
  await (await chooser).setFiles(picture);
  await expect(page.getByRole('img', { name: 'Picture of Paula Demo-Leader' })).toBeVisible();
  await expect(page.getByText('The picture was saved.')).toBeVisible(); // it moves the form below
  await page.getByLabel('Location').fill('Pisa');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Tags of the service' }).click();
  await page.getByLabel('New tag').fill('Sea level');
  await page.getByRole('button', { name: 'Create tag' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Sea level' })).toBeVisible();
});
