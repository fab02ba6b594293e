/** Projects, members, tags, the own record and the outbox at the command line, with and without the service. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMockService, type MockService } from '../../src-mock/mock-service.ts';
import { runProgram } from './program.ts';
import { playedTerminal } from './test-support/played-terminal.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let root = '';
let service: MockService;
let projectId = '';
const researcher = 'researcher@example.org';

async function run(...argv: readonly string[]) {
  const env = { LABSEAL_HOME: path.join(root, 'labseal'), LABSEAL_TOKEN_STORE: 'file' };
  const { written, ...terminal } = playedTerminal({ env });
  const code = await runProgram(argv, terminal);
  return { code, stdout: written.stdout(), stderr: written.stderr() };
}

async function ask<Answer>(...argv: readonly string[]): Promise<Answer & { code: number }> {
  const { code, stdout } = await run(...argv, '--json');
  return { ...(JSON.parse(stdout) as Answer), code };
}

interface ChangeAnswer {
  readonly change: { readonly id: string; readonly state: string; readonly kind: string } | null;
}
interface MembersAnswer {
  readonly members: readonly { email: string; status: string; pending: { kind: string } | null }[];
  readonly added: readonly { email: string | null; pending: { credits: number } }[];
  readonly asOf: string | null;
}

const members = () => ask<MembersAnswer>('member', 'list', '--project', projectId);
const onProject = ['--project', '', '--email'];
const person = (email: string) =>
  onProject.map((word) => (word === '' ? projectId : word)).concat(email);

beforeAll(async () => {
  root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-people-')));
  service = await start(0);
  const leader = service.demoAccounts.find(({ role }) => role === 'principal investigator');
  if (leader === undefined) throw new Error('the demo has no leader');
  const env = { LABSEAL_HOME: path.join(root, 'labseal'), LABSEAL_TOKEN_STORE: 'file' };
  const login = [
    'auth',
    'login',
    '--server',
    service.url,
    '--email',
    leader.email,
    '--password-stdin',
  ];
  const { written, ...terminal } = playedTerminal({ env, input: `${leader.password}\n` });
  if ((await runProgram(login, terminal)) !== 0) throw new Error(written.stderr());
  const { projects } = await ask<{ projects: { id: string; leaderFirstName: string }[] }>(
    'project',
    'list',
  );
  projectId = projects.find(({ leaderFirstName }) => leaderFirstName === 'Paula')?.id ?? '';
});

afterAll(async () => {
  await service.close();
  await fs.rm(root, { recursive: true });
});

const start = (port: number) =>
  startMockService({ dataFolder: path.join(root, 'mock'), port, readings: { chainDelayMs: 0 } });

describe('with the service', () => {
  test('a project is edited by what is named, and shown with what its scopes are called', async () => {
    const edited = await ask<ChangeAnswer>(
      'project',
      'edit',
      projectId,
      '--area',
      'Sleep',
      '--tag',
      'eeg',
      '--organisation-scope',
      'Public',
    );
    expect(edited).toMatchObject({ code: 0, change: { kind: 'edit-project', state: 'delivered' } });
    const shown = await run('project', 'show', projectId);
    expect(shown.stdout).toMatch(/Area +Sleep\n/);
    expect(shown.stdout).toMatch(/Tags +eeg\n/);
    expect(shown.stdout).toMatch(/Visible to +Public\n/);
    expect((await run('project', 'edit', projectId)).code).toBe(2);
    expect(await run('project', 'edit', projectId, '--end', '2001-01-01')).toMatchObject({
      code: 1,
      stderr: 'The service says: endDate is before startDate.\n',
    });
    expect(
      (await ask<{ changes: { isPutAway: boolean }[] }>('outbox', 'list')).changes.at(-1)
        ?.isPutAway,
    ).toBe(true);
  });

  test('tags and the own record are read, made and changed', async () => {
    expect(await run('tag', 'create', 'Slow waves')).toMatchObject({ code: 0 });
    expect((await run('tag', 'search', 'slow')).stdout).toBe('Slow waves\n');
    expect((await run('tag', 'list')).stdout).toContain('Slow waves\n');
    expect((await ask<ChangeAnswer>('profile', 'edit', '--location', 'Pisa')).code).toBe(0);
    expect((await run('profile', 'show')).stdout).toMatch(/Location +Pisa\n/);
    expect((await run('profile', 'edit')).code).toBe(2);
    const picture = path.join(root, 'me.png');
    const saved = path.join(root, 'saved.png');
    await fs.writeFile(picture, PNG);
    expect((await run('profile', 'avatar', '--set', picture)).code).toBe(0);
    expect((await run('profile', 'avatar', '--out', saved)).code).toBe(0);
    expect(await fs.readFile(saved)).toEqual(PNG);
    expect((await run('profile', 'avatar', '--set', path.join(root, 'mock'))).code).toBe(2);
  });

  test('an invitation is accepted by its address', async () => {
    const { members: people } = await members();
    const guest = people.find(({ status }) => status === 'On-hold')?.email ?? '';
    expect((await run('member', 'activate', ...person(guest))).code).toBe(0);
    expect((await members()).members.every(({ status }) => status === 'Active')).toBe(true);
    expect((await run('member', 'remove', '--project', projectId)).code).toBe(2);
  });
});

describe('without the service', () => {
  test('everything seen before is listed with its age; what is changed waits, and goes when it is back', async () => {
    const port = Number(new URL(service.url).port);
    await members();
    await service.close();
    const removed = await ask<ChangeAnswer>('member', 'remove', ...person(researcher));
    expect(removed).toMatchObject({ code: 4, change: { kind: 'remove-member', state: 'waiting' } });
    const invited = await run(
      'member',
      'invite',
      ...person('somebody@lab.test'),
      '--yes',
      '--when-online',
    );
    expect(invited.stdout).toContain('It goes as agreed: with the next "labseal sync"');
    const away = await members();
    expect(away.asOf).not.toBeNull();
    expect(away.members.find(({ email }) => email === researcher)?.pending?.kind).toBe(
      'remove-member',
    );
    expect(away.added).toMatchObject([{ email: 'somebody@lab.test', pending: { credits: 10 } }]);
    const shown = await run('member', 'list', '--project', projectId);
    expect(shown.stdout).toContain('will be removed when online');
    expect(shown.stdout).toContain('will be invited when online, 10 credits');
    expect(shown.stderr).toMatch(/^This is the copy of .* The service did not answer\.\n$/);
    for (const command of [
      'project list',
      'tag list',
      'profile show',
      `project show ${projectId}`,
    ]) {
      const read = await run(...command.split(' '));
      expect([command, read.code, read.stderr]).toEqual([
        command,
        0,
        expect.stringContaining('copy of'),
      ]);
    }
    // Taking the invitation back costs nothing and needs nobody.
    expect((await run('member', 'remove', ...person('somebody@lab.test'))).stdout).toContain(
      'Nothing is left to send',
    );
    const made = await run('tag', 'create', 'Neap tides');
    expect(made.stdout).toContain('It goes with the next "labseal sync"');
    service = await start(port);
    const synced = await run('sync');
    expect([synced.code, synced.stderr]).toEqual([
      0,
      expect.stringContaining('2 changes were sent.\n'),
    ]);
    expect((await run('tag', 'list')).stdout).toContain('Neap tides\n');
    expect((await members()).members.some(({ email }) => email === researcher)).toBe(false);
  });

  test('what somebody else changed is chosen about, for all fields or for some', async () => {
    const port = Number(new URL(service.url).port);
    await run('project', 'show', projectId);
    await service.close();
    await run('project', 'edit', projectId, '--name', 'Mine', '--area', 'My area');
    service = await start(port);
    const leader = service.demoAccounts.find(({ role }) => role === 'principal investigator');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: leader?.email, password: leader?.password });
    const login = await fetch(`${service.url}/login`, { method: 'POST', headers, body });
    const { token } = (await login.json()) as { token: string };
    await fetch(`${service.url}/projects/${projectId}`, {
      method: 'PATCH',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: 'Theirs', area: 'Their area' }),
    });
    const refused = await run('outbox', 'send');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('yours Mine, on the platform Theirs');
    const { changes } = await ask<{ changes: { id: string; state: string }[] }>('outbox', 'list');
    const id = changes.findLast(({ state }) => state === 'refused')?.id ?? '';
    expect((await run('outbox', 'resolve', id)).code).toBe(2);
    expect((await run('outbox', 'resolve', id, '--keep-mine', '--field', 'name')).code).toBe(0);
    const { project } = await ask<{ project: { name: string; area: string } }>(
      'project',
      'show',
      projectId,
    );
    expect([project.name, project.area]).toEqual(['Mine', 'Their area']);
  });
});
