import { researcher, type Person } from './support/people.ts';
import { expect, test, type Lab } from './support/lab.ts';

const colleague: Person = { email: 'colleague@lab.test', password: 'demo-colleague' };

interface ChangeAnswer {
  readonly ok: boolean;
  readonly change: {
    readonly id: string;
    readonly state: string;
    readonly finding: string | null;
    readonly projectId: string | null;
    readonly message: string;
  } | null;
}

const create = (...more: readonly string[]) =>
  ['project', 'create', '--name', 'Tides', '--area', 'Ocean', '--end', '2030-12-31'].concat(more);
const invite = (project: string, ...more: readonly string[]) =>
  ['member', 'invite', '--project', project, '--email', colleague.email].concat(more);

/** Credits that left the balance since the promise was made. */
async function spending(lab: Lab): Promise<() => Promise<number>> {
  const before = await lab.balance();
  return async () => before - (await lab.balance());
}

test('a project is created for its price, shown first, and found in the list', async ({ lab }) => {
  const spent = await spending(lab);
  const unagreed = await lab.run(create());
  expect(unagreed).toMatchObject({ code: 2, stdout: '' });
  expect(unagreed.stderr).toContain('It costs 50 credits.');
  expect(unagreed.stderr).toContain('add --yes, or --max-credits N');
  expect(await lab.run(create('--max-credits', '49'))).toMatchObject({ code: 1 });
  expect(await spent()).toBe(0);

  const created = await lab.ask<ChangeAnswer>(create('--max-credits', '50', '--tag', 'sea'));
  expect(created).toMatchObject({ ok: true, code: 0, change: { state: 'delivered' } });
  expect(await spent()).toBe(50);
  const shown = await lab.run(['project', 'show', created.change?.projectId ?? '']);
  expect(shown.stdout).toContain('Tides');
  expect(shown.stdout).toContain('Robin Demo-Researcher');

  const again = await lab.run(create('--yes'));
  expect(again.code).toBe(1);
  expect(again.stdout).toContain('with this name and these dates already');
  expect(await spent()).toBe(50);
  expect(await lab.run(create('--yes', '--another'))).toMatchObject({ code: 0 });
  expect(await spent()).toBe(100);
});

test('somebody is invited once; who is in the project already costs nothing', async ({ lab }) => {
  const spent = await spending(lab);
  const project = await lab.projectId();
  const invited = await lab.run(invite(project, '--yes'));
  expect(invited.code, invited.stderr).toBe(0);
  expect(invited.stdout).toContain('Casey Demo-Colleague is invited.');
  const again = await lab.run(invite(project, '--yes'));
  expect(again.code).toBe(0);
  expect(again.stdout).toContain('Nothing was sent or charged.');
  expect(await spent()).toBe(10);

  const nobody = await lab.run(['member', 'invite', '--project', project, '--email', 'x@lab.test']);
  expect(nobody).toMatchObject({ code: 2, stdout: '' });
  expect(nobody.stderr).toContain('knows nobody as "x@lab.test"');
  const nowhere = await lab.run(invite('no-project', '--yes'));
  expect(nowhere.code).toBe(1);
});

test('a deleted file is followed until it is deleted; nothing here is touched or sent again', async ({
  lab,
}) => {
  await lab.write('data/run.csv');
  await lab.watch('data');
  const [before] = (await lab.sync('--yes')).files;
  const spent = await spending(lab);
  expect(await lab.run(['file', 'delete', before?.fileId ?? '', '--yes'])).toMatchObject({
    code: 2,
  });
  const args = ['file', 'delete', lab.at('data/run.csv'), '--reason', 'Not levelled', '--yes'];
  const deleted = await lab.run(args);
  expect(deleted.code, deleted.stderr).toBe(0);
  expect(deleted.stdout).toContain('The service is deleting the file; its history is kept.');
  expect((await lab.run(args)).stdout).toContain('Nothing was sent or charged.');
  expect(await spent()).toBe(1);

  await expect(async () => {
    const { files } = await lab.sync('--yes');
    expect(files).toMatchObject([{ state: 'deleted', fileId: before?.fileId }]);
  }).toPass();
  expect(await spent()).toBe(1);
  const shown = await lab.run(['file', 'show', lab.at('data/run.csv')]);
  expect(shown.stdout).toContain('Deleted on the platform');
});

