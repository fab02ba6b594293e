/** Two programs on one data folder: one works, the other says so and changes nothing. */
import { globSync } from 'node:fs';
import { expect, test } from './support/lab.ts';

test('the second of two ends with 5 and changes nothing; the first can be interrupted', async ({
  lab,
}) => {
  await lab.write('data/run.csv');
  const folderId = await lab.watch('data', '--settle', '600');
  const first = lab.start(['sync', '--yes', '--json']); // it waits for the file to stand still
  // Its database is open, so it holds the lock; asking another command would take the lock from it.
  const opened = () => globSync(lab.at('labseal/accounts/*/labseal.db-wal')).length;
  await expect.poll(opened, { timeout: 30_000, intervals: [20] }).toBe(1);
  for (const args of [['sync', '--yes'], ['status'], ['folder', 'list']]) {
    const second = await lab.run(args);
    expect(second, args.join(' ')).toMatchObject({ code: 5, stdout: '' });
    expect(second.stderr).toContain(`already running with the data folder ${lab.at('labseal')}`);
  }
  first.send('SIGINT');
  const interrupted = await first.ended;
  expect(interrupted.code).toBe(130);
  expect(JSON.parse(interrupted.stdout)).toMatchObject({ error: { kind: 'interrupted' } });
  await lab.run(['folder', 'edit', folderId, '--settle', '0']);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
});
