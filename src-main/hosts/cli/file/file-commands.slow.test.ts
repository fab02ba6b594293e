/** Single files at the command line: what is known of them, their certificates, and what a person decides about them. */
import fs from 'node:fs';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test, vi } from 'vitest';
import { expectPrivate } from '../../../test-support/expect-private.ts';
import { sha256, useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab({ secondsInOne: 5 });
const UPLOAD = 'uploadPrivateFile';

interface There {
  readonly fileId: string;
  readonly name: string;
  readonly status: string;
  readonly localFileId: string | null;
  readonly state: string;
}
const onPlatform = async () =>
  (await lab.ask<{ files: There[] }>(`file list --on-service --project ${lab.projectId}`)).files;

test('file list, show and explain say the state of a file and why', async () => {
  const run = lab.write('data/run.csv', lab.at('run'));
  lab.write('data/twin.csv', lab.at('run'));
  const empty = lab.write('data/other.csv');
  lab.write('outside.csv');
  await lab.watch('data');
  const explain = (name: string) => lab.must('file explain', lab.at(name));
  expect(await explain('data/run.csv')).toContain(
    'It is new: Labseal has not looked at it yet. "labseal sync" shows its price and asks first.',
  );
  expect(await lab.must('file list')).toContain('No file of a watched folder is known.');
  await lab.sync('--yes');
  expect(await explain('data/run.csv')).toBe(`${run}\n  Notarized.\n`);
  expect(await explain('data/twin.csv')).toContain('Already on the service. Same content as');
  expect(await explain('outside.csv')).toContain(
    'It lies in no watched folder, so nothing is done with it.',
  );
  expect(await explain('data')).toContain('It is a folder.');

  expect(await lab.must('file list --state changed')).toBe(
    'No file is changed now. "labseal status" shows how many are in which state.\n',
  );
  const listed = await lab.must('file list --state notarized,duplicate');
  expect(listed.split('\n')[0]).toMatch(/^id\s+state\s+size\s+credits, at most\s+file$/);
  expect(listed).toContain('Already on the service');
  expect(listed).toMatch(/Notarized +\S+ bytes? +\S*run\.csv/); // what is paid for may cost nothing more
  const files = await lab.files('--state', 'notarized', '--folder', '1');
  expect(files.map((file) => file.path)).toEqual([empty, run]);
  for (const asked of [run, files[1]?.id ?? '', files[1]?.fileId ?? '']) {
    const shown = await lab.must('file show', asked);
    expect(shown).toContain(sha256(lab.at('run')));
    expect(shown).toMatch(
      /State +Notarized\n[^]*Folder +\S+data\n[^]*Labels +raw\n[^]*Notarized +\S.* UTC\n/,
    );
    expect(shown).not.toMatch(/undefined|null/);
  }
  for (const command of ['show', 'list --folder', 'list --state']) {
    expect((await lab.run(`file ${command} nonsense`)).code).toBe(2);
  }
  const beside = await lab.run('certificate get', run, '--out', lab.at('data/run.pdf'));
  expect(beside).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`lies in the watched folder ${lab.at('data')}`),
  });
  expect(fs.existsSync(lab.at('data/run.pdf'))).toBe(false);
  await lab.must('folder remove 1');
  expect(await lab.must('file list')).toContain('keeps its record: "labseal history"');
});

test('file explain says what became of a file since it was looked at', async () => {
  const [longer, touched, gone] = ['longer', 'touched', 'gone'].map((name) =>
    lab.write(`data/${name}.csv`),
  );
  const picked = lab.write('beside/picked.csv');
  await lab.watch('data');
  await lab.sync('--yes');
  const ofProject = ['--project', lab.projectId, '--visibility', 'private', '--label', 'raw'];
  await lab.must('notarize --yes', picked, ...ofProject);
  fs.appendFileSync(longer ?? '', 'more');
  fs.utimesSync(touched ?? '', 1, 1);
  fs.rmSync(gone ?? '');
  fs.rmSync(picked);
  const explain = (at = '') => lab.must('file explain', at);
  const safe = 'Its record and certificate are safe.';
  expect(await explain(longer)).toContain(
    `It was changed since Labseal last looked at it; then it was "Notarized". ${safe} "labseal sync" looks at it again.`,
  );
  expect(await explain(touched)).toContain('It was touched, and perhaps changed, since Labseal');
  for (const at of [gone, picked]) {
    expect(await explain(at)).toContain(
      `It is not there any more: moved, renamed or deleted since Labseal last looked at it; then it was "Notarized". ${safe}`,
    );
  }
  expect(await lab.ask('file explain', gone ?? '')).toMatchObject({ since: 'gone' });
  await lab.sync();
  expect(await explain(gone)).toContain('Missing from this computer.');
  fs.writeFileSync(gone ?? '', 'another');
  expect(await explain(gone)).toContain(
    'It is there again since Labseal last looked at it; then it was "Missing from this computer".',
  );
  const fresh = lab.write('data/fresh.csv');
  expect(await explain(fresh)).toContain('It is new: Labseal has not looked at it yet.');
});

