import { setTimeout as wait } from 'node:timers/promises';
import { sha256 } from './support/contents.ts';
import { expect, test, type Lab, type SyncDocument } from './support/lab.ts';

/** Files a.csv, b.csv, … in data/, watched. */
async function watchFiles(lab: Lab, count: number, ...options: readonly string[]): Promise<void> {
  for (const name of 'abcdefghij'.slice(0, count)) await lab.write(`data/${name}.csv`);
  await lab.watch('data', ...options);
}

/** Every journey ends the same way: once the trouble is over, each content is charged exactly once. */
async function finishesWith(lab: Lab, names: readonly string[]): Promise<void> {
  await lab.mock.clearFaults();
  expect(await lab.sync('--yes')).toMatchObject({
    ok: true,
    code: 0,
    counts: { notarized: names.length },
  });
  const takenIn = await lab.mock.takenIn();
  expect(takenIn.map((file) => file.sha256).toSorted()).toEqual(
    names.map((name) => sha256(`data/${name}.csv`)).toSorted(),
  );
  expect(takenIn.every(({ charged }) => charged === 1)).toBe(true);
  expect(await lab.balance()).toBe(500 - names.length);
}

function expectWords(text: string): void {
  expect(text).not.toMatch(/<\/?[a-z]+|undefined|\[object|\bat .+:\d+:\d+|ECONN|Error:/i);
}

test('an expired session ends with 3, says so, and keeps everything that was found', async ({
  newLab: lab,
}) => {
  await lab.mock.read({ tokenLifetimeMs: 5_000 });
  await lab.signIn();
  await watchFiles(lab, 2);
  await wait(5_000);
  const told = await lab.run(['sync', '--yes']);
  expect(told.code).toBe(3);
  expect(told.stdout).toContain('Waiting for you to sign in');
  expect(told.stderr).toContain('Your session has ended. Nothing is lost and nothing was charged.');
  expect(told.stderr).toContain('labseal auth login');
  const synced = await lab.sync('--yes');
  expect(synced).toMatchObject({ ok: false, code: 3, counts: { held: 2 } });
  expect(synced.files.map(({ hold }) => hold)).toEqual(['signed_out', 'signed_out']);
  expect(synced.spent).toEqual({ estimated: 0, observed: null });
  expect((await lab.run(['auth', 'status'])).code).toBe(3);
  expect((await lab.run(['credit', 'balance'])).code).toBe(3);

  await lab.mock.read({ tokenLifetimeMs: 3_600_000 });
  await lab.signIn();
  await finishesWith(lab, ['a', 'b']);
});

test('a 401 in the middle stops at once, asks once, and the rest goes after signing in', async ({
  lab,
}) => {
  await watchFiles(lab, 6, '--check', 'never');
  const endpoint = 'uploadPrivateFile';
  await lab.mock.fault({ endpoint, when: { afterCount: 2 }, do: { kind: 'status', status: 401 } });
  const told = await lab.run(['sync', '--yes']);
  expect(told.code).toBe(3);
  expect(told.stdout).toContain('Waiting for you to sign in');
  expect(told.stderr.match(/Your session has ended/g)).toHaveLength(1);
  expect((await lab.run(['auth', 'status'])).code).toBe(3);
  await lab.mock.forgetRequests();
  expect(await lab.sync('--yes')).toMatchObject({ code: 3 });
  expect(await lab.mock.requests()).toEqual([]); // nothing starts with a dead token
  await lab.signIn();
  await finishesWith(lab, ['a', 'b', 'c', 'd', 'e', 'f']);
});

const OUTAGES = [
  ['a web page', { kind: 'html' }, /A web page answered instead of the service/],
  ['errors', { kind: 'status', status: 500 }, /The service had a problem \(code 500\)/],
  ['resets', { kind: 'drop' }, /The connection to the service broke/],
] as const;
for (const [what, fault, sentence] of OUTAGES) {
  test(`a service that answers ${what} ends with 4 and loses nothing`, async ({ lab }) => {
    await watchFiles(lab, 2);
    await lab.mock.fault({ endpoint: '*', do: fault });
    const told = await lab.run(['sync', '--yes']);
    expect(told.code, told.stderr).toBe(4);
    expect(told.stderr).toMatch(sentence);
    expectWords(told.stdout + told.stderr);
    expect(told.stdout).toContain('Waiting for the service');
    await finishesWith(lab, ['a', 'b']);
  });
}

const ODDITIES = [
  ...OUTAGES,
  ['a page with 503', { kind: 'html', status: 503 }, /The service had a problem \(code 503\)/],
  ['garbage', { kind: 'garbage' }, /The connection to the service broke/],
  ['redirects', { kind: 'redirect', to: 'https://login.example.org/' }, /Something other than/],
  ['a pause', { kind: 'status', status: 429 }, /The service asks for a pause/],
  ['text', { kind: 'wrong-shape', shape: 'text' }, /Something other than the service answered/],
  ['too much', { kind: 'wrong-shape', shape: 'huge' }, /Something other than the service answered/],
] as const;
test('whatever answers in place of the service, a command says it in words', async ({ lab }) => {
  for (const [what, fault, sentence] of ODDITIES) {
    await lab.mock.fault({ endpoint: '*', do: fault });
    const ended = await lab.run(['credit', 'balance']);
    expect(ended, what).toMatchObject({ code: 4, stdout: '' });
    expect(ended.stderr, what).toMatch(sentence);
    expectWords(ended.stderr);
    await lab.mock.clearFaults();
  }
});

test('a service that is down ends with 4; what is local goes on', async ({ lab }) => {
  await lab.run(['project', 'list']);
  await watchFiles(lab, 2);
  await lab.stopMock();
  const told = await lab.run(['sync', '--yes']);
  expect(told.code).toBe(4);
  expect(told.stderr).toContain('The service cannot be reached.');
  expect(told.stdout).toContain('Waiting for connection');
  const synced = await lab.sync();
  expect(synced).toMatchObject({ ok: false, code: 4, counts: { held: 2 } });
  expect(synced.files.map(({ sha256: sum }) => sum)).toEqual([
    sha256('data/a.csv'),
    sha256('data/b.csv'),
  ]);

  expect((await lab.run(['credit', 'balance'])).code).toBe(4);
  expect(await lab.run(['status'])).toMatchObject({ code: 0 });
  const projects = await lab.run(['project', 'list']);
  expect(projects).toMatchObject({ code: 0 });
  expect(projects.stdout).toContain('Microscope calibration (demo)');
  expect(projects.stderr).toMatch(/This is the copy of \d+ \w+ \d{4}, \d\d:\d\d UTC\./);
  const id = synced.folders[0]?.projectId ?? '';
  const shown = await lab.run(['project', 'show', id]);
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout).toContain('Paula Demo-Leader <leader@example.org>');
  expect(shown.stderr).toContain('This is the copy of');
  const unknown = await lab.run(['project', 'show', 'never-seen']);
  expect(unknown).toMatchObject({ code: 4, stdout: '' });
});

