/** A leader on a train: everything is done without the service, survives the program's end, and is sent in order afterwards. */
import { JOURNEY } from '../support/count-effort.ts';
import { button, expect, field, row, said, test, title } from '../support/face-test.ts';
import type { MockControl } from '../support/mock-control.ts';
import { administrator, leader, researcher } from '../support/people.ts';

/** The same account at work in another program. */
async function changeElsewhere({ url }: MockControl, projectId: string, edit: object) {
  const headers = { 'Content-Type': 'application/json' };
  const login = await fetch(`${url}/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: leader.email, password: leader.password }),
  });
  const { token } = (await login.json()) as { token: string };
  const changed = await fetch(`${url}/projects/${projectId}`, {
    method: 'PATCH',
    headers: { ...headers, Authorization: `Bearer ${token}` },
    body: JSON.stringify(edit),
  });
  expect(changed.ok).toBe(true);
}

test(
  'what a leader did offline survives a restart, goes in order for the price that was shown, and asks about what others changed (P19)',
  { tag: JOURNEY },
  async ({ newLab, openFace }) => {
    await newLab.signIn(leader);
    const before = await newLab.balance();
    const { projects } = await newLab.ask<{ projects: { id: string; name: string }[] }>([
      'project',
      'list',
    ]);
    const eeg = projects.find(({ name }) => name.startsWith('EEG'))?.id ?? '';
    const first = await openFace(newLab);
    const { page } = first;
    await first.goTo(`/projects/${eeg}/members`);
    await expect(row(page, /^Robin/)).toBeVisible();
    await first.goTo('/settings/pace');
    await page.getByText('Work offline').click();
    await expect(page.getByRole('contentinfo')).toContainText('Working offline');
    await newLab.mock.forgetRequests();

    await test.step('a project with two members, one of whom nobody here has met', async () => {
      await first.goTo('/projects/new');
      await field(page, 'Name').fill('Tide pools 2027');
      const guests = page.getByRole('region', { name: 'First members' });
      for (const { email } of [researcher, administrator]) {
        await field(guests, 'E-mail').fill(email);
        await button(guests, 'Add person').click();
        await expect(field(guests, 'E-mail')).toHaveValue('');
      }
      await expect(guests).toContainText('Will be looked up when online');
      await button(page, 'Create project · 70 credits').click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(`${before} → ${before - 70}`);
      await button(question, 'Send when online (70 credits)').click();
      await expect(title(page)).toHaveText('Tide pools 2027');
      await expect(page.getByRole('main')).toContainText(
        'Will be created when online · 60 credits',
      );
    });

    await test.step('somebody is invited, somebody removed, a name and a day are changed', async () => {
      await first.goTo(`/projects/${eeg}/members`);
      await field(page, 'E-mail').fill(administrator.email);
      await button(page, 'Invite… (10 credits)').click();
      await button(page.getByRole('alertdialog'), 'Send when online (10 credits)').click();
      await expect(row(page, /^admin@example\.org/)).toContainText('Will be invited when online');
      await button(page, 'Remove: Robin Demo-Researcher').click();
      await button(page.getByRole('alertdialog'), 'Remove').click();
      await expect(row(page, /^Robin/)).toContainText('Will be removed when online');
      await first.goTo(`/projects/${eeg}/details`);
      await button(page, 'Edit').click();
      await field(page, 'Name').fill('EEG rhythms');
      await field(page, 'End').fill('2031-05-04');
      await button(page, 'Save').click();
      await expect(page.getByRole('main')).toContainText('Not sent yet: Name and End');
      await first.goTo('/outbox');
      await expect(page.getByRole('main')).toContainText('5 changes wait: 80 credits');
      await expect(page.getByRole('main')).toContainText(
        `${before - 80} after everything that waits`,
      );
    });
    expect(await newLab.mock.requests()).toEqual([]);

    await page.close();
    first.program.send('SIGTERM');
    await first.program.ended;
    await changeElsewhere(newLab.mock, eeg, { name: 'EEG of sleep' });
    await newLab.mock.forgetRequests();
    const again = await openFace(newLab);
    const { page: now } = again;
    await again.goTo('/outbox');
    await button(now, 'Go online').click();
    await expect(said(now, '4 changes sent, 1 needs attention.')).toBeVisible();
    const sent = (await newLab.mock.requests()).map(({ endpoint }) => endpoint);
    const changing = sent.filter((endpoint) =>
      /^(create|invite|remove|update)/.test(endpoint ?? ''),
    );
    expect(changing).toEqual(['createProject', 'inviteMember', 'inviteMember', 'removeMember']);

    const choice = now.getByRole('group', { name: /changed while you were away$/ });
    await expect(choice).toContainText('Will be sent with it: End');
    await expect(button(choice, 'Send my choices')).toBeDisabled();
    await choice.getByText('Yours: EEG rhythms').click();
    await expect(choice.getByText('On the service: EEG of sleep')).toBeVisible();
    await button(choice, 'Send my choices').click();
    await expect(choice).toBeHidden();
    await again.goTo(`/projects/${eeg}/details`);
    await expect(title(now)).toHaveText('EEG rhythms');
    await expect(now.getByRole('main')).toContainText('4 May 2031');
    await expect(now.getByRole('main')).not.toContainText('Not sent yet');
    await expect(now.getByRole('contentinfo')).toContainText(`${before - 80} credits`);
  },
);
