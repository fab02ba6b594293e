/** What ends a process from outside, whenever it comes: nothing is lost, and nothing is paid for twice. */
import { sha256 } from './support/contents.ts';
import { expect, test, type Lab } from './support/lab.ts';
import { researcher } from './support/people.ts';

const MANY = 20;
const SMALL_FILES_AT_ONCE = 5; // as long as none has ended
const PATIENTLY = { timeout: 30_000, intervals: [20] };

async function watchMany(lab: Lab): Promise<void> {
  for (let number = 1; number <= MANY; number += 1) await lab.write(`data/run-${number}.csv`);
  await lab.watch('data');
}

/** Every content is with the service once, paid for once, and notarized on this computer. */
async function expectAllOnce(lab: Lab): Promise<void> {
  await lab.mock.clearFaults();
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: MANY } });
  const takenIn = await lab.mock.takenIn();
  const expected = Array.from({ length: MANY }, (_, index) => sha256(`data/run-${index + 1}.csv`));
  expect(takenIn.map((file) => file.sha256).toSorted()).toEqual(expected.toSorted());
  expect(takenIn.every(({ charged }) => charged === 1)).toBe(true);
  expect(await lab.balance()).toBe(500 - MANY);
}

test('an interruption ends with 130, and the next sync finishes', async ({ lab }) => {
  await watchMany(lab);
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
  await expectAllOnce(lab);
});

test('killed again and again while answers were awaited, everything is paid for once', async ({
  lab,
}) => {
  await watchMany(lab);
  // Killed before the service had them, files would rightly wait for a person: so all on their way are taken in first.
  await lab.mock.fault({ endpoint: 'uploadPrivateFile', do: { kind: 'hang', at: 'after-commit' } });
  for (let kill = 1; kill <= 3; kill += 1) {
    const sync = lab.start(['sync', '--yes']);
    const takenIn = async () => (await lab.mock.takenIn()).length;
    await expect.poll(takenIn, PATIENTLY).toBe(kill * SMALL_FILES_AT_ONCE);
    sync.send('SIGKILL');
    expect((await sync.ended).code).toBeNull();
  }
  await expectAllOnce(lab);
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
    const told = signal === 'SIGINT' ? '"labseal outbox list" shows change 1' : '';
    expect(ended.stderr).toContain(told);

    expect(await lab.ask(['outbox', 'list'])).toMatchObject({ changes: [{ state: 'unknown' }] });
    const checked = await lab.run(['outbox', 'check']);
    expect(checked.code, checked.stdout).toBe(0);
    expect(checked.stdout).toContain('Done');
    expect(await lab.run(['outbox', 'send', '--yes'])).toMatchObject({ code: 0 });
    expect(await lab.balance()).toBe(before - 50);
  });
}
