/** An administrator's day on the page: credits added, somebody suspended and restored. */
import { JOURNEY } from '../support/count-effort.ts';
import { button, expect, field, row, test, title } from '../support/face-test.ts';
import { administrator } from '../support/people.ts';

test(
  'an administrator finds a user, sees both balances before adding credits, suspends and restores',
  { tag: JOURNEY },
  async ({ newLab, openFace }) => {
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
    await expect(page.getByRole('main')).toContainText(/Suspended .*: “Shared a password”/);
    await expect(question).toBeHidden();
    await button(page, 'End suspension').click();
    await button(question, 'End suspension').click();
    await expect(page.getByRole('main')).toContainText(
      'The suspension of Robin Demo-Researcher has ended.',
    );
  },
);
