/** What the duplicate check uploads, counted at the service, and what people are told about it. */
import { expect, test } from 'vitest';
import { bytesOf, useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

const KB = 1_000;

/** Requests of the duplicate check since the last call, and the kilobytes of file content in them. */
function checks() {
  const asked = lab.requests().filter(({ endpoint }) => endpoint === 'verifyContent');
  const bytes = asked.reduce((sum, { uploadFields }) => {
    return sum + Number(uploadFields['content-length']);
  }, 0);
  lab.forgetRequests();
  return { requests: asked.length, kilobytes: Math.floor(bytes / KB) };
}

async function otherProject(): Promise<string> {
  const { projects } = await lab.ask<{ projects: { id: string }[] }>('project list');
  const other = projects.find(({ id }) => id !== lab.projectId);
  if (other === undefined) throw new Error('the demo has one project only');
  return other.id;
}

test('a content in the ledger is uploaded for no check: of another folder, project or visibility', async () => {
  const content = bytesOf('ledger', 50 * KB);
  lab.write('first/run.raw', content);
  await lab.watch('first');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(checks()).toEqual({ requests: 1, kilobytes: 50 });

  lab.write('copies/other name.raw', content);
  lab.write('elsewhere/run.raw', content);
  lab.write('open/run.raw', content);
  await lab.watch('copies');
  await lab.watch('elsewhere', '--project', await otherProject());
  await lab.watch('open', '--visibility', 'public');
  lab.forgetRequests();
  expect(await lab.sync('--yes')).toMatchObject({ counts: { notarized: 1, duplicate: 3 } });
  expect(checks()).toEqual({ requests: 0, kilobytes: 0 });
  await lab.must('folder remove 1');
  lab.write('copies/later.raw', content);
  expect(await lab.sync('--yes')).toMatchObject({ counts: { notarized: 1, duplicate: 3 } });
  expect(checks().requests).toBe(0);
});

test('once the hash of the service is understood, what the project lists under that name is not uploaded', async () => {
  const [shared, fresh] = [bytesOf('shared', 40 * KB), bytesOf('fresh', 30 * KB)];
  lab.write('data/shared.raw', shared);
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });

  await lab.newComputer(); // its ledger is empty
  lab.write('data/fresh.raw', fresh);
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(checks()).toEqual({ requests: 1, kilobytes: 30 });

  lab.write('data/deep/shared.raw', shared);
  lab.write('data/deep/unknown/shared.raw', bytesOf('unknown', 20 * KB));
  // It is this account's own, of its other computer.
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
  expect(checks()).toEqual({ requests: 1, kilobytes: 20 });
  expect(lab.takenIn()).toHaveLength(2);
});

test('nothing leaves before the approval; what a colleague has sent before is free then, and costs nobody twice (P5, P15)', async () => {
  const shared = ['a', 'b'].map((name) => bytesOf(name, 20 * KB));
  shared.forEach((content, index) => lab.write(`theirs/${index}.raw`, content));
  await lab.watch('theirs', '--project', await otherProject());
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  await lab.newComputer(); // another account would be told the same
  shared.forEach((content, index) => lab.write(`data/copy ${index}.raw`, content));
  lab.write('data/own.raw', bytesOf('own', 30 * KB));
  const added = await lab.run('folder add', lab.at('data'), ...lab.rules());
  expect(added.stderr).not.toMatch(/duplicate|charged again|Nobody chose/);
  lab.forgetRequests();
  const offered = await lab.run('sync');
  expect(offered.stderr).toContain('3 files');
  expect(checks().requests).toBe(0);

  const before = lab.charged();
  const synced = await lab.run('sync --yes');
  expect(synced.stdout).toContain('1 notarized, 2 were there already (free).\n');
  expect(synced.stdout).toContain('1 credit used.');
  expect([synced.code, lab.charged() - before]).toEqual([0, 1]);
  expect(checks()).toEqual({ requests: 3, kilobytes: 70 });
  const shown = await lab.must('file show', lab.at('data/copy 0.raw'));
  expect(shown).toMatch(/Already on the service/);
  expect(shown).toContain('0.raw');
});