test('an approval is taken back before its file is sent: named, of a folder, or all', async () => {
  const [one, other] = [lab.write('data/one.csv'), lab.write('data/other.csv')];
  await lab.watch('data', '--approve-each', 'yes');
  await lab.run('sync --yes');
  await lab.must('file approve --all-held review');
  expect(await lab.must('file unapprove', one)).toBe('1 file waits for your approval again.\n');
  expect(await lab.must('file unapprove', one)).toBe('No approval was taken back.\n');
  await lab.run('sync --yes');
  const stateOf = async (at: string) => (await lab.files()).find((file) => file.path === at);
  expect(await stateOf(one)).toMatchObject({ state: 'held', hold: 'review' });
  expect(await stateOf(other)).toMatchObject({ state: 'notarized' });
  expect(lab.charged()).toBe(1);
  await lab.must('file approve', one);
  expect(await lab.ask('file unapprove --folder 1')).toMatchObject({ unapproved: 1 });
  await lab.must('file approve', one);
  expect(await lab.ask('file unapprove --all')).toMatchObject({ unapproved: 1 });
  expect((await lab.run('file unapprove')).code).toBe(2);
});

test('what waits for its price is approved by its name, alone or beside what is held', async () => {
  const [one, other] = [lab.write('data/one.csv'), lab.write('data/other.csv')];
  const held = lab.write('looked-at/held.csv');
  lab.write('data/third.csv');
  await lab.watch('data');
  await lab.watch('looked-at', '--approve-each', 'yes');
  expect((await lab.run('sync')).code).toBe(1);
  const uncertified = await lab.run('certificate get', one, '--out', lab.at('one.pdf'));
  expect(uncertified.stderr).toContain('the file is "Waits for your approval"');
  const audited = await lab.run('audit', lab.at('data'));
  expect(audited.stdout).toContain('Labseal has it as: Waits for your approval.');
  const id = (await lab.files()).find((file) => file.path === one)?.id;
  expect(await lab.must('file explain', one)).toMatch(
    new RegExp(`Waits for your approval\\..*"labseal sync".*"labseal file approve ${id}"`),
  );
  expect(await lab.must('file approve', one)).toBe('1 file approved, for at most 1 credit.\n');
  expect(await lab.must('file explain', one)).not.toContain('file approve');
  expect(await lab.must('file approve', one)).toContain('No such file waits');
  expect(await lab.ask('file approve', other, held)).toMatchObject({ approved: { review: 2 } });
  expect(await lab.ask('file unapprove --all')).toMatchObject({ unapproved: 3 });
});

const NAMES = [
  `"quoted" and 'single'.csv`,
  'two\nlines.csv',
  'carriage\rreturn.csv',
  '-rf.csv',
  '--yes',
  'back\\slash.csv',
  'semi;colon & 100%.csv',
  ' leading and trailing ',
  `${'n'.repeat(251)}.csv`,
  `${'é'.repeat(125)}.csv`.normalize('NFC'),
  'Å-resolution.csv'.normalize('NFC'),
  'Å-resolution.csv'.normalize('NFD'),
  '測定結果 🧪👩‍🔬.csv',
  'مرحبا.csv',
  '\u202Egpj.exe',
  'tab\there.csv',
  '[ab]*?.csv',
  'constructor',
  '__proto__',
];

