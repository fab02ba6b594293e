/** What ends a process from outside, whenever it comes: nothing is lost, and nothing is paid for twice. */
import { sha256 } from './support/contents.ts';
import { expect, test } from './support/lab.ts';
import { researcher } from './support/people.ts';

const MANY = 20;
const PATIENTLY = { timeout: 30_000, intervals: [20] };

test('an interruption ends with 130, and the next sync finishes', async ({ lab }) => {
  for (let number = 1; number <= MANY; number += 1) await lab.write(`data/run-${number}.csv`);
  await lab.watch('data');
  const slow = { endpoint: 'uploadPrivateFile', do: { kind: 'delay-answer', ms: 100 } } as const;
  await lab.mock.fault(slow); // after the commit: what it took in, it charged
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const before = (await lab.mock.takenIn()).length;
    const sync = lab.start(['sync', '--yes']);
    const taken = async () => (await lab.mock.takenIn()).length - before;
    await expect.poll(taken, PATIENTLY).toBeGreaterThan(3);
    sync.send(signal);
    const ended = await sync.ended;
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain('Interrupted. Nothing is lost');
  }
  await lab.mock.clearFaults();
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: MANY } });
  const takenIn = await lab.mock.takenIn();
  const expected = Array.from({ length: MANY }, (_, index) => sha256(`data/run-${index + 1}.csv`));
  expect(takenIn.map((file) => file.sha256).toSorted()).toEqual(expected.toSorted());
  expect(await lab.balance()).toBe(500 - MANY);
});

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`a new project whose answer was awaited at ${signal} is found later and not sent again`, async ({
    lab,
  }) => {
    const before = await lab.balance();
    const hang = { kind: 'hang', at: 'after-commit' } as const;
    await lab.mock.fault({ endpoint: 'createProject', times: 1, do: hang });
    const tides = ['--name', 'Tides', '--area', 'Ocean', '--end', '2030-12-31'];
    const creating = lab.start(['project', 'create', ...tides, '--yes']);
    const isCreated = async () => {
      const list = await lab.mock.get<{ records: { name: string }[] }>(researcher, '/projects');
      return list.records.some(({ name }) => name === 'Tides');
    };
    await expect.poll(isCreated, PATIENTLY).toBe(true);
    creating.send(signal);
    const ended = await creating.ended;
    expect(ended.code).toBe(signal === 'SIGINT' ? 130 : null);
    const told = signal === 'SIGINT' ? '"labseal outbox list" shows it' : '';
    expect(ended.stderr).toContain(told);

    expect(await lab.ask(['outbox', 'list'])).toMatchObject({ changes: [{ state: 'unknown' }] });
    const checked = await lab.run(['outbox', 'check']);
    expect(checked.code, checked.stdout).toBe(0);
    expect(checked.stdout).toContain('Done');
    expect(await lab.run(['outbox', 'send', '--yes'])).toMatchObject({ code: 0 });
    expect(await lab.balance()).toBe(before - 50);
  });
}