test('what turned out to be free leaves the agreement to the others', async () => {
  const content = bytesOf('shared', 20 * KB);
  lab.write('theirs/shared.raw', content);
  await lab.watch('theirs', '--project', await otherProject());
  await lab.must('sync --yes');
  await lab.newComputer();
  lab.write('data/1 shared.raw', content);
  lab.write('data/2.raw', bytesOf('second', 10 * KB));
  lab.write('data/3.raw', bytesOf('third', 10 * KB));
  await lab.watch('data');
  // Two credits for three files: the first is free, so the others are both sent.
  const synced = await lab.sync('--max-credits', '2');
  expect(synced).toMatchObject({ code: 0, counts: { notarized: 2, duplicate: 1 } });
  expect(synced).toMatchObject({ agreed: { recorded: 2, thereAlready: 1, unanswered: 0 } });
  expect(synced.spent.observed).toBe(2);
});

test('a folder that asks before the price sends its files earlier, says so, and has an exact price (P15)', async () => {
  lab.write('data/small.raw', bytesOf('small', 20 * KB));
  lab.write('data/large.raw', bytesOf('large', 90 * KB));
  const SENT_EARLIER = 'Each new file is sent to the service before you see its price';
  const preview = (check: string) => lab.must(`folder preview --check ${check}`, lab.at('data'));
  expect(await preview('first')).toContain('At most 2 files, 110 kB, are sent before the price');
  expect(await preview('never')).not.toContain('before the price');
  expect(await lab.ask('folder preview --check first', lab.at('data'))).toMatchObject({
    checked: { files: 2, bytes: 110 * KB },
  });
  const added = await lab.run('folder add --check first', lab.at('data'), ...lab.rules());
  expect(added.stderr).toContain(SENT_EARLIER);
  expect((await lab.run('folder list')).stdout).toContain('before the price');
  await lab.stopService(); // they are fingerprinted, and wait to be asked about
  await lab.run('sync');
  await lab.startService();
  lab.forgetRequests();
  const offered = await lab.run('sync');
  expect(offered.stderr).toContain('At most 2 files, 110 kB, are sent before the price');
  expect(offered.stderr).toContain(
    '2 files, 110 kB, were sent to ask whether the service has them',
  );
  expect(checks()).toEqual({ requests: 2, kilobytes: 110 });
  expect(lab.takenIn()).toEqual([]);
  const synced = await lab.run('sync --yes');
  expect([synced.code, checks().requests]).toEqual([0, 0]);
  expect(synced.stderr).not.toContain('to ask whether');
});

test('a person may have the service never asked; what that costs is said, and a single file is asked for unless it is said too (P5)', async () => {
  lab.write('data/run.raw', bytesOf('unasked', 20 * KB));
  const added = await lab.run('folder add --check never', lab.at('data'), ...lab.rules());
  expect(added.stderr).toContain('what others uploaded may be charged again');
  expect(await lab.ask('folder list')).toMatchObject({ folders: [{ check: 'never' }] });
  await lab.must('sync --yes');
  expect(checks().requests).toBe(0);
  const upload = async (name: string, ...more: readonly string[]) => {
    const file = lab.write(name, bytesOf(name, 20 * KB));
    return (await lab.run('file upload', file, ...lab.rules(), ...more, '--yes')).code;
  };
  expect([await upload('a.raw', '--check', 'never'), checks().requests]).toEqual([0, 0]);
  expect([await upload('b.raw'), checks().requests]).toEqual([0, 1]);
});

test('a refusal to say is said, and holds up no upload (P5)', async () => {
  lab.write('data/run.raw');
  await lab.watch('data');
  lab.fault({
    endpoint: 'verifyContent',
    do: { kind: 'status', status: 400, message: 'Not this' },
  });
  const synced = await lab.run('sync --yes');
  expect(synced).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1  Notarized') as string,
  });
  expect(synced.stdout).toContain('The service did not say whether it has 1 file. It was sent');
  const shown = await lab.must('file show', lab.at('data/run.raw'));
  expect(shown).toContain('The service did not say whether it has it: "Not this".');
});

test.each([
  ['always', '--check always is gone: write "first"'],
  ['100MB', '--check takes no size any more'],
])('the old value %s says what does its work now', async (value, sentence) => {
  for (const command of ['folder add', 'folder preview', 'file upload']) {
    const rules = command === 'folder preview' ? [] : lab.rules();
    const refused = await lab.run(command, lab.at('x'), ...rules, '--check', value);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(sentence);
  }
});
