/** People and their things in a real browser, on the page that `labseal serve` brings, against the bundled service. */
import type { Page } from '@playwright/test';
import { expect, test, type Lab } from './support/lab.ts';
import { openFace } from './support/face.ts';
import { findings } from './support/page-test.ts';
import { administrator, leader } from './support/people.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

/**
 * What the component library says about a button that works is kept in its announcer for some seconds, and its label
 * with the button, which may be gone by then: nobody can find that element any more.
 */
const SPOKEN = /^role-img-alt: <div role="img" aria-labelledby="react-aria[^"]*"><\/div>$/;

async function expectNoFindings(page: Page): Promise<void> {
  expect((await findings(page)).filter((finding) => !SPOKEN.test(finding))).toEqual([]);
}

/** Dark with room, and light as narrow as a page can be. */
async function judgeLook(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoFindings(page);
  const wide = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoFindings(page);
  const widest = await page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth,
      ...[...document.querySelectorAll('main')].map((main) => main.scrollWidth),
    ),
  );
  expect(widest).toBeLessThanOrEqual(320);
  if (wide !== null) await page.setViewportSize(wide);
}

async function ownProject(lab: Lab): Promise<string> {
  const { projects } = await lab.ask<{
    projects: readonly { id: string; name: string }[];
  }>(['project', 'list']);
  return projects.find(({ name }) => name.startsWith('EEG'))?.id ?? '';
}

test('[UP3] [UP50] a project is created for the price that was shown, and its scopes have words from then on', async ({
  newLab: lab,
  page,
}) => {
  await lab.signIn(leader);
  const before = await lab.balance();
  const face = await openFace(lab, page);
  await face.go('/projects');
  await expect(heading(page, 'Projects')).toBeVisible();
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Tides');
  await page.getByLabel('Area').fill('Sea');
  await page.getByLabel('E-mail').fill('researcher@example.org');
  await page.getByRole('button', { name: 'Add person' }).click();
  await expect(page.getByText('Robin Demo-Researcher')).toBeVisible();
  await judgeLook(page);
  await page.getByRole('button', { name: 'Create project · 60 credits' }).click();
  const question = page.getByRole('alertdialog', { name: 'New project' });
  await expect(question.getByText(`${before} → ${before - 60}`)).toBeVisible();
  await question.getByRole('button', { name: 'Create project (60 credits)' }).click();
  await expect(heading(page, 'Tides')).toBeVisible();
  const details = page.getByRole('main');
  await expect(details.getByText('Full access')).toBeVisible();
  await judgeLook(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Area').fill('Coast');
  await page.getByLabel('Add a tag').fill('eeg');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(details.getByText('Coast')).toBeVisible();
  await expect(details.getByText('eeg', { exact: true })).toBeVisible();
  await face.close();
  expect(await lab.balance()).toBe(before - 60);
});

test('[UP12] [UP13] [UP50] a guest is let in, somebody is invited for ten credits, and somebody is removed', async ({
  newLab: lab,
  page,
}) => {
  await lab.signIn(leader);
  const before = await lab.balance();
  const projectId = await ownProject(lab);
  const face = await openFace(lab, page);
  await face.go(`/projects/${projectId}/members`);
  const active = page.getByRole('table', { name: 'Active' });
  await expect(active.getByRole('row', { name: /^Paula Demo-Leader .*Leader/ })).toBeVisible();
  await judgeLook(page);
  await page.getByRole('button', { name: 'Accept invitation: Casey Demo-Colleague' }).click();
  await expect(active.getByRole('row', { name: /^Casey Demo-Colleague .*Member/ })).toBeVisible();
  await active.getByRole('button', { name: 'Remove: Robin Demo-Researcher' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(active.getByRole('row', { name: /^Robin/ })).toHaveCount(0);
  await page.getByLabel('E-mail').fill('admin@example.org');
  await page.getByRole('button', { name: 'Invite… (10 credits)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Invite Ada Demo-Admin?' });
  await expect(question.getByText(`${before} → ${before - 10}`)).toBeVisible();
  await judgeLook(page);
  await question.getByRole('button', { name: 'Invite (10 credits)' }).click();
  await expect(page.getByText('Ada Demo-Admin was invited.')).toBeVisible();
  const invited = page.getByRole('table', { name: 'Invited' });
  await expect(invited.getByRole('row', { name: /^Ada Demo-Admin/ })).toBeVisible();
  await lab.stopMock();
  await page.reload();
  await expect(page.getByText(/^As of /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite… (10 credits)' })).toBeDisabled();
  await face.close();
});

test('[UP31] [UP32] [UP21] [UP50] a profile with its picture, and a tag', async ({
  newLab: lab,
  page,
}) => {
  await lab.signIn(leader);
  const face = await openFace(lab, page);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('img', { name: 'No picture' })).toHaveText('PD');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') };
  await (await chooser).setFiles(picture);
  await expect(page.getByRole('img', { name: 'Picture of Paula Demo-Leader' })).toBeVisible();
  await page.getByLabel('Location').fill('Pisa');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await judgeLook(page);
  await page.getByRole('link', { name: 'Tags of the platform' }).click();
  await page.getByLabel('New tag').fill('Sea level');
  await page.getByRole('button', { name: 'Create tag' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Sea level' })).toBeVisible();
  await judgeLook(page);
  await face.close();
});

test('[UP40] [UP41] [UP43] [UP50] an administrator adds credits and suspends somebody, each after a look', async ({
  newLab: lab,
  page,
}) => {
  await lab.signIn(administrator);
  const face = await openFace(lab, page);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('searchbox').fill('robin');
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await judgeLook(page);
  await page.getByRole('link', { name: 'Robin Demo-Researcher' }).click();
  await page.getByLabel('Add credits').fill('500');
  await expect(page.getByText('500 → 1,000')).toBeVisible();
  await judgeLook(page);
  await page.getByRole('button', { name: 'Adjust credits' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Add credits' }).click();
  await expect(page.getByText('The balance is 1,000 credits now.')).toBeVisible();
  await page.getByRole('button', { name: 'Suspend…' }).click();
  await page.getByLabel('Reason').fill('left the institute');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Robin Demo-Researcher is suspended.')).toBeVisible();
  await page.getByRole('button', { name: 'End suspension' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End suspension' }).click();
  await expect(page.getByText('The suspension of Robin Demo-Researcher has ended.')).toBeVisible();
  await face.close();
});
