/** Projects, members, tags, the own record and the outbox at the command line, with and without the service. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const lab = useCliLab({ role: 'principal investigator', isOneStory: true });
const researcher = 'researcher@example.org';

interface ChangeAnswer {
  readonly change: { readonly id: string; readonly state: string; readonly kind: string } | null;
}
interface MembersAnswer {
  readonly members: readonly { email: string; status: string; pending: { kind: string } | null }[];
  readonly added: readonly { email: string | null; pending: { credits: number } }[];
  readonly asOf: string | null;
}

const members = () => lab.ask<MembersAnswer>(`member list --project ${lab.projectId}`);
const person = (email: string) => `--project ${lab.projectId} --email ${email}`;

describe('with the service', () => {
  test('a project is edited by what is named, and shown with what its scopes are called', async () => {
    const edit = `project edit ${lab.projectId}`;
    const edited = await lab.ask<ChangeAnswer>(
      `${edit} --area Sleep --tag eeg --organisation-scope Public`,
    );
    expect(edited).toMatchObject({ code: 0, change: { kind: 'edit-project', state: 'delivered' } });
    const shown = await lab.must(`project show ${lab.projectId}`);
    expect(shown).toMatch(/Area +Sleep\n/);
    expect(shown).toMatch(/Tags +eeg\n/);
    expect(shown).toMatch(/Visibility in the organisation +Public\n/);
    expect((await lab.run(edit)).code).toBe(2);
    expect(await lab.run(`${edit} --end 2001-01-01`)).toMatchObject({
      code: 1,
      stderr: 'The service says: endDate is before startDate.\n',
    });
    const { changes } = await lab.ask<{ changes: { isPutAway: boolean }[] }>('outbox list');
    expect(changes.at(-1)?.isPutAway).toBe(true);
  });

  test('tags and the own record are read, made and changed', async () => {
    await lab.must('tag create', 'Slow waves');
    expect(await lab.must('tag list slow')).toBe('Slow waves\n');
    expect(await lab.must('tag list')).toContain('Slow waves\n');
    await lab.must('profile edit --location Pisa');
    expect(await lab.must('profile show')).toMatch(/Location +Pisa\n/);
    expect((await lab.run('profile edit')).code).toBe(2);
    await lab.must('profile avatar --set', lab.write('me.png', PNG));
    await lab.must('profile avatar --out', lab.at('saved.png'));
    expect(fs.readFileSync(lab.at('saved.png'))).toEqual(PNG);
    expect((await lab.run('profile avatar --set', lab.at('.'))).code).toBe(2);
  });

  test('an invitation is accepted by its address, and every command counts the same people', async () => {
    const COUNTS = [
      'project list',
      `project show ${lab.projectId}`,
      `member list ${lab.projectId}`,
    ];
    const guest = (await members()).members.find(({ status }) => status === 'On-hold');
    for (const line of COUNTS) expect(await lab.must(line)).toMatch(/\b2 of 8, 1 invited/);
    await lab.must(`member activate ${person(guest?.email ?? '')}`);
    expect((await members()).members.every(({ status }) => status === 'Active')).toBe(true);
    for (const line of COUNTS) expect(await lab.must(line)).toMatch(/\b3 of 8\b(?!, 1)/);
    expect((await lab.run(`member remove --project ${lab.projectId}`)).code).toBe(2);
  });

  test('nobody is removed before a person agreed: to invite again costs credits', async () => {
    const guest = (await members()).members.find(({ email }) => email !== researcher);
    const remove = `member remove ${person(guest?.email ?? '')}`;
    const unasked = await lab.run(remove);
    expect(unasked).toMatchObject({ code: 2, stdout: '' });
    expect(unasked.stderr).toMatch(
      /^Remove .+ from .+\? To invite them again costs 10 credits\. .*--yes\.\n$/,
    );
    const { type, written, ended } = lab.start({ isTerminal: true }, remove);
    await expect.poll(written.stderr).toContain('[y/N]');
    type('n');
    expect((await ended).code).toBe(1);
    expect((await members()).members).toContainEqual(guest);
    await lab.must(`${remove} --yes`);
    expect((await members()).members).not.toContainEqual(guest);
  });
});

describe('without the service', () => {
  test('everything seen before is listed with its age; what is changed waits, and goes when it is back', async () => {
    await members();
    await lab.stopService();
    const removed = await lab.ask<ChangeAnswer>(`member remove ${person(researcher)} --yes`);
    expect(removed).toMatchObject({ code: 4, change: { kind: 'remove-member', state: 'waiting' } });
    const invited = await lab.run(
      `member invite ${person('somebody@lab.test')} --yes --when-online`,
    );
    expect(invited.stdout).toMatch(/to project "[^"]+ \(demo\)"/);
    expect(invited.stdout).toContain('that you agreed to: with the next "labseal sync"');
    const away = await members();
    expect(away.asOf).not.toBeNull();
    expect(away.members.find(({ email }) => email === researcher)?.pending?.kind).toBe(
      'remove-member',
    );
    expect(away.added).toMatchObject([{ email: 'somebody@lab.test', pending: { credits: 10 } }]);
    const shown = await lab.run(`member list --project ${lab.projectId}`);
    expect(shown.stdout).toContain('will be removed when online');
    expect(shown.stdout).toContain('will be invited when online, 10 credits');
    expect(shown.stderr).toMatch(/^This is the copy of [^.]*\. The service cannot be reached/);
    const COPIES = ['project list', 'tag list', 'profile show', `project show ${lab.projectId}`];
    for (const command of COPIES) {
      const read = await lab.run(command);
      const copied = { command, code: 0, stderr: expect.stringContaining('copy of') };
      expect({ command, ...read }).toMatchObject(copied);
    }
    expect((await lab.run('tag list')).stderr).toContain('cannot be reached');
    // Taking the invitation back costs nothing and needs nobody.
    expect(await lab.must(`member remove ${person('somebody@lab.test')}`)).toContain(
      'Nothing is left to send',
    );
    const made = await lab.run('tag create', 'Neap tides');
    expect(made.stdout).toContain('It goes with the next "labseal sync"');
    await lab.startService();
    expect(await lab.run('sync')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 changes were sent.\n'),
    });
    expect(await lab.must('tag list')).toContain('Neap tides\n');
    expect((await members()).members.some(({ email }) => email === researcher)).toBe(false);
  });

  test('what somebody else changed is chosen about, for all fields or for some', async () => {
    await lab.must(`project show ${lab.projectId}`);
    await lab.stopService();
    await lab.run(`project edit ${lab.projectId} --name Mine --area`, 'My area');
    await lab.startService();
    const theirs = { name: 'Theirs', area: 'Their area' };
    await lab.api('principal investigator', 'PATCH', `/projects/${lab.projectId}`, theirs);
    const refused = await lab.run('outbox send');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('yours Mine, on the service Theirs');
    const { changes } = await lab.ask<{ changes: { id: string; state: string }[] }>('outbox list');
    const resolve = `outbox resolve ${changes.findLast(({ state }) => state === 'refused')?.id}`;
    expect((await lab.run(resolve)).code).toBe(2);
    await lab.must(`${resolve} --keep-mine --field name`);
    expect(await lab.ask(`project show ${lab.projectId}`)).toMatchObject({
      project: { name: 'Mine', area: 'Their area' },
    });
  });
});