test('names of every kind arrive unaltered, and harm no terminal', async () => {
  for (const name of NAMES) lab.write(`data/${name}`);
  await lab.watch('data');
  const before = new Set((await onPlatform()).map(({ fileId }) => fileId));
  await lab.must('sync --yes');
  const files = (await onPlatform()).filter(({ fileId }) => !before.has(fileId));
  expect(files.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
  const listed = await lab.must('file list');
  expect(listed.trimEnd().split('\n')).toHaveLength(NAMES.length + 1);
  const obeyed = Array.from(listed).filter((character) => /[\p{Cc}\u202E]/u.test(character));
  expect(new Set(obeyed)).toEqual(new Set(['\n']));
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, spent: { observed: 0 } });
  const dashed = JSON.parse(
    await lab.must('file show --json --', lab.at('data/-rf.csv')),
  ) as object;
  expect(dashed).toMatchObject({ path: lab.at('data/-rf.csv') });
});

test('single files are uploaded at once, all of them or none', async () => {
  lab.write('one.csv');
  lab.write('two.csv');
  const rules = `--project ${lab.projectId} --visibility public --label picked --yes`;
  const upload = (...names: readonly string[]) =>
    lab.run(`file upload ${rules}`, ...names.map(lab.at));
  const none = await upload('one.csv', 'nowhere.csv');
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('There is no such file. Nothing was taken.');
  expect(await lab.files()).toEqual([]);
  expect((await upload('.')).stderr).toContain('labseal folder add');
  fs.symlinkSync('one.csv', lab.at('link.csv'));
  expect((await upload('link.csv')).stderr).toContain('give the file it leads to');

  const both = await upload('one.csv', 'two.csv');
  expect(both).toMatchObject({ code: 0, stdout: expect.stringContaining('    2  Notarized') });
  expect(lab.uploads().map(({ endpoint }) => endpoint)).toEqual([
    'uploadPublicFile',
    'uploadPublicFile',
  ]);
  lab.forgetRequests();
  expect(await upload('one.csv')).toMatchObject({ code: 0 });
  expect(lab.uploads()).toEqual([]);
});

test('a file that is notarized elsewhere is not sent to a second place unasked, and that is said', async () => {
  const file = lab.write('one.csv');
  await lab.must('project list'); // its name is known from then on
  const upload = (name: string, visibility: string) =>
    lab.run(
      `file upload --project ${lab.projectId} --visibility ${visibility} --label picked --yes`,
      lab.at(name),
    );
  const first = await upload('one.csv', 'private');
  expect(first.code).toBe(0);
  expect(first.stderr).not.toContain('Nothing was sent to be');
  lab.forgetRequests();
  const again = await upload('one.csv', 'public');
  expect(again.code).toBe(0); // as a sync of it
  expect(again.stderr).toContain(
    `already, private in Microscope calibration (demo). Nothing was sent`,
  );
  expect(again.stderr).toContain('upload a copy of it under another name');
  expect(await lab.ask(`file show ${file}`)).toMatchObject({ visibility: 'private' });

  fs.copyFileSync(file, lab.at('copy.csv'));
  const copy = await upload('copy.csv', 'public');
  expect(copy.code).toBe(0);
  const [approve] = /labseal (file approve \d+)/.exec(copy.stderr)?.slice(1) ?? [];
  expect(lab.uploads()).toEqual([]);
  await lab.must(approve ?? '');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  expect(lab.uploads().map(({ endpoint }) => endpoint)).toEqual(['uploadPublicFile']);
  expect(await upload('copy.csv', 'public')).toMatchObject({ code: 0 });
});

