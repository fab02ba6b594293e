/** `labseal sync` from files on a disk to their certificates: the output, the price, and that nothing is paid twice. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { blake3Of } from '../../../test-support/digests.ts';
import {
  bytesOf,
  sha256,
  useCliLab,
  type Fault,
  type SyncDocument,
} from '../test-support/cli-lab.ts';

const lab = useCliLab({ secondsInOne: 5 }); // a denial is believed after twenty
const UPLOAD = 'uploadPrivateFile';

/** Files a, b, c, … in data/, watched. */
async function watchFiles(count: number, ...options: readonly string[]): Promise<string> {
  for (const name of 'abcdef'.slice(0, count)) lab.write(`data/${name}.csv`);
  return lab.watch('data', ...options);
}

/** Every fault ends the same way: once it is over, each content is charged exactly once. */
async function finishesWith(count: number): Promise<void> {
  lab.clearFaults();
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: count } });
  const contents = Array.from('abcdef'.slice(0, count), (name) =>
    sha256(lab.at(`data/${name}.csv`)),
  );
  expect(lab.takenIn().toSorted()).toEqual(contents.toSorted());
  expect(lab.charged()).toBe(count);
}

const idsByName = ({ files }: SyncDocument) =>
  Object.fromEntries(files.map(({ path: at, fileId }) => [path.basename(at), fileId]));

