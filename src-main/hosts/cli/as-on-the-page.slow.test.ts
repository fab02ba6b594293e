/** What the page could do and the command line could not. */
import { expect, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ role: 'principal investigator', isOneStory: true });

test('what the service does not tell of oneself is named with its reason', async () => {
  const status = { kind: 'status', status: 403, message: 'not for you' } as const;
  lab.fault({ endpoint: 'getPublicKey', do: status });
  const { code, stdout, stderr } = await lab.run('profile show');
  expect(code).toBe(0);
  expect(stdout).not.toContain('Address');
  expect(stdout).toContain('Administrator');
  expect(stderr).toMatch(/^Your address could not be read\. .*not for you/);
  lab.clearFaults();
  lab.fault({ endpoint: 'getUser', do: status });
  const copy = await lab.run('profile show');
  expect(copy.stderr).toMatch(/^This is the copy of .*not for you/);
  lab.clearFaults();
});

test("one's address on the blockchain and one's permissions are shown", async () => {
  const message = 'the house is full';
  lab.fault({
    endpoint: 'canCreateProject',
    times: 2,
    do: { kind: 'status', status: 403, message },
  });
  expect(await lab.must('profile show')).toMatch(
    /\nAddress +0x[0-9a-f]{40}\nAdministrator +no\nCreate projects +no: the house is full\nInvite members +yes\n$/,
  );
  expect(await lab.ask('profile show')).toMatchObject({
    address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
    permissions: { isAdmin: false, canCreateProject: { may: false, serviceSays: message } },
  });
});

test('work goes offline, stays so in the next command, and goes online again', async () => {
  expect(await lab.must('offline')).toContain('Nothing is asked or sent');
  lab.forgetRequests();
  expect((await lab.run('credit balance')).code).toBe(4);
  expect(await lab.must('transfer list')).toContain('offline');
  const doctor = await lab.ask<{ checks: { check: string; verdict: string }[] }>('doctor');
  expect(doctor.checks.find(({ check }) => check === 'service')).toMatchObject({
    verdict: 'warning',
    command: 'labseal online',
  });
  lab.write('train/a.csv');
  await lab.watch('train');
  const { code, stdout, stderr } = await lab.run('sync --yes');
  expect([code, stdout]).toEqual([4, expect.not.stringContaining('Trying again')]);
  expect(stderr.match(/working offline|"labseal online"/g)).toHaveLength(2); // one sentence
  expect(stderr).not.toContain('Trying again');
  expect(lab.requests()).toEqual([]);
  await lab.must('online');
  expect(await lab.must('transfer list')).not.toContain('offline');
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
  expect(await lab.must('lineage rules')).toContain('No rule');
  await lab.must(
    `lineage procedure --project ${lab.projectId} --folder ${folder} --names peaks_{run}.csv --made-from {run}.raw --procedure-files ${records[0]?.id} --keep --procedure`,
    'Peak picking',
  );
  const { rules } = await lab.ask<{ rules: { id: string; folderId: string }[] }>('lineage rules');
  expect(rules).toMatchObject([{ folderId: folder }]);
  expect(await lab.must('lineage rules')).toContain('peaks_{run}.csv');
  await lab.must(`lineage rules --forget ${rules[0]?.id}`);
  expect(await lab.ask('lineage rules')).toMatchObject({ rules: [] });
  expect((await lab.run('lineage rules --forget 77')).code).toBe(2);
});