test('an answer lost after the commit is found at once, and charged once', async ({ lab }) => {
  const spent = await spending(lab);
  await lab.mock.fault({ endpoint: 'createProject', do: { kind: 'drop', at: 'after-commit' } });
  const created = await lab.ask<ChangeAnswer>(create('--yes'));
  expect(created).toMatchObject({ code: 0, change: { state: 'delivered' } });
  expect(created.change?.message).toContain('the service shows it; it was not sent again');
  expect(await spent()).toBe(50);
});

test('a lost request asks a person, who leaves it or sends it again after the price', async ({
  lab,
}) => {
  const spent = await spending(lab);
  const project = await lab.projectId();
  await lab.mock.fault({ endpoint: 'inviteMember', times: 1, do: { kind: 'drop' } });
  const lost = await lab.ask<ChangeAnswer>(invite(project, '--yes'));
  expect(lost).toMatchObject({
    ok: false,
    code: 1,
    change: { state: 'unknown', finding: 'too-early' },
  });
  const id = lost.change?.id ?? '';
  const status = await lab.run(['status']);
  expect(status).toMatchObject({ code: 0 });
  expect(status.stdout).toContain('1 change needs you: see "labseal outbox list".');

  const equal = await lab.run(invite(project, '--yes'));
  expect(equal).toMatchObject({ code: 1, stdout: '' });
  expect(equal.stderr).toContain(`its end is open, as change ${id}`);
  const listed = await lab.run(['outbox', 'list']);
  expect(listed.stdout).toContain('Please decide');
  expect(listed.stdout).toContain(`labseal outbox resolve ${id} --check`);

  expect(await lab.run(['outbox', 'resolve', id])).toMatchObject({ code: 2 });
  expect(await lab.run(['outbox', 'resolve', id, '--check'])).toMatchObject({ code: 1 });
  expect((await lab.run(['outbox', 'resolve', id, '--leave'])).stdout).toContain('Kept as unknown');
  expect(await lab.run(['outbox', 'check'])).toMatchObject({ code: 0 });
  const unagreed = await lab.run(['outbox', 'resolve', id, '--send-again']);
  expect(unagreed.code).toBe(2);
  expect(unagreed.stderr).toContain('may have been done and charged');
  expect(await spent()).toBe(0);

  const again = await lab.ask<ChangeAnswer>(['outbox', 'resolve', id, '--send-again', '--yes']);
  expect(again).toMatchObject({ ok: true, code: 0, change: { state: 'delivered' } });
  expect(await spent()).toBe(10);
  expect(await lab.run(['outbox', 'resolve', id, '--leave'])).toMatchObject({
    code: 1,
    stdout: '',
  });
});

test('with the service away a project and an invitation wait, a deletion does not', async ({
  lab,
}) => {
  const project = await lab.projectId();
  const { id: person } = await lab.mock.get<{ id: string }>(
    researcher,
    `/users/email/${colleague.email}`,
  );
  await lab.run(['project', 'list']); // its copy knows the leader's name
  await lab.write('data/run.csv');
  await lab.watch('data');
  await lab.sync('--yes');
  await lab.stopMock();

  const kept = await lab.ask<ChangeAnswer>(create('--yes'));
  expect(kept).toMatchObject({ ok: false, code: 4, change: { state: 'waiting' } });
  const invitation = ['member', 'invite', '--project', project, '--user', person, '--yes'];
  expect(await lab.ask<ChangeAnswer>(invitation)).toMatchObject({ code: 4 });
  const deletion = ['file', 'delete', lab.at('data/run.csv'), '--reason', 'x', '--yes'];
  expect(await lab.run(deletion)).toMatchObject({ code: 4, stdout: '' });

  const list = await lab.ask<{ changes: { id: string; state: string }[]; waitingCredits: number }>([
    'outbox',
    'list',
  ]);
  expect(list).toMatchObject({
    changes: [{ state: 'waiting' }, { state: 'waiting' }],
    waitingCredits: 60,
  });
  expect(await lab.run(['outbox', 'send', '--yes'])).toMatchObject({ code: 4 });
  const [first] = list.changes;
  const undone = await lab.run(['outbox', 'undo', first?.id ?? '']);
  expect(undone.stdout).toContain('Nothing was charged.');
  expect((await lab.run(['outbox', 'undo', first?.id ?? ''])).code).toBe(1);
  expect((await lab.run(['outbox', 'undo', '99'])).code).toBe(2);
});