function expectWords(text: string): void {
  expect(text).not.toMatch(/<\/?[a-z]+|undefined|\[object|\bat .+:\d+:\d+|ECONN|Error:/i);
}

describe('what a person reads', () => {
  test('the price before, what happened after; another sync asks for the balance alone', async () => {
    lab.write('data/a.csv', 'a');
    lab.write('data/twin.csv', 'a');
    lab.write('data/b.csv', 'b');
    await lab.watch('data');
    for (const command of ['sync', 'sync --json']) {
      const unasked = await lab.run(command);
      expect(unasked.code).toBe(1);
      expect(unasked.stderr).toContain('Nothing is spent without your agreement');
      expect(unasked.stderr).toContain('--max-credits N');
    }
    expect(await lab.sync()).toMatchObject({ counts: { ready: 3 } });
    expect(lab.uploads()).toEqual([]);
    const balance = await lab.balance();
    const reported = await lab.run('sync --yes');
    expect(reported.stderr).toContain(
      `3 files, 3 bytes, at most 2 credits; your balance is ${balance} credits.`,
    );
    const lines = [
      'files  state',
      '    2  Notarized',
      '    1  Already on the service',
      '2 credits used.\n',
    ];
    expect(reported).toMatchObject({ code: 0, stdout: lines.join('\n') });
    expect(await lab.balance()).toBe(balance - 2);

    lab.forgetRequests();
    const again = await lab.ask<SyncDocument>('sync --yes');
    expect(again).toMatchObject({ code: 0, spent: { estimated: 0, observed: 0 } });
    const asked = new Set(lab.requests().map(({ endpoint }) => endpoint));
    expect([...asked]).toEqual(['getCreditBalance']); // nothing sent, nothing checked again
    expect((await lab.run('sync --yes')).stdout).toContain('No credits were used.');
  });

  test("a person's folders are only read: no content, name, time, owner or mode of theirs changes (P11)", async () => {
    lab.write('data/run/a.csv', 'read and left as it is');
    lab.write('data/~$skipped.docx', 'b');
    fs.chmodSync(lab.at('data/run/a.csv'), 0o640);
    fs.utimesSync(lab.at('data/run/a.csv'), 1_000, 2_000);
    const look = () =>
      ['', ...fs.readdirSync(lab.at('data'), { recursive: true, encoding: 'utf8' })].map((name) => {
        const at = lab.at(`data/${name}`);
        const { ino, mode, uid, gid, nlink, size, mtimeMs, ctimeMs } = fs.statSync(at);
        const content = fs.statSync(at).isFile() ? fs.readFileSync(at, 'utf8') : '';
        return { name, ino, mode, uid, gid, nlink, size, mtimeMs, ctimeMs, content };
      });
    const before = look();
    await lab.watch('data');
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
    await lab.must('audit', lab.at('data'));
    expect(look()).toEqual(before);
  });

  test('--folder leaves other folders alone', async () => {
    lab.write('one/a.csv');
    lab.write('other/b.csv');
    const one = await lab.watch('one');
    await lab.watch('other');
    const synced = await lab.sync('--yes', '--folder', one);
    expect(synced).toMatchObject({
      folders: [{ id: one }],
      files: [{ path: lab.at('one/a.csv') }],
    });
    expect(lab.takenIn()).toHaveLength(1);
    const unknown = await lab.run('sync --folder 99');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('no watched folder with number 99');
  });

  test('at a terminal the price is asked about; a yes spends it, anything else spends nothing (P2)', async () => {
    await watchFiles(1);
    for (const [answer, charges] of [
      ['', 0],
      ['n', 0],
      ['yes', 1],
    ] as const) {
      const { written, type, ended } = lab.start({ isTerminal: true }, 'sync');
      await expect.poll(written.stderr).toContain('Upload them? [y/N]');
      expect(written.stderr()).toContain('1 file,');
      type(answer);
      expect((await ended).code).toBe(charges === 1 ? 0 : 1);
      expect(lab.charged()).toBe(charges);
    }
  });
});

/** An administrator gives or takes until the person has as much. */
async function leaveCredits(credits: number): Promise<void> {
  const idOf = async (email: string) =>
    (await lab.api<{ id: string }>('administrator', 'GET', `/users/email/${email}`)).id;
  const [admin, user] = [await idOf('admin@example.org'), await idOf('leader@example.org')];
  const difference = credits - (await lab.balance());
  const operationType = difference < 0 ? 'subtract' : 'add';
  const change = { amount: Math.abs(difference), operationType };
  await lab.api('administrator', 'POST', `/users/${admin}/credit-balance/${user}`, change);
}

describe('money', () => {
  test('--max-credits sends the cheapest and holds the rest; a folder’s own budget holds over several runs', async () => {
    const id = await watchFiles(4, '--budget', '3');
    const held = await lab.sync('--max-credits', '2');
    expect(held).toMatchObject({ ok: false, code: 1, counts: { notarized: 2, held: 2 } });
    expect(held.spent).toMatchObject({ estimated: 2, observed: 2 });
    expect(held.files.findLast(({ state }) => state === 'held')).toMatchObject({
      hold: 'budget',
      fileId: null,
    });
    const reported = await lab.run('sync --max-credits 0');
    expect(reported.code).toBe(1);
    expect(reported.stderr).toContain(
      'At most 0 credits are used now, by --max-credits: what they do not pay for waits.\n',
    );
    expect(reported.stdout).toContain('Held · over a limit');
    expect(reported.stdout).toContain('Allow more, then sync again.');
    expect((await lab.sync('--yes')).counts).toEqual({ notarized: 3, held: 1 });
    const over = await lab.run('sync --yes');
    expect([over.stdout, over.stderr]).toEqual([
      expect.stringContaining('3  Notarized'),
      expect.not.stringContaining('approved already'), // the budget covers no more
    ]);
    await lab.must(`folder edit ${id} --no-budget`);
    await finishesWith(4);
  });

  test('what list and status call approved is sent without being asked about; all else waits for an agreement', async () => {
    const id = await watchFiles(2, '--budget', '2');
    lab.write('asked/a.csv');
    lab.write('asked/b.csv');
    await lab.watch('asked');
    await lab.sync('--max-credits', '0', '--folder', lab.at('asked'));
    await lab.must(`folder edit ${id} --budget 0`);
    await lab.must(`file approve ${lab.at('asked/a.csv')}`);
    await lab.must(`folder edit ${id} --budget 2`);
    const unagreed = await lab.run('sync');
    expect(unagreed.code).toBe(1);
    expect(unagreed.stderr).toContain('3 files are approved already');
    expect(unagreed.stderr).toContain('1 file, ');
    expect(unagreed.stdout).toMatch(/3 {2}Notarized\n/);
    expect(lab.charged()).toBe(3);
    expect((await lab.files()).map(({ state }) => state).toSorted()).toEqual([
      'notarized',
      'notarized',
      'notarized',
      'ready',
    ]);
  });

  test('a balance that cannot be read is not called too low: files wait for it, and the next sync sends them', async () => {
    await watchFiles(2, '--check', 'never');
    lab.fault({ endpoint: 'getCreditBalance', do: { kind: 'status', status: 403, message: 'no' } });
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(1);
    expect(reported.stdout).toContain('2  Waiting for your balance');
    expect(reported.stderr).toContain('Your balance could not be read, so 2 files were not sent.');
    expect(reported.stdout + reported.stderr).not.toContain('not enough credits');
    expect(lab.charged()).toBe(0);
    await finishesWith(2);
  });

  test('a balance too low offers what fits, holds the dearest, and never goes below what is there (P2)', async () => {
    await lab.signIn('principal investigator'); // from whose account no other test spends
    await leaveCredits(4);
    lab.write('data/small.csv');
    lab.write('data/middle.bin', bytesOf(lab.at('middle'), 2_500_000));
    const large = lab.write('data/large.bin', bytesOf(lab.at('large'), 5_500_000));
    await lab.watch('data', '--visibility', 'public');
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(1);
    expect(reported.stderr).toContain('Enough for 2 of 3 files; the rest wait.');
    expect(reported.stdout).toContain(`    ${large}\n`);
    expect(reported.stdout).toContain(
      'Held · not enough credits: It costs at most 6 credits, more than your balance allows.',
    );
    const { files, counts } = await lab.sync('--yes');
    expect(counts).toEqual({ notarized: 2, held: 1 });
    expect(files.find(({ hold }) => hold === 'credits')?.path).toBe(large);
    expect(await lab.balance()).toBe(0);
    await leaveCredits(406);
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
    expect(await lab.balance()).toBe(400);
  });
});

describe('changes on the disk', () => {
  test('a file with a date of a broken clock is taken like the others', async () => {
    await watchFiles(2);
    fs.utimesSync(lab.at('data/a.csv'), new Date(), new Date('2300-01-01'));
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
    const audit = await lab.run(`audit ${lab.at('data')}`);
    expect(audit).toMatchObject({ code: 0 });
  });

  test('renaming, moving, touching, copying, deleting and making again cost nothing and keep the record (P4)', async () => {
    await watchFiles(4);
    lab.write('other/copy-of-a.csv', lab.at('data/a.csv'));
    await lab.watch('other');
    const first = idsByName(await lab.sync('--yes'));
    lab.forgetRequests();
    const at = (name: string) => lab.at(`data/${name}.csv`);
    fs.renameSync(at('a'), at('renamed'));
    fs.renameSync(at('b'), lab.at('other/b.csv')); // into another watched folder
    fs.utimesSync(at('c'), new Date(), new Date());
    fs.rmSync(at('d'));
    const second = await lab.sync('--yes');
    expect(second).toMatchObject({
      code: 0,
      counts: { notarized: 3, duplicate: 1, missing: 1 },
      spent: { estimated: 0, observed: 0 },
    });
    expect(idsByName(second)).toMatchObject({
      'renamed.csv': first['a.csv'],
      'b.csv': first['b.csv'],
      'c.csv': first['c.csv'],
    });
    const gone = second.files.find(({ state }) => state === 'missing');
    expect(gone?.message).toContain('The record and the certificate are safe.');

    lab.write('data/d.csv');
    fs.mkdirSync(lab.at('data/new'));
    fs.renameSync(at('c'), lab.at('data/new/c.csv'));
    expect(await lab.sync('--yes')).toMatchObject({
      code: 0,
      counts: { notarized: 4, duplicate: 1 },
    });
    expect(lab.uploads()).toEqual([]);
  });

  test('a file that was edited and renamed before anybody looked is paid for by no budget (P4)', async () => {
    for (const name of ['edited.csv', 'moved/too.csv', 'deleted.csv']) lab.write(`data/${name}`);
    await lab.watch('data', '--budget', '20');
    await lab.sync('--yes');
    lab.forgetRequests();
    fs.appendFileSync(lab.at('data/edited.csv'), 'one more line');
    fs.renameSync(lab.at('data/edited.csv'), lab.at('data/renamed.csv'));
    fs.appendFileSync(lab.at('data/moved/too.csv'), 'one more line');
    fs.renameSync(lab.at('data/moved'), lab.at('data/elsewhere'));
    fs.rmSync(lab.at('data/deleted.csv'));
    lab.write('data/new.csv'); // which may be given the inode of the one that was deleted
    const synced = await lab.sync('--yes');
    expect(synced).toMatchObject({ counts: { changed: 2, missing: 1, notarized: 1 } });
    expect(lab.uploads()).toHaveLength(1);
  });
});

describe('trouble with the service', () => {
  const DENIALS = [307, 400, 402, 403, 413, 429];
  const deny = (at: 'after-commit' | 'after-body', statuses = DENIALS) => {
    lab.service.setReadings({ resumableUploads: 'off' });
    for (const [afterCount, status] of statuses.entries()) {
      const denial = { kind: 'status', status, at, message: `words of ${status}` } as const;
      lab.fault({ endpoint: UPLOAD, when: { afterCount }, times: 1, do: denial });
    }
  };

  test('whatever status comes after the record, each file is charged once and ends notarized (P1, P7)', async () => {
    deny('after-commit');
    await watchFiles(6, '--check', 'never');
    const synced = await lab.sync('--yes');
    expect(synced).toMatchObject({ code: 0, counts: { notarized: 6 } });
    expect(synced.spent).toMatchObject({ estimated: 6, observed: 6 });
    await finishesWith(6);
  });

  test('a status that is true is believed within the pass: a refusal concerns its file alone, in the service’s own words', async () => {
    lab.write('data/first.csv');
    await lab.watch('data', '--check', 'never');
    await lab.sync('--yes'); // its list is known: what others of this account notarized is no trace of these
    const ofFiles = DENIALS.filter((status) => status !== 403);
    for (const name of 'abcde') lab.write(`data/${name}.csv`);
    deny('after-body', ofFiles);
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(1);
    for (const line of [
      '2  Notarized', // one was sent again after the pause
      'Refused: The service refused it and says: words of 413.',
      'Held · not enough credits: The service says: words of 402.',
      'Held · the service said no: The service says: words of 400.',
      'The service did not take the file: it answered 307',
      '\n1 credit used.\n',
    ]) {
      expect(reported.stdout).toContain(line);
    }
    const rests = (await lab.files()).map(({ state, hold }) => hold ?? state).toSorted();
    const held = ['refusal', 'server'];
    expect(rests).toEqual(['credits', 'failed', 'notarized', 'notarized', ...held]);
    lab.clearFaults();
    expect(await lab.sync('--yes')).toMatchObject({ counts: { notarized: 5, failed: 1 } });
    expect(lab.charged()).toBe(5);
  });

  test('whoever is no member any more is told so within the pass, once for the whole batch', async () => {
    lab.service.setReadings({ resumableUploads: 'off' });
    for (let at = 0; at < 12; at += 1) lab.write(`data/${at}.csv`);
    await lab.watch('data', '--check', 'never');
    const no = { kind: 'status', status: 403, message: 'You are not a member' } as const;
    lab.fault({ endpoint: UPLOAD, do: { ...no, at: 'after-body' } });
    lab.fault({ endpoint: UPLOAD, do: no });
    lab.service.faults.add({ endpoint: 'listPrivateFiles', when: { afterCount: 1 }, do: no });
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(1);
    expect(reported.stdout).toContain('12  Held · no permission in this project');
    expect(reported.stdout).toContain('The service says: You are not a member.');
    expect(reported.stdout).not.toContain('whether');
    expect(lab.uploads().length).toBeLessThan(9);
    lab.clearFaults();
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 12 } });
    expect(lab.charged()).toBe(12);
  });

  test('a 401 in the middle stops at once, says so once, and the rest goes after signing in', async () => {
    await watchFiles(6, '--check', 'never');
    const status = { kind: 'status', status: 401, at: 'after-body' } as const;
    lab.fault({ endpoint: UPLOAD, when: { afterCount: 2 }, do: status });
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(3);
    expect(reported.stdout).toContain('answered 401 (“this fault was asked for”)');
    expect(reported.stdout).toContain('At most 6 credits used; your balance could not be read');
    expect(reported.stderr.match(/You are signed out\. Nothing is lost/g)).toHaveLength(1);
    expect(reported.stderr).toContain('labseal auth login');
    for (const command of ['auth status', 'credit balance']) {
      expect((await lab.run(command)).code).toBe(3);
    }
    lab.forgetRequests();
    const synced = await lab.sync('--yes');
    expect(synced).toMatchObject({ ok: false, code: 3, spent: { estimated: 0, observed: null } });
    expect(lab.requests()).toEqual([]); // nothing starts with a dead token
    await lab.signIn();
    lab.letTimePass(11);
    await finishesWith(6);
  });

  test('a service that answers errors ends with 4 and loses nothing', async () => {
    await watchFiles(2);
    lab.fault({ endpoint: '*', do: { kind: 'status', status: 500 } });
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(4);
    expect(reported.stderr).toContain('The service is not working at the moment (code 500)');
    expectWords(reported.stdout + reported.stderr);
    expect(reported.stdout).toContain('Waiting for the service');
    await finishesWith(2);
  });

  test.each<[string, Fault['do'], string]>([
    ['a web page', { kind: 'html' }, 'A web page answered instead of the service'],
    ['resets', { kind: 'drop' }, 'The connection to the service broke'],
    ['a pause', { kind: 'status', status: 429 }, 'The service asks for a pause'],
    [
      'a long pause',
      { kind: 'status', status: 429, retryAfter: { seconds: 3_600 } },
      'try again in 60 minutes.',
    ],
    ['half of it', { kind: 'cut-answer', afterBytes: 5 }, 'The connection to the service broke'],
    ['half a document', { kind: 'wrong-shape', shape: 'not-json' }, 'was cut, or is not what'],
    [
      'too much',
      { kind: 'wrong-shape', shape: 'huge' },
      'was cut, or is not what Labseal understands',
    ],
  ])(
    'a command that gets %s in place of an answer says it in words',
    async (_what, fault, said) => {
      lab.fault({ endpoint: '*', do: fault });
      const ended = await lab.run('credit balance');
      expect(ended).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining(said) });
      expectWords(ended.stderr);
    },
  );

  test.each([
    ['getCreditBalance', 'credit balance', 'does not tell the balance of your account (code 404)'],
    ['listProjects', 'project list', 'does not have what Labseal asked for (code 404)'],
  ] as const)(
    'a 404 of %s is about no thing that could be missing',
    async (endpoint, line, said) => {
      lab.fault({ endpoint, do: { kind: 'status', status: 404, message: 'not here' } });
      const ended = await lab.run(line);
      expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain(said);
      expect(ended.stderr).toContain('The service says: not here. Check the server address');
    },
  );

  test('a service that is down ends with 4; what is local goes on', async () => {
    await lab.must('project list');
    await watchFiles(2);
    await lab.stopService();
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(4);
    expect(reported.stderr).toContain('The service cannot be reached:');
    expect(reported.stdout).toContain('Waiting for connection');
    expect(reported.stderr).toContain(`Its address: ${lab.service.url}`);
    const synced = await lab.sync();
    expect(synced).toMatchObject({ ok: false, code: 4, counts: { held: 2 } });
    // SHA-256 is made when a file is sent.
    const prints = ['a', 'b'].map((name) => [blake3Of(lab.at(`data/${name}.csv`)), null]);
    expect(synced.files.map((file) => [file.blake3, file.sha256])).toEqual(prints);

    expect((await lab.run('credit balance')).code).toBe(4);
    await lab.must('status');
    const shown = await lab.run(`project show ${lab.projectId}`);
    expect(shown.stdout).toContain('Paula Demo-Leader <leader@example.org>');
    expect(shown.stderr).toMatch(/This is the copy of \d+ \w+ \d{4}, \d\d:\d\d UTC\./);
    expect(await lab.run('project show never-seen')).toMatchObject({ code: 4, stdout: '' });
  });

  test('the state names how many things need attention, as the page does: files to approve, and a file that was refused', async () => {
    await lab.must('project list');
    expect(await lab.ask('status')).toMatchObject({ needYou: 0 });
    expect(await lab.must('status')).not.toContain('attention');
    await watchFiles(2);
    await lab.sync();
    expect(await lab.ask('status')).toMatchObject({ needYou: 2 });
    expect(await lab.must('status')).toContain('\n2 need attention\n');
    lab.fault({ endpoint: UPLOAD, times: 1, do: { kind: 'status', status: 413 } });
    await lab.sync('--yes');
    expect(await lab.ask('status')).toMatchObject({ needYou: 1 });
    expect(await lab.must('status')).toContain('\n1 needs attention\n');
  });

  test('a file the chain could not take is shown as such and not paid for again', async () => {
    lab.service.setReadings({ notarizationErrorNames: ['b.csv'] });
    await watchFiles(2);
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(1);
    expect(reported.stdout).toContain('Not recorded · error');
    expect(reported.stdout).toContain('The file was received; credits may have been used.');
    lab.forgetRequests();
    const counts = { notarized: 1, record_error: 1 };
    expect(await lab.sync('--yes')).toMatchObject({ code: 1, counts });
    expect(lab.uploads()).toEqual([]);
    const none = await lab.run('certificate get --out b.pdf', lab.at('data/b.csv'));
    expect(none.code).toBe(1);
    expect(none.stderr).toContain(
      'There is no certificate: the service could not write the record',
    );
  });
});

test('what was agreed to during an outage is sent once the service is back, and no more', async () => {
  const [small, large] = [lab.write('small.csv'), lab.write('large.csv')];
  const how = ['--project', lab.projectId, '--visibility', 'private', '--label', 'raw'];
  await lab.stopService();
  const unknown = await lab.run('notarize --yes', small, ...how);
  expect(unknown.stderr).toContain('Nothing was queued or agreed to: repeat the command then.');
  await lab.startService();
  await lab.must('project list');
  await lab.stopService();
  const away = await lab.run('notarize --max-credits 1', small, large, ...how);
  expect(away.code).toBe(4);
  expect(away.stderr).toContain(
    'What you agreed to is kept: 1 file, at most 1 credit. The next "labseal sync" sends it once the service answers; "labseal file unapprove" takes that back.',
  );
  await lab.startService();
  const back = await lab.run('sync');
  expect(back.stderr).toContain('1 file is approved already');
  expect(lab.charged()).toBe(1);
  const states = (await lab.files()).map(({ state }) => state).toSorted();
  expect(states).toEqual(['notarized', 'ready']);
});
