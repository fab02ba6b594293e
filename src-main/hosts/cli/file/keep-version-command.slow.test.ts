/** A notarized file that changed: named by itself, and in no price but its own. */
import { expect, onTestFinished, test } from 'vitest';
import { sha256, useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

/** A notarized file with other bytes by now, and a new one beside it. */
async function changedBesideNew() {
  const changed = lab.write('data/run.csv', lab.at('first'));
  await lab.watch('data');
  expect((await lab.sync('--yes')).code).toBe(0);
  lab.write('data/run.csv', lab.at('second'));
  lab.write('data/new.csv', lab.at('new'));
  return changed;
}

test('the price of a pass leaves a changed proof out, whoever agrees to it, and the pass says what to do', async () => {
  const changed = await changedBesideNew();
  const before = lab.charged();
  const { code, stdout, stderr } = await lab.run('sync --yes');
  expect(stderr).toContain('1 file, ');
  expect(stdout).toContain('It changed after it was notarized.');
  expect(stdout).toMatch(/"labseal file keep-version \d+"/);
  expect([code, lab.charged() - before]).toEqual([1, 1]);
  const [now = '', then = ''] = (await lab.must('file show', changed)).split(
    'The version that was notarized:',
  );
  expect(now).not.toContain('Id on the service');
  expect(now).toMatch(/Labels +raw\n/);
  expect(then).toMatch(/Notarized +\S.* UTC\n/);
  expect(then).toMatch(/SHA-256 +\w{64}\n[^]*Id on the service/);
  expect(lab.takenIn()).not.toContain(sha256(lab.at('second')));
  expect(await lab.must('file show', changed)).toContain('Changed since notarized');
});

test('it is kept as a new version by its name, for its own price, and sent by the next pass', async () => {
  const changed = await changedBesideNew();
  await lab.run('sync --yes');
  const asked = await lab.run('file keep-version', changed);
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('1 credit') as string });
  const tooDear = await lab.run('file keep-version --max-credits 0', changed);
  expect(tooDear.code).toBe(1);
  expect(await lab.must('file show', changed)).toContain('Changed since notarized');
  expect(await lab.must('file keep-version --yes', changed)).toBe('1 new version approved.\n');
  const again = await lab.run('file keep-version --yes', changed);
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has not changed since it was notarized') as string,
  });
  expect((await lab.sync('--yes')).code).toBe(0);
  expect(lab.takenIn()).toContain(sha256(lab.at('second')));
});

test('a running Labseal sends it at once', async () => {
  const changed = await changedBesideNew();
  await lab.run('sync --yes');
  onTestFinished(await lab.serving());
  const kept = await lab.run('file keep-version --yes', changed);
  expect(kept.stderr).toContain('The running Labseal sends them in their turn.');
  await expect.poll(() => lab.takenIn()).toContain(sha256(lab.at('second')));
});

test('the status names what changed, and the commands that show it and deal with it', async () => {
  const changed = await changedBesideNew();
  await lab.run('sync');
  const status = await lab.must('status');
  expect(status).toContain('"labseal file list --state changed"');
  expect(status).toContain('"labseal file keep-version FILE"');
  expect(status).toContain(`    ${changed}\n`);
  expect(status).toContain('Waits for your approval, 1 file: "labseal file list --state waiting"');
});