test('a certificate is saved as PDF and as JSON, overwrites nothing, and is there without the service', async () => {
  const file = lab.write('data/run.csv');
  await lab.watch('data');
  const get = (name: string, ...more: readonly string[]) =>
    lab.run('certificate get 1 --out', lab.at(name), ...more);
  expect(await get('early.pdf')).toMatchObject({ code: 2, stdout: '' });
  await lab.sync('--yes');
  const pdf = lab.at('run.pdf');
  const saved = await lab.run('certificate get --out', pdf, file);
  expect(saved).toMatchObject({ code: 0, stdout: `Saved ${pdf}\n`, stderr: '' });
  const loading = getDocument({ data: new Uint8Array(fs.readFileSync(pdf)) });
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
  expect(items.map((item) => ('str' in item ? item.str : '')).join(' ')).toContain('run.csv');
  await loading.destroy();
  const here = vi.spyOn(process, 'cwd').mockReturnValue(lab.at('.'));
  const named = await lab.run('certificate get', file);
  const twice = await lab.run('certificate get', file);
  here.mockRestore();
  expect(named).toMatchObject({ code: 0, stdout: `Saved ${lab.at('run.csv.pdf')}\n` });
  expect(twice).toMatchObject({ code: 2 });
  const asPdf = await get('run.json');
  expect(asPdf).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --raw') });
  const asJson = await get('raw.pdf', '--raw');
  expect(asJson).toMatchObject({ code: 2, stderr: expect.stringContaining('Leave out --raw') });
  expect(await get('run.json', '--raw')).toMatchObject({ code: 0 });
  const verify = (name: string) => lab.run('certificate verify --certificate', lab.at(name), file);
  const json = fs.readFileSync(lab.at('run.json'), 'utf8');
  fs.writeFileSync(lab.at('wide.json'), Buffer.from(`\uFEFF${json}`, 'utf16le'));
  fs.writeFileSync(lab.at('swapped.json'), Buffer.from(`\uFEFF${json}`, 'utf16le').swap16());
  for (const name of ['wide.json', 'swapped.json']) {
    expect(await verify(name)).toMatchObject({ code: 0 });
  }
  // What a certificate is, its bytes say, whatever its name ends with.
  fs.copyFileSync(pdf, lab.at('named.json'));
  expect(await verify('named.json')).toMatchObject({ code: 0 });
  expect(fs.readFileSync(lab.at('run.json'), 'utf8')).toContain(sha256(file));

  keepInstead(fs.readFileSync(pdf, 'latin1').replace('%%EOF', '<</S /Launch>>\n%%EOF'));
  const odd = await get('odd.pdf', '--json');
  expect(JSON.parse(odd.stdout)).toMatchObject({ pdfActions: ['launch'] });
  expect((await get('odd-too.pdf')).stderr).toContain(
    'This PDF contains a command that starts a program, which no certificate needs.',
  );

  const before = fs.readFileSync(pdf);
  const again = await get('run.pdf');
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect(again.stderr).toContain('exists already. Choose another name with --out.');
  expect(fs.readFileSync(pdf)).toEqual(before);
  for (const bad of ['nowhere/run.pdf', 'data']) {
    const ended = await get(bad);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/\.\n$/) });
  }
  await lab.stopService(); // it was kept when it became available
  expect(await get('offline.pdf')).toMatchObject({ code: 0 });
  const deletion = await lab.run('file delete --yes --reason x', file);
  expect(deletion).toMatchObject({
    code: 4,
    stdout: expect.stringContaining('Waiting to be sent'),
  });
});

/** What the service could have issued in place of the one certificate that is kept. */
function keepInstead(pdf: string): void {
  const seal = JSON.parse(fs.readFileSync(kept('.seal'), 'utf8'));
  const pdfSha256 = sha256(Buffer.from(pdf, 'latin1'));
  fs.writeFileSync(kept('.pdf'), pdf, 'latin1');
  fs.writeFileSync(kept('.seal'), JSON.stringify({ ...seal, pdfSha256 }));
}

function kept(suffix: string): string {
  const all = fs.readdirSync(lab.home, { recursive: true, encoding: 'utf8' });
  return path.join(lab.home, all.find((name) => name.endsWith(suffix)) ?? '');
}

