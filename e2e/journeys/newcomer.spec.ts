/** Somebody new: with nothing, invited to a project that the service hides, and with a folder of files. */
import { JOURNEY } from '../support/count-effort.ts';
import { button, expect, field, said, signInOn, test, title } from '../support/face-test.ts';
import { takeFirstFolder } from '../support/first-folder.ts';
import { researcher } from '../support/people.ts';

const MOST_CLICKS = 8;
const newcomer = { email: 'nora.new@elsewhere.example', password: 'a long sentence of mine 7' };

test(
  'somebody with neither credits nor a project is told who can give them, and joins a hidden project by its id',
  { tag: JOURNEY },
  async ({ newLab, openFace }) => {
    const { mock } = newLab;
    await mock.read({ projectsShownTo: 'members' });
    const { page, goTo } = await openFace(newLab);
    await goTo('/register');
    await field(page, 'First name').fill('Nora');
    await field(page, 'Last name').fill('New');
    await field(page, 'E-mail').fill(newcomer.email);
    await field(page, 'Organisation').fill('Elsewhere');
    await field(page, 'Location').fill('Exampletown');
    await field(page, 'Password').fill(newcomer.password);
    await button(page, 'Create account').click();
    await expect(said(page, `We sent an e-mail to ${newcomer.email}.`)).toBeVisible();
    await field(page, 'Activation link or token').fill(await mock.mailedLink(newcomer.email));
    await button(page, 'Activate').click();
    await expect(title(page)).toHaveText('Sign in');
    await signInOn(page, newcomer);

    await expect(title(page)).toHaveText('Before your first file');
    await expect(title(page)).toBeFocused();
    const main = page.getByRole('main');
    await expect(main).toContainText('which an administrator of the service adds');
    await button(page, 'Ask for credits…').click();
    const letter = page.getByRole('dialog', { name: 'Ask for credits' });
    await expect(letter).toContainText(newcomer.email);
    await expect(letter).toContainText('labseal admin credit add');
    await button(letter, 'Close').click();
    await expect(button(page, 'Ask for credits…')).toBeFocused();

    const projectId = await newLab.projectId();
    const { id } = await mock.get<{ id: string }>(researcher, `/users/email/${newcomer.email}`);
    await field(page, 'Project id').fill(projectId);
    await button(page, 'Accept invitation').click();
    await expect(said(page, 'The invitation was not accepted.')).toBeVisible();
    await mock.post(researcher, `/projects/${projectId}/members/${id}`, {});
    await button(page, 'Accept invitation').click();
    await expect(title(page)).toHaveText('Where should your first file go?');
    await expect(title(page)).toBeFocused();
    await expect(main.getByRole('radio', { name: /^Microscope/ })).toBeVisible();
  },
);

test(
  'the first certificate of a folder of 20 files is on screen after at most 8 clicks',
  { tag: JOURNEY },
  async ({ lab, openFace }) => {
    const { clicks } = await takeFirstFolder(lab, openFace);
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    await expect.poll(async () => (await lab.mock.takenIn()).length).toBe(20);
  },
);
