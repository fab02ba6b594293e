/** `labseal sync` while another program of this computer follows the folders: the same words and exit codes, one payment. */
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab, type SyncDocument } from '../test-support/cli-lab.ts';

const lab = useCliLab();

async function watchFiles(...names: readonly string[]): Promise<void> {
  for (const name of names) lab.write(`data/${name}`);
  await lab.watch('data');
}

const ending = ({ code, counts, spent }: SyncDocument & { readonly code: number }) => ({
  code,
  counts,
  spent,
});

test('it ends as it does alone: without an agreement, with one, and with nothing to do', async () => {
  const passes = async () => [
    ending(await lab.sync()),
    ending(await lab.sync('--max-credits 1')),
    ending(await lab.sync('--yes')),
    ending(await lab.sync('--yes')),
  ];
  await watchFiles('a.csv', 'b.csv', 'c.csv');
  const alone = await passes();
  expect(alone.map(({ code }) => code)).toEqual([1, 2, 0, 0]);
  expect(lab.charged()).toBe(3);
  await lab.newComputer();
  for (const name of ['d.csv', 'e.csv', 'f.csv']) lab.write(`other/${name}`);
  await lab.watch('other');
  onTestFinished(await lab.serving());
  expect(await passes()).toEqual(alone);
  expect(lab.charged()).toBe(3);
});

test('it says the same: the price, what happened, what comes next', async () => {
  await watchFiles('a.csv');
  onTestFinished(await lab.serving());
  const unasked = await lab.run('sync');
  expect(unasked.code).toBe(1);
  expect(unasked.stderr).toContain('Nothing is spent without your agreement');
  const balance = await lab.balance();
  const synced = await lab.run('sync --yes');
  expect(synced.code).toBe(0);
  expect(synced.stderr).toMatch(
    new RegExp(`1 file, \\d+ bytes, at most 1 credit; your balance is ${balance} credits\\.`),
  );
  expect(await lab.must('status')).toContain('Notarized');
});

test('two terminals at once, and each content is charged once', async () => {
  await watchFiles('a.csv', 'b.csv', 'c.csv', 'd.csv');
  onTestFinished(await lab.serving());
  const both = await Promise.all([lab.sync('--yes'), lab.sync('--yes')]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.map(({ counts }) => counts)).toEqual([{ notarized: 4 }, { notarized: 4 }]);
  expect(lab.charged()).toBe(4);
});

test('an interruption ends the looking on, not the program: what was agreed to goes on', async () => {
  await watchFiles('a.csv');
  onTestFinished(await lab.serving());
  lab.fault({ endpoint: 'uploadPrivateFile', times: 1, do: { kind: 'delay-answer', ms: 2_000 } });
  const terminal = lab.start({}, 'sync --yes');
  await expect.poll(() => lab.uploads().length).toBe(1);
  terminal.interrupt();
  const { code, stderr } = await terminal.ended;
  expect(code).toBe(130);
  expect(stderr).toContain('The running Labseal goes on with what you agreed to');
  await expect.poll(() => lab.must('status')).toContain('Notarized');
  expect(lab.charged()).toBe(1);
});
