/** Administration at the command line, against the bundled service: one story of one administrator. */
import { describe, expect, test } from 'vitest';
import { integer } from '../../../../src-shared/model/words/en/figures.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab({ role: 'administrator', isOneStory: true });
const robin = 'researcher@example.org';

interface Person {
  readonly userId: string;
  readonly email: string;
  readonly credits: number;
  readonly userStatus: string;
}
const show = async (asked = robin) =>
  (
    await lab.ask<{ user: Person; permissions: object; transactions: object[] }>(
      `admin user ${asked}`,
    )
  ).user;
const sent = (endpoint: string) => lab.requests().filter((each) => each.endpoint === endpoint);

describe('looking', () => {
  test('all users are listed with status and credits, narrowed down by words and by status', async () => {
    const { users, isComplete } = await lab.ask<{ users: Person[]; isComplete: boolean }>(
      'admin users',
    );
    expect(isComplete).toBe(true);
    expect(users.length).toBeGreaterThanOrEqual(4);
    const found = await lab.must('admin users --search', 'robin EXAMPLE');
    expect(found).toMatch(/^id +name +e-mail +organisation +status +credits\n/);
    expect(found.split('\n')).toHaveLength(3);
    expect(found).toContain(robin);
    expect(await lab.must('admin users --status Suspended')).toBe('No user fits.\n');
    expect((await lab.run('admin users --status Gone')).code).toBe(2);
    const csv = await lab.must('admin users --csv --search', 'robin EXAMPLE');
    expect(csv).toMatch(/^name,e-mail,organisation,status,credits,registered,id\r\n/);
    expect(csv).toMatch(new RegExp(`\r\nRobin Demo-Researcher,${robin},.*,Active,\\d+,`));
    expect((await lab.run('admin users --csv --json')).code).toBe(2);
  });

  test('one user is shown by address in any case or by id, with permissions and bookings', async () => {
    const user = await show('Researcher@Example.ORG');
    expect(await show(user.userId)).toEqual(user);
    const shown = await lab.must(`admin user ${robin}`);
    expect(shown).toMatch(/Status +Active\n/);
    expect(shown).toMatch(/Administrator +no\n/);
    const nobody = await lab.run('admin user nobody@example.org');
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('knows nobody') });
  });
});

describe('credits', () => {
  test('a script agrees with --yes; without it and without a terminal nothing is sent', async () => {
    const { credits } = await show();
    const refused = await lab.run(`admin credit add ${robin} 500`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('add --yes');
    expect(sent('adjustCredits')).toEqual([]);
    const done = await lab.ask<{ credits: number; before: number }>(
      `admin credit add ${robin} 500 --yes`,
    );
    expect(done).toMatchObject({ code: 0, before: credits, credits: credits + 500 });
    expect(sent('adjustCredits')).toHaveLength(1);
  });

  test('a person at a terminal sees both balances before anything is sent, and may say no', async () => {
    const { credits } = await show();
    const before = sent('adjustCredits').length;
    const asked = lab.start({ isTerminal: true }, `admin credit add ${robin} 7`);
    await expect.poll(asked.written.stderr).toContain('[y/N]');
    expect(asked.written.stderr()).toContain(
      `Add 7 credits to Robin Demo-Researcher <${robin}>? The balance goes from ${integer(credits)} to ${integer(credits + 7)}.`,
    );
    asked.type('n');
    expect(await asked.ended).toMatchObject({ code: 1 });
    expect(sent('adjustCredits')).toHaveLength(before);
    expect((await show()).credits).toBe(credits);
  });

  test('several are asked about together, with the sum, and each refusal is named by person', async () => {
    const people = [robin, 'leader@example.org', 'colleague@lab.test'];
    const balances = async () => {
      const { users } = await lab.ask<{ users: Person[] }>('admin users');
      return people.map((each) => users.find(({ email }) => email === each)?.credits ?? -1);
    };
    const [one = 0, two = 0, three = 0] = await balances();
    const before = sent('adjustCredits').length;
    const misspelt = `admin credit add ${people.join(' ')} nobody@example.org 20 --yes`;
    const none = await lab.run(misspelt);
    expect(none).toMatchObject({ code: 2, stdout: expect.stringMatching(/^Nothing was sent\./) });
    expect(none.stderr).toContain('knows nobody as "nobody@example.org"');
    expect(sent('adjustCredits')).toHaveLength(before); // the corrected line would pay them twice
    const asked = lab.start({ isTerminal: true }, `admin credit add ${people.join(' ')} 20`);
    await expect.poll(asked.written.stderr).toContain('[y/N]');
    const shown = asked.written.stderr().replaceAll(/\s+/g, ' ');
    expect(shown).toContain(`<${robin}>: ${integer(one)} → ${integer(one + 20)}`);
    expect(shown).toContain('Add 20 credits to each of 3 users, 60 credits together?');
    expect(sent('adjustCredits')).toHaveLength(before);
    asked.type('y');
    expect(await asked.ended).toMatchObject({ code: 0 });
    expect(await balances()).toEqual([one + 20, two + 20, three + 20]);

    lab.write('class.csv', `e-mail;amount\n${people[0]};1\n${people[1]};2\n`);
    lab.fault({ endpoint: 'adjustCredits', times: 1, do: { kind: 'status', status: 500 } });
    const listed = await lab.ask<{ done: Person[]; refused: { asked: string }[]; sum: number }>(
      `admin credit add --people ${lab.at('class.csv')} --yes`,
    );
    expect(listed).toMatchObject({ code: 1, sum: 2, refused: [{ asked: people[0] }] });
    expect(listed.done).toMatchObject([{ email: people[1], credits: two + 22 }]);
    const twice = await lab.run(`admin credit add ${robin} ${robin.toUpperCase()} 5 --yes`);
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('named twice') });
  });

  test('a lost answer is settled by reading; when nobody can say, it is not repeated', async () => {
    const { credits } = await show();
    const before = sent('adjustCredits').length;
    lab.fault({ endpoint: 'adjustCredits', times: 1, do: { kind: 'drop', at: 'after-commit' } });
    await lab.must(`admin credit add ${robin} 5 --yes`);
    lab.fault({ endpoint: 'adjustCredits', times: 1, do: { kind: 'drop' } });
    const lost = await lab.run(`admin credit add ${robin} 5 --yes`);
    expect(lost.code).toBe(4);
    expect(lost.stderr).toContain(`"labseal admin user ${robin}"`);
    expect(sent('adjustCredits')).toHaveLength(before + 2);
    expect((await show()).credits).toBe(credits + 5);
  });

  test('credits are removed once the word for it is known, and never more than there are', async () => {
    const { credits } = await show();
    const unknown = await lab.run(`admin credit subtract ${robin} 10 --yes`);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('labseal admin credit word');
    expect(await lab.must('admin credit word')).toContain('No word');
    await lab.must('admin credit word subtract');
    expect(await lab.must('admin credit word')).toBe('subtract\n');
    await lab.must(`admin credit subtract ${robin} 10 --yes`);
    expect((await show()).credits).toBe(credits - 10);
    const tooMany = await lab.run(`admin credit subtract ${robin} 999999 --yes`);
    expect(tooMany).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was sent') });
    expect((await lab.run(`admin credit add ${robin} 0 --yes`)).code).toBe(2);
    expect((await lab.run(`admin credit add ${robin} 1.5 --yes`)).code).toBe(2);
    await lab.must('admin credit word --forget');
    expect((await lab.run('admin credit word x --forget')).code).toBe(2);
  });
});