describe('files of a project on the service', () => {
  test('they are listed, with the file that is here beside it, and narrowed by nothing else', async () => {
    lab.write('data/here.csv');
    const id = await lab.watch('data');
    await lab.sync('--yes');
    const files = await onPlatform();
    const here = files.filter(({ localFileId }) => localFileId !== null);
    expect(here).toMatchObject([{ name: 'here.csv', state: 'notarized' }]);
    expect(here.length).toBeLessThan(files.length); // the demo's own
    for (const more of ['', `--project ${lab.projectId} --folder ${id}`]) {
      const refused = await lab.run(`file list --on-service ${more}`);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('--on-service takes a --project');
    }
  });

  test('one that only the service has is downloaded, held against its record, and deleted there', async () => {
    const { fileId = '', name = '' } =
      (await onPlatform()).find((file) => file.name === 'grid-10um.csv') ?? {};
    fs.mkdirSync(lab.at('here'));
    const place = `${fileId} --project ${lab.projectId}`;
    const download = `file download ${place} --to ${lab.at('here')}`;
    const first = await lab.run(download);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain(`Saved ${lab.at(`here/${name}`)}`);
    expect(first.stdout).toContain('It matches its record');
    expect(first.stderr).toContain('The service counts each download');
    expectPrivate(lab.at(`here/${name}`));

    const taken = await lab.run(download);
    expect(taken).toMatchObject({ code: 1, stdout: '' });
    expect(taken.stderr).toContain('exists already and was left as it is. Nothing was downloaded.');
    lab.fault({ endpoint: 'object-store', do: { kind: 'drop' }, times: 1 });
    const again = await lab.ask(`${download} --keep-both`);
    expect(again).toMatchObject({ code: 0, verdict: 'match', startedAgain: null });
    expect(fs.readdirSync(lab.at('here'))).toHaveLength(2);

    const nowhere = await lab.run(`file download ${fileId} --to nowhere`);
    expect(nowhere).toMatchObject({ code: 2, stdout: '' });
    expect(nowhere.stderr).toContain('name the project too, with --project ID');
    await lab.must(`file delete ${place} --reason x --yes`);
    const after = (await onPlatform()).find((file) => file.fileId === fileId);
    expect(after?.status).toMatch(/^(PendingDeletion|Deleted)$/);
  });

  test('a file that was deleted is followed until it is; nothing here is touched or sent again', async () => {
    const file = lab.write('data/run.csv');
    await lab.watch('data');
    const [before] = (await lab.sync('--yes')).files;
    expect(await lab.run(`file delete ${before?.fileId} --yes`)).toMatchObject({ code: 2 }); // missing reason
    const remove = ['--yes', file, '--reason', 'Not levelled'];
    expect(await lab.must('file delete', ...remove)).toContain(
      'The service is deleting the file; its history is kept.',
    );
    expect(await lab.must('file delete', ...remove)).toContain('Nothing was sent or charged.');
    expect(await lab.sync('--yes')).toMatchObject({
      files: [{ state: 'deleted', fileId: before?.fileId }],
    });
    expect(lab.charged()).toBe(2);
    expect(await lab.must('file show', file)).toContain('Deleted on the service');
    expect(fs.existsSync(file)).toBe(true);
  });

  test('what was deleted is notarized again under no other name, until a person wants that, once for all of them', async () => {
    const file = lab.write('data/run.csv');
    await lab.watch('data');
    await lab.sync('--yes');
    await lab.must('file delete', '--yes', file, '--reason', 'Not levelled');
    await lab.sync('--yes');
    expect(lab.charged()).toBe(2);

    fs.cpSync(file, lab.at('elsewhere/run.csv'), { preserveTimestamps: true });
    fs.copyFileSync(file, lab.at('data/copy.csv'));
    fs.renameSync(file, lab.write('data/moved/run.csv', ''));
    lab.forgetRequests();
    const held = await lab.sync('--yes');
    expect(held).toMatchObject({ code: 1, counts: { missing: 1, held: 2 } });
    fs.renameSync(lab.at('elsewhere/run.csv'), file);
    const shown = await lab.run('sync --yes');
    expect(shown).toMatchObject({ code: 1 });
    expect(shown.stdout).toMatch(
      /Held · deleted on the service: The record of this content was deleted on the service \(seen on .* UTC\)\. To notarize it again for at most 1 credit, approve it, then sync again\./,
    );
    expect(shown.stderr).toContain('labseal file approve');
    expect(lab.charged()).toBe(2);
    expect(lab.requests().map(({ endpoint }) => endpoint)).not.toContain('verifyContent');
    expect(await lab.must('status')).toContain('2 need attention');

    const approved = await lab.must('file approve --all-held record_deleted');
    expect(approved).toContain('2 files to be notarized again, although the record was deleted.');
    const again = await lab.sync('--yes');
    expect(again).toMatchObject({ code: 0, counts: { deleted: 1, notarized: 1, duplicate: 1 } });
    expect(lab.charged()).toBe(3);
  });
});

const resolve = (...more: readonly string[]) => lab.run('file resolve', ...more);