test('what waits is sent for a price that is shown and agreed to', async ({ lab }) => {
  const spent = await spending(lab);
  const status = { kind: 'status', status: 429, retryAfter: { seconds: 1 } } as const;
  await lab.mock.fault({ endpoint: 'createProject', times: 1, do: status });
  const throttled = await lab.ask<ChangeAnswer>(create('--yes'));
  expect(throttled).toMatchObject({ code: 4, change: { state: 'waiting' } });
  expect(await lab.run(['outbox', 'send'])).toMatchObject({ code: 2 });
  expect(await lab.run(['outbox', 'send', '--max-credits', '49'])).toMatchObject({ code: 1 });
  expect(await spent()).toBe(0);
  const sent = await lab.run(['outbox', 'send', '--yes']);
  expect(sent.code, sent.stderr).toBe(0);
  expect(sent.stderr).toContain('Create project "Tides": 50 credits.');
  expect(await spent()).toBe(50);
  expect((await lab.run(['outbox', 'send', '--yes'])).stdout).toBe('Nothing waits.\n');
});

test('days, numbers and persons that nobody can mean are said before anything is asked', async ({
  lab,
}) => {
  await lab.mock.forgetRequests();
  const wrong: readonly [readonly string[], string][] = [
    [create('--start', '2026-02-30'), '--start takes a day like 2027-12-31'],
    [create('--start', '2031-01-01'), 'would end before it starts'],
    [create('--max-members', '0'), '--max-members'],
    [create('--organisation-scope', 'Everybody'), '--organisation-scope'],
    [['project', 'create', '--name', ' ', '--area', 'x', '--end', '2030-01-01'], '--name TEXT'],
    [['member', 'invite', '--project', 'p'], '--user ID or --email ADDRESS'],
    [['file', 'delete', 'nothing', '--reason', 'x'], 'Labseal knows no file "nothing"'],
  ];
  for (const [args, said] of wrong) {
    const ended = await lab.run(args);
    expect(ended, args.join(' ')).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(said);
  }
  expect(await lab.mock.requests()).toEqual([]);
});

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`ended by ${signal} while the answer is awaited, it is found later and not sent again`, async ({
    lab,
  }) => {
    const spent = await spending(lab);
    await lab.mock.fault({
      endpoint: 'createProject',
      times: 1,
      do: { kind: 'hang', at: 'after-commit' },
    });
    const creating = lab.start(create('--yes'));
    const isCreated = async () => {
      const list = await lab.mock.get<{ records: { name: string }[] }>(researcher, '/projects');
      return list.records.some(({ name }) => name === 'Tides');
    };
    await expect.poll(isCreated, { timeout: 60_000, intervals: [50] }).toBe(true);
    creating.send(signal);
    const ended = await creating.ended;
    expect(ended.code).toBe(signal === 'SIGINT' ? 130 : null);
    const told = signal === 'SIGINT' ? '"labseal outbox list" shows change 1' : '';
    expect(ended.stderr).toContain(told);

    const list = await lab.ask<{ changes: { state: string }[] }>(['outbox', 'list']);
    expect(list.changes).toMatchObject([{ state: 'unknown' }]);
    const checked = await lab.run(['outbox', 'check']);
    expect(checked.code, checked.stdout).toBe(0);
    expect(checked.stdout).toContain('Done');
    expect(await lab.run(['outbox', 'send', '--yes'])).toMatchObject({ code: 0 });
    expect(await spent()).toBe(50);
  });
}