describe('suspension', () => {
  test('a reason is needed, both ways are asked about, and what is so already is not sent', async () => {
    expect((await lab.run(`admin suspend ${robin} --yes`)).code).toBe(2);
    expect((await lab.run(`admin suspend ${robin} --yes --reason`, ' ')).code).toBe(2);
    expect((await lab.run(`admin suspend ${robin} --reason Left`)).code).toBe(2);
    expect(sent('suspendUser')).toEqual([]);
    const suspended = await lab.must(`admin suspend ${robin} --yes --reason`, 'Left the institute');
    expect(suspended).toBe('Robin Demo-Researcher is suspended.\n');
    expect((await show()).userStatus).toBe('Suspended');
    const again = await lab.ask(`admin suspend ${robin} --yes --reason Left`);
    expect(again).toMatchObject({ code: 0, state: 'already-there' });
    await lab.must(`admin restore ${robin} --yes`);
    expect((await show()).userStatus).toBe('Active');
    expect(await lab.must(`admin restore ${robin} --yes`)).toContain('Nothing was sent');
    expect([sent('suspendUser').length, sent('revokeSuspension').length]).toEqual([1, 1]);
  });
});

describe('what cannot be done', () => {
  test('without the service nothing is queued', async () => {
    await lab.stopService();
    const away = await lab.run(`admin suspend ${robin} --yes --reason Left`);
    expect(away.code).toBe(4);
    expect((await lab.run(`admin credit add ${robin} 5 --yes`)).code).toBe(4);
    await lab.startService();
    expect(await lab.ask('outbox list')).toMatchObject({ changes: [] });
  });

  test('whoever is no administrator is told so, and nothing is sent', async () => {
    await lab.signIn('researcher');
    lab.forgetRequests();
    for (const command of [
      'admin users',
      `admin user ${robin}`,
      `admin credit add ${robin} 5 --yes`,
      `admin suspend ${robin} --yes --reason Left`,
      `admin restore ${robin} --yes`,
    ]) {
      const refused = await lab.run(command);
      expect({ command, ...refused }).toMatchObject({
        command,
        code: 1,
        stderr: `Only administrators of the service can do this, and ${robin} is not one. Nothing was changed. The service says: Only administrators may do this.\n`,
      });
    }
    expect(lab.requests().every(({ method }) => method === 'GET')).toBe(true);
    const answered = await lab.ask<{ error: { kind: string } }>('admin users');
    expect(answered.error.kind).toBe('forbidden');
  });
});