const REFUSALS = [
  [413, 'too large for us', 'failed', null, 'Refused by the service'],
  [403, 'only the leader may upload', 'held', 'permission', 'Held · no permission in this project'],
  [402, 'please buy credits', 'held', 'credits', 'Held · not enough credits'],
  [400, 'label not known', 'held', 'refusal', 'Held · the service said no'],
] as const;
for (const [status, message, state, hold, label] of REFUSALS) {
  test(`a ${status} concerns its file alone, and shows the service's own words`, async ({
    lab,
  }) => {
    await watchFiles(lab, 3, '--check', 'never');
    const endpoint = 'uploadPrivateFile';
    await lab.mock.fault({ endpoint, times: 1, do: { kind: 'status', status, message } });
    const told = await lab.run(['sync', '--yes']);
    expect(told.code).toBe(1);
    expect(told.stdout).toContain(label);
    expect(told.stdout).toContain(`says: ${message}.`);
    const { files } = await lab.ask<Pick<SyncDocument, 'files'>>(['file', 'list']);
    const rests = files.filter((file) => file.state !== 'notarized');
    expect(rests).toMatchObject([{ state, hold }]);
    if (state === 'held') await finishesWith(lab, ['a', 'b', 'c']);
  });
}

for (const resumableUploads of ['on', 'off'] as const) {
  test(`an answer lost after the commit is recognised, and never paid twice; resuming is ${resumableUploads}`, async ({
    lab,
  }) => {
    await lab.mock.read({ resumableUploads });
    await watchFiles(lab, 3, '--check', 'never');
    const endpoint = 'uploadPrivateFile';
    const drop = { kind: 'drop', at: 'after-commit' } as const;
    await lab.mock.fault({ endpoint, times: 2, do: drop });
    await lab.sync('--yes');
    expect(await lab.mock.takenIn()).toHaveLength(3);
    await finishesWith(lab, ['a', 'b', 'c']);
  });
}

test('an answer lost where no list can be read asks a person, and sends nothing again', async ({
  lab,
}) => {
  await lab.mock.read({ resumableUploads: 'off' });
  await watchFiles(lab, 2, '--check', 'never');
  const drop = { kind: 'drop', at: 'after-commit' } as const;
  await lab.mock.fault({ endpoint: 'uploadPrivateFile', times: 1, do: drop });
  await lab.mock.fault({ endpoint: 'listPrivateFiles', do: { kind: 'status', status: 403 } });
  const synced = await lab.sync('--yes');
  expect(synced.code).toBe(1);
  expect(synced.files.filter(({ state }) => state === 'confirming')).toHaveLength(1);
  expect(await lab.mock.takenIn()).toHaveLength(2);
  await lab.mock.forgetRequests();
  const told = await lab.run(['sync', '--yes']);
  expect(told.stdout).toContain('it is not sent again by itself');
  expect(await lab.mock.paidRequests()).toEqual([]);
  await finishesWith(lab, ['a', 'b']);
});

test('a file the chain could not take is shown as such and not paid for again', async ({ lab }) => {
  await lab.mock.read({ notarizationErrorNames: ['b.csv'] });
  await watchFiles(lab, 2);
  const told = await lab.run(['sync', '--yes']);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain('Not recorded · error');
  expect(told.stdout).toContain('The file was received; credits may have been used.');
  await lab.mock.forgetRequests();
  expect(await lab.sync('--yes')).toMatchObject({
    code: 1,
    counts: { notarized: 1, record_error: 1 },
  });
  expect(await lab.mock.paidRequests()).toEqual([]);
  const get = ['certificate', 'get', lab.at('data/b.csv'), '--out', lab.at('b.pdf')];
  const none = await lab.run(get);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('There is no certificate yet');
});
