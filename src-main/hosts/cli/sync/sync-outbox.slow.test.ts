/** A pass sends the outbox before the files: what is free, and what was agreed to; never a paid change that was not. */
import { expect, test } from 'vitest';
import { useCliLab, type SyncDocument } from '../test-support/cli-lab.ts';

interface ChangeDocument {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly credits: number;
  readonly projectId: string | null;
}
interface OutboxDocument {
  readonly outbox: {
    readonly ended: readonly ChangeDocument[];
    readonly open: readonly ChangeDocument[];
  };
}
interface Projects {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}

const lab = useCliLab();
const create = (name: string, ...more: readonly string[]) =>
  ['project', 'create', '--name', name, '--area', 'Ocean', '--end', '2030-12-31', ...more].join(
    ' ',
  );
const syncDocument = () => lab.ask<SyncDocument & OutboxDocument>('sync --yes');

test('a project created without the service, and agreed to, takes files in the same pass', async () => {
  await lab.must('project list');
  await lab.stopService();
  expect(await lab.run(create('Tides', '--yes', '--when-online'))).toMatchObject({ code: 4 });
  const { projects } = await lab.ask<Projects>('project list');
  const local = projects.find(({ name }) => name === 'Tides')?.id ?? '';
  expect(local).not.toBe('');
  lab.write('data/a.csv');
  await lab.must(
    `folder add --project ${local} --visibility private --label raw --settle 0`,
    lab.at('data'),
  );
  const away = await syncDocument();
  expect(away).toMatchObject({ code: 4, outbox: { ended: [], open: [{ state: 'waiting' }] } });
  await lab.startService();
  const back = await lab.run('sync --yes');
  expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('1  Notarized') });
  expect(back.stderr).toContain('1 change was sent.\n    Create project "Tides": 50 credits\n');
  expect(back.stdout).toContain('\n50 credits used for 1 change.\nFiles: 1 credit used.\n');
  expect(lab.charged()).toBe(51);
  expect(await syncDocument()).toMatchObject({ code: 0, outbox: { ended: [], open: [] } });
  expect(lab.charged()).toBe(51);
});

test('a paid change that nobody agreed to send stays where it is, and is named with its price', async () => {
  await lab.must('project list');
  await lab.stopService();
  await lab.run(create('Currents', '--yes'));
  await lab.run('tag create', 'Ebb');
  await lab.startService();
  const synced = await syncDocument();
  expect(synced).toMatchObject({
    code: 0,
    outbox: {
      ended: [{ kind: 'create-tag', state: 'delivered' }],
      open: [{ kind: 'create-project', state: 'waiting', credits: 50 }],
    },
  });
  const again = await lab.run('sync --yes');
  expect(again.stderr).toContain(
    '1 change for 50 credits awaits your approval: "labseal outbox send".',
  );
  expect(lab.charged()).toBe(0);
  await lab.must('outbox send --yes');
  expect(lab.charged()).toBe(50);
});

test('a change that the service refuses needs a person, and the files go on', async () => {
  lab.write('data/a.csv');
  await lab.watch('data');
  await lab.must('project list');
  await lab.stopService();
  await lab.run('tag create', 'Spring');
  await lab.startService();
  lab.fault({ endpoint: 'createTag', do: { kind: 'status', status: 400, message: 'no such sea' } });
  const synced = await lab.run('sync --yes');
  expect(synced).toMatchObject({ code: 1, stdout: expect.stringContaining('1  Notarized') });
  expect(synced.stderr).toContain('1 change needs attention: see "labseal outbox list".');
  expect(synced.stderr).toContain('The service says: no such sea.');
});

test('a paid change whose answer was lost is looked for, and never sent again', async () => {
  lab.fault({ endpoint: 'createProject', times: 1, do: { kind: 'drop', at: 'after-commit' } });
  const blind = { kind: 'status', status: 403 } as const;
  lab.fault({ endpoint: 'listProjects', when: { afterCount: 2 }, do: blind }); // from the first search on
  expect(await lab.run(create('Eddies', '--yes'))).toMatchObject({ code: 1 });
  const { outbox } = await syncDocument();
  expect(outbox).toMatchObject({ ended: [], open: [{ state: 'unknown' }] });
  expect((await lab.run('sync')).stdout).toContain('No credits were used for files.\n');
  lab.clearFaults();
  const synced = await syncDocument();
  expect(synced).toMatchObject({
    code: 0,
    spent: { estimated: 0, observed: 0, changes: 50 },
    outbox: { ended: [{ state: 'delivered' }], open: [] },
  });
  expect(lab.charged()).toBe(50);
});

test('a pass over one folder leaves changes where they are, and says what sends them; so does a check', async () => {
  lab.write('data/a.csv');
  await lab.watch('data');
  await lab.must('project list');
  await lab.stopService();
  await lab.run(create('Springs', '--yes', '--when-online'));
  await lab.run(create('Neaps', '--yes'));
  await lab.run('tag create', 'Slack water');
  await lab.startService();
  expect(await lab.must('outbox check')).toBe(
    'No result is unknown. 3 changes wait to be sent: see "labseal outbox list".\n',
  );
  const synced = await lab.run('sync --yes --folder', lab.at('data'));
  expect(synced.code).toBe(0);
  expect(synced.stderr).toContain('2 changes wait: "labseal sync" without --folder sends them.\n');
  expect(lab.charged()).toBe(1);
  expect((await lab.run('sync')).stderr).toContain('2 changes were sent.\n');
  expect((await lab.run('sync --folder', lab.at('data'))).stderr).not.toContain('--folder sends');
});

test('somebody who is invited already when the service is back costs nothing, and that is said', async () => {
  const { email } = lab.account('researcher');
  await lab.must('project list');
  await lab.stopService();
  await lab.run(`member invite ${email} --project ${lab.projectId} --yes --when-online`);
  await lab.startService();
  const synced = await lab.run('sync');
  expect(synced).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No credits were used.'),
  });
  expect(synced.stderr).toMatch(
    /^1 change had been made already\.\n {4}Invite .* already\. Nothing was sent or charged\.$/m,
  );
  expect(lab.charged()).toBe(0);
  const listed = await lab.must('outbox list');
  expect(listed).toMatch(/Done +0 /);
  expect(listed).toContain('already. Nothing was sent or charged.');
});
