/** A pass at a service that takes connections and says nothing: one wait, not one for each thing that would be asked. */
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

/** The longest wait for an answer is a minute. */
const lab = useCliLab({ secondsInOne: 30 });

/** What is waited for, and for a few seconds the balance, which tells whether anything is answered. */
const ONE_WAIT = 2;

async function silentAfter(...names: readonly string[]): Promise<void> {
  for (const name of names) lab.write(`data/${name}`);
  await lab.watch('data');
  lab.forgetRequests();
}

const silence = () => lab.fault({ endpoint: '*', do: { kind: 'hang' } });

test('it is waited for once, and said from the first seconds on; nothing is lost', async () => {
  await silentAfter('a.csv', 'b.csv');
  silence();
  const { code, stdout, stderr } = await lab.run('sync --yes');
  expect(code).toBe(4);
  expect(lab.requests()).toHaveLength(ONE_WAIT);
  expect(stderr).toContain(
    `The service at ${lab.service.url} does not answer yet; waiting for it …`,
  );
  expect(stderr).toContain(`No answer came in time from ${lab.service.url}.`);
  expect(stdout).toContain('the next "labseal sync"');
  lab.clearFaults();
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 2 });
});

test('a change that waits before the files is what it is waited for then', async () => {
  await silentAfter('a.csv');
  await lab.must('offline');
  await lab.run('tag create', 'new-tag');
  await lab.must('online');
  lab.forgetRequests();
  silence();
  expect((await lab.run('sync --yes')).code).toBe(4);
  expect(lab.requests()).toHaveLength(ONE_WAIT);
});

test('beside a running Labseal as well', async () => {
  await silentAfter('a.csv');
  onTestFinished(await lab.serving());
  await lab.must('project list');
  lab.write('data/b.csv');
  silence();
  lab.forgetRequests();
  expect((await lab.run('sync --yes')).code).toBe(4);
  expect(lab.requests().length).toBeLessThan(3);
});

test('an answer that takes its time is waited for, and so is the next one', async () => {
  await silentAfter('a.csv');
  lab.fault({ endpoint: '*', do: { kind: 'delay', ms: 800 } }); // of 2,000, which are the minute
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
});

test('where nothing has to be sent, a pass still says that the service was not reached', async () => {
  await silentAfter('a.csv');
  await lab.sync('--yes');
  await lab.stopService();
  const { code, stderr } = await lab.run('sync');
  expect(code).toBe(4);
  expect(stderr.trimEnd()).not.toMatch(/Trying again\.$/);
});