/** A file that the service received, or not, while no answer arrived and no check was possible. */
async function loseOne(at: 'after-body' | 'after-commit', ...options: readonly string[]) {
  lab.service.setReadings({ resumableUploads: 'off' });
  const file = lab.write('data/a.csv');
  await lab.watch('data', ...options);
  lab.fault({ endpoint: UPLOAD, times: 1, do: { kind: 'drop', at } });
  lab.fault({ endpoint: 'listPrivateFiles', do: { kind: 'status', status: 403 } });
  expect(await lab.sync('--yes')).toMatchObject({ code: 1, counts: { confirming: 1 } });
  lab.forgetRequests();
  return file;
}

describe('an upload without an answer', () => {
  test('that shows neither record nor charge is sent again by itself ten minutes later, for what was agreed to', async () => {
    lab.service.setReadings({ resumableUploads: 'off' });
    lab.write('data/a.csv');
    await lab.watch('data', '--check', 'never');
    lab.fault({ endpoint: UPLOAD, times: 1, do: { kind: 'drop', at: 'after-body' } });
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(1);
    expect(reported.stdout).toContain('Labseal is looking for 1 file on the service');
    expect(reported.stdout).toContain('The connection broke after the whole file had been sent');
    lab.letTimePass(9);
    expect(await lab.sync('--yes')).toMatchObject({ code: 1, counts: { confirming: 1 } });
    expect(lab.uploads()).toHaveLength(1);
    lab.letTimePass(2);
    const again = await lab.sync('--yes');
    expect(again).toMatchObject({ code: 0, counts: { notarized: 1 }, spent: { estimated: 1 } });
    expect(lab.uploads()).toHaveLength(2);
    expect(lab.charged()).toBe(1);
  });

  test('that arrived is found, whenever the service shows it', async () => {
    await loseOne('after-commit', '--check', 'never');
    lab.clearFaults();
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
    expect(lab.uploads()).toEqual([]);
    expect(lab.charged()).toBe(1);
  });
});

/** The same, and what could tell is refused for longer than it is looked for. */
async function doubtOne(at: 'after-body' | 'after-commit', ...options: readonly string[]) {
  const file = await loseOne(at, ...options);
  expect(await lab.run('file resolve', file, '--yes')).toMatchObject({ code: 1 }); // nothing to decide yet
  lab.letTimePass(11);
  expect(await lab.sync('--yes')).toMatchObject({ code: 1, counts: { confirming: 1 } });
  lab.forgetRequests();
  return file;
}

