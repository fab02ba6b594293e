/** What the page could do and the command line could not. */
import { expect, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ role: 'principal investigator', isOneStory: true });

test("one's address on the blockchain and one's permissions are shown", async () => {
  const { address } = await lab.ask<{ address: string }>('profile address');
  expect(address.length).toBeGreaterThan(10);
  expect(await lab.must('profile address')).toBe(`${address}\n`);
  const message = 'the house is full';
  lab.fault({
    endpoint: 'canCreateProject',
    times: 2,
    do: { kind: 'status', status: 403, message },
  });
  expect(await lab.must('profile permissions')).toBe(
    'Administrator    no\nCreate projects  no: the house is full\nInvite members   yes\n',
  );
  expect(await lab.ask('profile permissions')).toMatchObject({
    isAdmin: false,
    canCreateProject: { may: false, serviceSays: message },
  });
});

test('work goes offline, stays so in the next command, and goes online again', async () => {
  expect(await lab.must('outbox offline')).toContain('Nothing is asked or sent');
  lab.forgetRequests();
  expect((await lab.run('credit balance')).code).toBe(4);
  expect(await lab.ask('transfer list')).toMatchObject({ pause: { mode: 'now' } });
  const doctor = await lab.ask<{ checks: { check: string; verdict: string }[] }>('doctor');
  expect(doctor.checks.find(({ check }) => check === 'service')).toMatchObject({
    verdict: 'warning',
    command: 'labseal outbox online',
  });
  lab.write('train/a.csv');
  await lab.watch('train');
  const { code, stdout, stderr } = await lab.run('sync --yes');
  expect([code, stdout]).toEqual([4, expect.not.stringContaining('Trying again')]);
  expect(stderr).toContain('"labseal outbox online"');
  expect(stderr).not.toContain('Trying again');
  expect(lab.requests()).toEqual([]);
  await lab.must('outbox online');
  expect(await lab.ask('transfer list')).toMatchObject({ pause: null });
  expect((await lab.run('credit balance')).code).toBe(0);
});

test('rules that complete new files are listed and forgotten', async () => {
  lab.write('data/peaks_1.csv');
  const folder = await lab.watch('data');
  const { records } = await lab.api<{ records: { id: string }[] }>(
    'principal investigator',
    'GET',
    `/projects/${lab.projectId}/files`,
  );
  expect(await lab.must('file rules')).toContain('No rule');
  await lab.must(
    `file procedure --project ${lab.projectId} --folder ${folder} --names peaks_{run}.csv --made-from {run}.raw --procedure-files ${records[0]?.id} --keep --procedure`,
    'Peak picking',
  );
  const { rules } = await lab.ask<{ rules: { id: string; folderId: string }[] }>('file rules');
  expect(rules).toMatchObject([{ folderId: folder }]);
  expect(await lab.must('file rules')).toContain('peaks_{run}.csv');
  await lab.must(`file rules --forget ${rules[0]?.id}`);
  expect(await lab.ask('file rules')).toMatchObject({ rules: [] });
  expect((await lab.run('file rules --forget 77')).code).toBe(2);
});
