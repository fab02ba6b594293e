/** Paid project changes: shown first, approved, paid once, and checked when an answer is lost. */
import { describe, expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

interface ChangeAnswer {
  readonly ok: boolean;
  readonly change: {
    readonly id: string;
    readonly state: string;
    readonly projectId: string | null;
    readonly message: string;
  } | null;
}

const lab = useCliLab();
const CREATE = 'project create --name Tides --area Ocean --end 2030-12-31';
const invite = () => `member invite --project ${lab.projectId} --email colleague@lab.test`;

describe('agreed to', () => {
  // The first: what other computers of the account were charged in the last minutes would be doubted.
  test('what waits is sent for a price that is shown and agreed to', async () => {
    const status = { kind: 'status', status: 429, retryAfter: { seconds: 1 } } as const;
    lab.fault({ endpoint: 'createProject', times: 1, do: status });
    const throttled = await lab.ask<ChangeAnswer>(`${CREATE} --name Later --yes`);
    expect(throttled).toMatchObject({ code: 4, change: { state: 'waiting' } });
    expect(await lab.run('outbox send')).toMatchObject({ code: 2 });
    expect(await lab.run('outbox send --max-credits 49')).toMatchObject({ code: 1 });
    expect(lab.charged()).toBe(0);
    const sent = await lab.run('outbox send --yes');
    expect(sent).toMatchObject({ code: 0 });
    expect(sent.stderr).toContain('Create project "Later": 50 credits.');
    expect(lab.charged()).toBe(50);
    expect(await lab.must('outbox send --yes')).toBe('Nothing waits.\n');
  });

  test('a project is created for its price, shown first, and not a second time unasked', async () => {
    const unagreed = await lab.run(CREATE);
    expect(unagreed).toMatchObject({ code: 2, stdout: '' });
    expect(unagreed.stderr).toContain('It costs 50 credits.');
    expect(unagreed.stderr).toContain('add --yes, or --max-credits N');
    expect(await lab.run(`${CREATE} --max-credits 49`)).toMatchObject({ code: 1 });
    expect(lab.charged()).toBe(0);

    const created = await lab.ask<ChangeAnswer>(`${CREATE} --max-credits 50 --tag sea`);
    expect(created).toMatchObject({ ok: true, code: 0, change: { state: 'delivered' } });
    expect(lab.charged()).toBe(50);
    const shown = await lab.must(`project show ${created.change?.projectId}`);
    expect(shown).toMatch(/Tides[^]*Robin Demo-Researcher/);

    const again = await lab.run(`${CREATE} --yes`);
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('with this name and these dates already');
    expect(lab.charged()).toBe(50);
    expect(await lab.run(`${CREATE} --yes --another`)).toMatchObject({ code: 0 });
    expect(lab.charged()).toBe(100);
  });

  test('an invitation below the reserve needs a word of its own, whatever is left of the budget, and is named in the history', async () => {
    const balance = await lab.balance();
    await lab.must(`credit budget --month 0 --reserve ${balance - 5}`);
    const invitation = `member invite --project ${lab.projectId} --email admin@example.org --yes`;
    const low = await lab.run(invitation);
    expect(low.code).toBe(1);
    const sentence = `It would leave ${balance - 10} credits and use your reserve of ${balance - 5}.`;
    expect(low.stderr).toContain(`${sentence} Nothing was sent.`);
    expect(lab.charged()).toBe(0);
    expect(await lab.must(`${invitation} --below-reserve`)).toContain('Ada Demo-Admin is invited.');
    expect(lab.charged()).toBe(10);

    const today = new Date().toISOString().slice(0, 10);
    const history = `credit history --from ${today} --to ${today}`;
    const { lines } = await lab.ask<{ lines: { change: object | null }[] }>(history);
    expect(lines.filter(({ change }) => change !== null)).toMatchObject([
      {
        change: { part: 'invitation', name: 'Ada Demo-Admin' },
        type: 'PROJECT_INVITATION',
        amount: -10,
        expected: 10,
        charged: 10,
      },
    ]);
    expect(await lab.must(history)).toContain('Invitation of Ada Demo-Admin');
    expect(await lab.ask('credit balance')).toMatchObject({
      spentToday: 10,
      waitingChanges: 0,
      waitingCredits: 0,
    });
  });

  test('a lost request asks a person, who leaves it or sends it again after the price', async () => {
    const balance = await lab.balance();
    lab.fault({ endpoint: 'inviteMember', times: 1, do: { kind: 'drop' } });
    const lost = await lab.ask<ChangeAnswer>(`${invite()} --yes`);
    const unknown = { state: 'unknown', finding: 'too-early' };
    expect(lost).toMatchObject({ ok: false, code: 1, change: unknown });
    const id = lost.change?.id ?? '';
    expect(await lab.must('status')).toContain(
      '1 change needs attention: see "labseal outbox list".',
    );
    const equal = await lab.run(`${invite()} --yes`);
    expect(equal).toMatchObject({ code: 1, stdout: '' });
    expect(equal.stderr).toContain(`You asked for this before, as change ${id}`);
    const listed = await lab.must('outbox list');
    expect(listed).toContain('Result unknown');
    expect(listed).toContain(`labseal outbox resolve ${id} --check`);

    const resolve = `outbox resolve ${id}`;
    expect(await lab.run(resolve)).toMatchObject({ code: 2 });
    expect(await lab.run(`${resolve} --check`)).toMatchObject({ code: 1 });
    expect((await lab.run(`${resolve} --leave`)).stdout).toContain('Kept as unknown');
    await lab.must('outbox check');
    const unagreed = await lab.run(`${resolve} --send-again`);
    expect(unagreed.code).toBe(2);
    expect(unagreed.stderr).toContain('may have been done and charged');
    expect(lab.charged()).toBe(0);

    const again = await lab.ask<ChangeAnswer>(`${resolve} --send-again --yes`);
    expect(again).toMatchObject({ ok: true, code: 0, change: { state: 'delivered' } });
    expect(lab.charged()).toBe(10);
    expect(await lab.run(`${resolve} --leave`)).toMatchObject({ code: 1, stdout: '' });
    expect(await lab.must(`${invite()} --yes`)).toContain('Nothing was sent or charged.');
    expect(await lab.balance()).toBe(balance - 10);
  });
});

test('with the service away a project and an invitation wait, with their price, and are taken back for nothing', async () => {
  const { id: person } = await lab.api<{ id: string }>(
    'researcher',
    'GET',
    '/users/email/admin@example.org',
  );
  await lab.must('project list'); // its copy knows the leader's name
  await lab.stopService();
  const kept = await lab.ask<ChangeAnswer>(`${CREATE} --yes`);
  expect(kept).toMatchObject({ ok: false, code: 4, change: { state: 'waiting' } });
  const invitation = `member invite --project ${lab.projectId} --user ${person} --yes`;
  expect(await lab.ask<ChangeAnswer>(invitation)).toMatchObject({ code: 4 });
  const list = await lab.ask<{ changes: { id: string }[] }>('outbox list');
  expect(list).toMatchObject({
    changes: [{ state: 'waiting' }, { state: 'waiting' }],
    waitingCredits: 60,
  });
  expect(await lab.run('outbox send --yes')).toMatchObject({ code: 4 });
  const undo = `outbox undo ${list.changes[0]?.id}`;
  expect(await lab.must(undo)).toContain('Nothing was charged.');
  expect((await lab.run(undo)).code).toBe(1);
  expect((await lab.run('outbox undo 99')).code).toBe(2);
});

let edits = 0;
/** Each is another value, so that none is so already. */
const edit = () => lab.run(`project edit ${lab.projectId} --area Coast-${(edits += 1)}`);

const broken = () => {
  const when = { pathContains: lab.projectId };
  lab.fault({ endpoint: 'getProject', when, do: { kind: 'status', status: 500 } });
};
const states = async () => {
  const { changes } = await lab.ask<{ changes: { state: string }[] }>('outbox list');
  return changes.map(({ state }) => state);
};

describe('one project that fails inside the service', () => {
  test('holds up no other change', async () => {
    await lab.must('project list');
    await lab.must('offline');
    expect((await edit()).code).toBe(4);
    expect((await lab.run('tag create Neap')).code).toBe(4);
    await lab.must('online');
    broken();
    await lab.run('sync --yes');
    expect(await states()).toEqual(['waiting', 'delivered']);
    expect(await lab.must('outbox list')).toMatch(
      /1: It was last tried on .* UTC: the service was not working \(code 500\)\./,
    );
    lab.clearFaults();
    await lab.run('outbox send --yes');
    expect(await states()).toEqual(['delivered', 'delivered']);
  });

  test('keeps no other change from being checked', async () => {
    lab.fault({ endpoint: 'updateProject', times: 1, do: { kind: 'drop', at: 'after-commit' } });
    lab.fault({
      endpoint: 'getProject',
      when: { afterCount: 2 },
      do: { kind: 'status', status: 500 },
    });
    await edit();
    expect(await states()).toEqual(['unknown']);
    lab.clearFaults();
    lab.fault({ endpoint: 'createProject', times: 1, do: { kind: 'drop', at: 'after-commit' } });
    lab.fault({
      endpoint: 'listProjects',
      when: { afterCount: 2 },
      do: { kind: 'status', status: 500 },
    });
    expect(await lab.ask(`${CREATE} --name Neap --yes`)).toMatchObject({
      change: { state: 'unknown' },
    });
    lab.clearFaults();
    broken();
    const checked = await lab.run('outbox check');
    expect(checked).toMatchObject({ code: 4, stdout: expect.stringContaining('Done') });
    expect(checked.stderr).toContain(
      'Not all of them could be checked. The service is not working',
    );
    expect(await states()).toEqual(['unknown', 'delivered']);
  });
});

test('who works offline has paused nothing, and what waited for that does not wait online', async () => {
  lab.write('trip/a.raw');
  await lab.watch('trip');
  await lab.must('offline');
  await lab.sync('--yes');
  for (const command of ['status', 'transfer list', 'history']) {
    const { stdout, stderr } = await lab.run(command);
    const said = stdout + stderr;
    expect(said).toMatch(/You (are )?work(ing)? offline/);
    expect(said).not.toMatch(/pause|go on\.|nothing is asked[^]*nothing is asked/i);
  }
  expect(await lab.must('transfer resume')).toMatch(/^You are working offline/);
  await lab.must('online');
  const online = await lab.run('status');
  expect(online.stdout).toContain('Approved');
  expect(online.stdout + online.stderr).not.toMatch(/connection|cannot be reached/);
});

test('whatever waits offline ends with 4, also behind another change, and says so', async () => {
  await lab.must('project list');
  await lab.must('offline');
  const edited = `project edit ${lab.projectId}`;
  for (const command of [`${invite()} --yes`, `${edited} --name Tides`, `${edited} --area Sea`]) {
    const waits = await lab.run(command);
    expect(waits).toMatchObject({ code: 4 });
    expect(waits.stdout).toContain('you were working offline');
  }
  const second = await lab.run(`member invite --project ${lab.projectId} --email x@lab.test --yes`);
  expect(second.code).toBe(4);
  expect(second.stdout).toContain('"labseal outbox send" once you are online.');
});

test('what was said offline is not said any more online', async () => {
  await lab.must('project list');
  await lab.must('offline');
  await edit();
  const offline = await lab.run('outbox list');
  expect(offline.stderr).toContain('You are working offline.');
  await lab.must('online');
  const online = await lab.run('outbox list');
  expect(online.stdout + online.stderr).not.toMatch(/you are working offline/i);
  expect(online.stdout).toContain('Not tried yet: you were working offline. It goes with the next');
});

test.each([
  [`${CREATE} --start 2026-02-30`, '--start takes a day like 2027-12-31'],
  [`${CREATE} --start 2031-01-01`, 'would end before it starts'],
  [`${CREATE} --max-members 0`, '--max-members'],
  [`${CREATE} --organisation-scope Everybody`, '--organisation-scope'],
  ['project create --area x --end 2030-01-01 --name= ', '--name is empty'],
  ['member invite --project p', '--user ID or --email ADDRESS'],
  ['file delete nothing --reason x', 'Labseal knows no file "nothing"'],
])('"%s", which nobody can mean, is said before anything is asked', async (command, said) => {
  const ended = await lab.run(command);
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) });
  expect(lab.requests()).toEqual([]);
});

test('nobody is invited whom the service does not know, and nowhere that it does not know', async () => {
  const nobody = await lab.run(`member invite --project ${lab.projectId} --email x@lab.test`);
  expect(nobody).toMatchObject({ code: 2, stdout: '' });
  expect(nobody.stderr).toContain('knows nobody as "x@lab.test"');
  const nowhere = 'member invite --project no-project --email admin@example.org --yes';
  expect((await lab.run(nowhere)).code).toBe(1);
  expect(lab.charged()).toBe(0);
});