describe('"file resolve"', () => {
  test('sends what no evidence can settle again, only for its price', async () => {
    const file = await doubtOne('after-body', '--check', 'never');
    const listed = await lab.must('file list --state confirming');
    expect(listed).toContain('Not known whether it arrived');
    expect(listed).toContain('does not let you read its list');
    expect(listed).toContain(
      '"labseal file resolve --all" sends it again for at most 1 credit; what arrived is paid twice.',
    );
    const asked = await resolve(file);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('you pay twice');
    expect(asked.stderr).toContain('--max-credits N');
    expect(await resolve(file, '--max-credits', '0')).toMatchObject({ code: 1 });
    expect(await lab.files()).toMatchObject([{ state: 'confirming', hold: 'undecided' }]);
    expect(lab.uploads()).toEqual([]);
    const sent = await lab.ask(`file resolve ${file} --max-credits 1`);
    expect(sent).toMatchObject({ code: 0, spent: { estimated: 1 } });
    lab.clearFaults();
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
    expect(lab.charged()).toBe(1);
  });

  test('ends the question about a file that is gone: nothing is paid for it, and an equal one is found for free', async () => {
    const file = await doubtOne('after-commit', '--check', 'never');
    fs.copyFileSync(file, lab.at('data/b.csv'));
    fs.rmSync(file);
    expect(await lab.sync('--yes')).toMatchObject({ counts: { confirming: 1, held: 1 } });
    lab.clearFaults();
    await lab.ask(`file resolve ${file} --yes`);
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
    expect(lab.uploads()).toEqual([]);
    expect(lab.charged()).toBe(1);
  });

  test('the running program sends it again for its price, and the command follows it to its end', async () => {
    const file = await doubtOne('after-body', '--check', 'never');
    const end = await lab.serving();
    lab.clearFaults();
    const sent = await lab.ask(`file resolve ${file} --max-credits 1`);
    expect(sent).toMatchObject({ code: 0, counts: { notarized: 1 }, spent: { estimated: 1 } });
    await end();
    expect(lab.uploads()).toHaveLength(1);
    expect(lab.charged()).toBe(1);
  });

  test('what did arrive after all is found by the free check before it is paid for again', async () => {
    const file = await doubtOne('after-commit');
    const sent = await lab.ask(`file resolve ${file} --yes`);
    expect(sent).toMatchObject({ code: 0, counts: { duplicate: 1 }, spent: { estimated: 0 } });
    expect(lab.uploads()).toEqual([]);
    expect(lab.charged()).toBe(1);
  });

  test('all with the same evidence are shown with their price, and sent together', async () => {
    lab.service.setReadings({ resumableUploads: 'off' });
    for (const name of ['a', 'b', 'c']) lab.write(`data/${name}.csv`);
    await lab.watch('data', '--check', 'never');
    lab.fault({ endpoint: UPLOAD, times: 3, do: { kind: 'html', status: 502 } });
    lab.fault({ endpoint: 'listPrivateFiles', do: { kind: 'status', status: 403 } });
    const ended = await lab.run('sync --yes');
    expect(ended).toMatchObject({ code: 1 });
    expect(await lab.must('status')).toContain(
      '3 upload results are unknown: up to 3 credits may have been charged.',
    );
    expect(ended.stdout).toContain(
      'answered 502 with a web page after the whole file had been sent',
    );
    const checking = await lab.run('file resolve --all --yes');
    expect(checking).toMatchObject({ code: 2 });
    expect(checking.stderr).toContain('still looking for these files');
    lab.letTimePass(11);
    await lab.run('sync --yes');
    const shown = await lab.run('file resolve');
    expect(shown).toMatchObject({ code: 1 });
    expect(shown.stdout).toContain('it is not known whether 3 files arrived');
    expect(shown.stdout).toContain('sends them again for at most 3 credits');
    expect(await lab.run('file resolve --all --project none')).toMatchObject({ code: 0 });
    const cheap = await lab.run('file resolve --all --max-credits 2');
    expect(cheap).toMatchObject({ code: 1 });
    expect(lab.charged()).toBe(0);
    lab.clearFaults();
    const sent = await lab.ask('file resolve --all --max-credits 3');
    expect(sent).toMatchObject({ counts: { notarized: 3 }, spent: { estimated: 3 } });
    expect(lab.charged()).toBe(3);
    expect(await lab.run('file resolve --all')).toMatchObject({ code: 0 });
  });

  test('a file that was not written to the chain is sent again only once its price is agreed to', async () => {
    const file = lab.write('unwritten.csv');
    lab.service.setReadings({ notarizationErrorNames: ['unwritten'] });
    expect((await lab.run('file upload --yes', file, ...lab.rules())).code).toBe(1);
    const looked = await resolve(file, '--check');
    expect(looked).toMatchObject({ code: 1 });
    expect(looked.stdout).toContain('Not recorded · error');
    lab.service.setReadings({ notarizationErrorNames: [] });
    const asked = await resolve(file);
    expect(asked.code).not.toBe(0);
    expect(asked.stderr).toContain('was received and not written to the chain');
    expect(lab.charged()).toBe(1);
    const again = await lab.ask(`file resolve ${file} --yes`);
    expect(again).toMatchObject({ code: 0, files: [{ state: 'notarized' }] });
    expect(lab.charged()).toBe(2);
  });

  test('only a file in doubt can be resolved, and what other options did is said', async () => {
    const file = lab.write('data/a.csv');
    await lab.watch('data');
    await lab.sync('--yes');
    const notarized = await resolve(file);
    expect(notarized.code).toBe(2);
    expect(notarized.stderr).toContain(`nothing to decide about "${file}": it is "Notarized"`);
    for (const [line, instead] of [
      [`file resolve ${file} --send-again`, '"labseal file resolve FILE" sends that file again'],
      ['file resolve --all --send-again', '"labseal file resolve --all" all of them'],
      [`file resolve ${file} --leave`, 'sent again only when you say so'],
      ['file resolve --all --check', '"labseal sync" looks now'],
      ['credit budget --send-again on', 'No switch is needed'],
      ['credit budget --send-again', 'No switch is needed'],
    ] as const) {
      const ended = await lab.run(line);
      expect([line, ended.code, ended.stdout]).toEqual([line, 2, '']);
      expect(ended.stderr).toContain(instead);
      expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    }
    expect((await resolve('nowhere.csv')).stderr).toContain('knows no file');
  });
});
