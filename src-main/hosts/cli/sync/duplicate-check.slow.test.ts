/** What the duplicate check uploads, counted at the service, and what people are told about it. */
import { expect, test } from 'vitest';
import { bytesOf, useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

const KB = 1_000;
const PATIENT = { timeout: 30_000 };

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

const PROMISE =
  'The duplicate check uploads each new file to the service (free). Nothing is recorded or charged before you approve.';
const NOTHING =
  'No file is uploaded for the duplicate check, unless this computer may lack records of your account.';
const UNCHECKED =
  'One file is not checked for duplicates, unless this computer may lack records of your account: if others uploaded its content, it may be charged again.';
const OLD_PROMISE = /Nothing is sent before/;

test('a person at a terminal is asked once, when the folder is added, and reads what each answer means', async () => {
  lab.write('data/run.raw');
  const add = lab.start(
    { isTerminal: true, columns: 400 },
    'folder add',
    lab.at('data'),
    ...lab.rules(),
  );
  await expect.poll(add.written.stderr, PATIENT).toContain('Check for duplicates [always]: ');
  const question = add.written.stderr();
  expect(question).toContain(PROMISE);
  expect(question).toMatch(/\n {2}always +uploads each new file/);
  expect(question).toMatch(
    /\n {2}never +uploads no file .*, unless this computer .* may be charged again\n/,
  );
  add.type('sometimes');
  await expect.poll(add.written.stderr, PATIENT).toContain('Answer always, never or a size');
  add.type('10 MB');
  const added = await add.ended;
  expect([added.code, added.stdout]).toEqual([0, `Watching ${lab.at('data')} as folder 1.\n`]);
  expect(added.stderr).toContain(
    'up to 10 MB to the service (free), and none that is larger, unless this computer may lack records',
  );
  expect(added.stderr).not.toContain('Nobody chose this');
  expect(await lab.ask('folder list')).toMatchObject({
    folders: [{ check: 'up to 10 MB', isCheckChosen: true }],
  });
});

test('an answer given as an option is not asked for; Enter takes the default', async () => {
  lab.write('a/run.raw');
  lab.write('b/run.raw');
  const place = (name: string) => [lab.at(name), ...lab.rules()];
  const given = lab.start(
    { isTerminal: true, columns: 400 },
    'folder add --check never',
    ...place('a'),
  );
  const { code, stderr } = await given.ended;
  expect([code, stderr.includes('[always]')]).toEqual([0, false]);
  expect(stderr).toContain(NOTHING);
  const entered = lab.start({ isTerminal: true, columns: 400 }, 'folder add', ...place('b'));
  await expect.poll(entered.written.stderr, PATIENT).toContain('[always]: ');
  entered.type('');
  expect((await entered.ended).code).toBe(0);
  expect(await lab.ask('folder list')).toMatchObject({
    folders: [
      { check: 'never', isCheckChosen: true },
      { check: 'always', isCheckChosen: true },
    ],
  });
});

test('without an answer no file is uploaded for the check, and the price says what that may cost', async () => {
  lab.write('data/run.raw', bytesOf('no answer', 20 * KB));
  const added = await lab.run('folder add', lab.at('data'), ...lab.rules(), '--settle', '0');
  expect(added.code).toBe(0);
  expect(added.stderr).toContain(NOTHING);
  expect(added.stderr).toContain('"labseal folder edit 1 --check always|SIZE|never"');
  expect(added.stderr).not.toMatch(OLD_PROMISE);
  const listed = await lab.run('folder list');
  expect(listed.stdout).toContain('never (default)');
  expect(listed.stderr).toContain(NOTHING);
  const offered = await lab.run('sync');
  expect(offered.stderr).toContain(UNCHECKED);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(checks().requests).toBe(0);

  const edited = await lab.run('folder edit 1 --check always');
  expect(edited.stderr).toContain(PROMISE);
  expect((await lab.run('folder list')).stdout).not.toContain('(default)');
  lab.write('data/later.raw', bytesOf('answered', 30 * KB));
  expect((await lab.run('sync')).stderr).not.toContain('not checked for duplicates');
  expect(checks().requests).toBe(1);
  const help = (await lab.run('folder add --help')).stdout.replaceAll(/\s+/g, ' ');
  expect(help).toContain('never (default where nobody can be asked)');
});

test('single files are uploaded for no check either, unless an option or a person at the terminal says so', async () => {
  const upload = (name: string, ...more: readonly string[]) =>
    ['file upload', lab.write(name, bytesOf(name, 20 * KB)), ...lab.rules(), ...more] as const;
  const alone = await lab.run(...upload('a.raw', '--yes'));
  expect(alone).toMatchObject({ code: 0, stderr: expect.stringContaining(NOTHING) as string });
  expect(alone.stderr).toContain('Nobody chose this: choose with --check always|SIZE|never.');
  expect(alone.stderr).toContain(UNCHECKED);
  const quiet = await lab.run(...upload('b.raw', '--json', '--yes'));
  expect(quiet.code === 0 ? null : quiet).toBeNull();
  expect(checks().requests).toBe(0);
  expect((await lab.run(...upload('c.raw', '--check', 'always', '--yes'))).code).toBe(0);
  expect(checks().requests).toBe(1);
  const asked = lab.start({ isTerminal: true, columns: 400 }, ...upload('d.raw', '--yes'));
  await expect.poll(asked.written.stderr, PATIENT).toContain('Check for duplicates [always]: ');
  asked.type('never');
  const { code, stderr } = await asked.ended;
  expect([code, stderr.includes('Nobody chose this')]).toEqual([0, false]);
  expect(checks().requests).toBe(0);
  expect(lab.takenIn()).toHaveLength(4);
});

test('the preview and the pass say how much the check uploads', async () => {
  lab.write('data/small.raw', bytesOf('small', 20 * KB));
  lab.write('data/large.raw', bytesOf('large', 90 * KB));
  const preview = (check: string) => lab.must(`folder preview --check ${check}`, lab.at('data'));
  expect(await preview('always')).toContain('uploads at most 2 files, 110 kB (free).');
  expect(await preview('50kB')).toContain('uploads at most 1 file, 20 kB (free).');
  expect(await preview('never')).toContain('The duplicate check uploads no file.');
  expect(await preview('50kB')).toContain(UNCHECKED);
  expect(await lab.ask('folder preview --check always', lab.at('data'))).toMatchObject({
    checked: { files: 2, bytes: 110 * KB },
  });
  const unanswered = await lab.must('folder preview', lab.at('data'));
  expect(unanswered).toContain('The duplicate check uploads no file.');
  expect(unanswered).toContain('2 files are not checked for duplicates');

  await lab.watch('data');
  await lab.stopService(); // they are fingerprinted, and wait for the check
  await lab.run('sync');
  await lab.startService();
  lab.forgetRequests();
  const offered = await lab.run('sync');
  const [before, after] = ['uploads at most 2 files', 'uploaded 2 files'];
  expect(offered.stderr).toContain(`The duplicate check ${before}, 110 kB (free).\n`);
  expect(offered.stderr).toContain(`The duplicate check ${after}, 110 kB (free). Nothing was`);
  expect(checks()).toEqual({ requests: 2, kilobytes: 110 });
  expect(lab.takenIn()).toEqual([]);

  expect((await lab.run('sync --yes')).stderr).not.toContain('The duplicate check upload');
});
