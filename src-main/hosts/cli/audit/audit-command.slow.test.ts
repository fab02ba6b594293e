/** `labseal audit` over real folders, beside the real service and without it. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { sha256, useCliLab } from '../test-support/cli-lab.ts';

interface FoundFile {
  readonly path: string;
  readonly verdict: string;
  readonly reason: string;
  readonly basis: string | null;
  readonly foundAt: string | null;
  readonly sameBytesAs: { readonly name: string } | null;
}

interface FoundAudit {
  readonly ok: boolean;
  readonly audit: { readonly state: string; readonly totals: Record<string, unknown> };
  readonly files: readonly FoundFile[];
}

const lab = useCliLab();
const watchAll = () => lab.watch('data', '--check', 'never', '--exclude', '*.skip');

async function audit(folder: string, ...more: readonly string[]) {
  const found = await lab.ask<FoundAudit>('audit', lab.at(folder), ...more);
  return { ...found, of: new Map(found.files.map((file) => [file.path, file])) };
}

/** Writes one other byte and puts the times back, as a program that wants to hide would. */
function flip(name: string): void {
  const { atime, mtime } = fs.statSync(lab.at(name));
  const bytes = fs.readFileSync(lab.at(name));
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  fs.writeFileSync(lab.at(name), bytes);
  fs.utimesSync(lab.at(name), atime, mtime);
}

test('a folder on a real disk: each kind of change is found, with the network cut, and nothing is touched', async () => {
  const names = 'kept silent edited cut gone renamed replaced source deleted';
  for (const name of names.split(' ')) lab.write(`data/runs/${name}.raw`, `the content of ${name}`);
  lab.write('data/copy of kept.raw', 'the content of kept');
  await watchAll();
  await lab.must('sync --yes');
  await lab.must('file delete --reason gone --yes', lab.at('data/runs/deleted.raw'));
  await lab.must('sync --yes'); // learns that it is recorded
  await lab.stopService(); // from here on no request is answered
  const all = await audit('data', '--csv', lab.at('first.csv'));
  const copied = { reason: 'other-name', basis: 'fingerprint' };
  expect(all.of.get('copy of kept.raw')).toMatchObject(copied);
  const erased = { verdict: 'proven', isRecordDeleted: true, record: { status: 'Deleted' } };
  expect(all.of.get('runs/deleted.raw')).toMatchObject(erased);
  expect(all).toMatchObject({ code: 0, ok: true, audit: { state: 'complete' } });

  const runs = lab.at('data/runs');
  flip('data/runs/silent.raw');
  fs.appendFileSync(`${runs}/edited.raw`, ' and more');
  fs.truncateSync(`${runs}/cut.raw`, 5);
  fs.renameSync(`${runs}/gone.raw`, lab.at('moved-out.raw'));
  fs.renameSync(`${runs}/renamed.raw`, `${runs}/new name.raw`);
  fs.copyFileSync(`${runs}/source.raw`, `${runs}/replaced.raw`);
  lab.write('data/new.raw', 'never seen');
  lab.write('data/left.skip', 'not wanted');
  lab.write('data/__pycache__/x.pyc', 'not wanted either');
  fs.symlinkSync(`${runs}/kept.raw`, lab.at('data/link.raw'));
  execFileSync('mkfifo', [lab.at('data/pipe')]);
  const before = fs.statSync(`${runs}/edited.raw`);

  const csv = lab.at('report.csv');
  const found = await audit('data', '--csv', csv, '--report', lab.at('report.txt'));
  const seen = Object.fromEntries(
    found.files.map(({ path: at, verdict, reason }) => [at, `${verdict} ${reason}`]),
  );
  expect(seen).toEqual({
    'copy of kept.raw': 'proven other-name',
    'new.raw': 'never-notarized not-watched',
    'runs/cut.raw': 'changed edited',
    'runs/deleted.raw': 'proven own-record',
    'runs/edited.raw': 'changed edited',
    'runs/gone.raw': 'missing gone',
    'runs/kept.raw': 'proven own-record',
    'runs/new name.raw': 'proven other-name',
    'runs/renamed.raw': 'missing moved',
    'runs/replaced.raw': 'changed edited',
    'runs/silent.raw': 'changed disguised',
    'runs/source.raw': 'proven own-record',
  });
  expect(found.files[0]?.path).toBe('runs/silent.raw'); // the most serious first
  expect(found.of.get('runs/replaced.raw')?.sameBytesAs).toMatchObject({ name: 'source.raw' });
  expect(found.of.get('runs/renamed.raw')?.foundAt).toBe('runs/new name.raw');
  expect(found).toMatchObject({ code: 1, ok: false });
  expect(found.audit.totals).toMatchObject({
    silent: 1,
    moved: 1,
    ignoredFiles: 1,
    ignoredFolders: 1,
    links: 1,
    special: 1,
  });
  expect(fs.statSync(`${runs}/edited.raw`)).toEqual(before);
  expect(fs.readFileSync(csv, 'utf8').split('\r\n')).toHaveLength(found.files.length + 2);
  const report = fs.readFileSync(lab.at('report.txt'), 'utf8');
  expect(report).toContain('Proven unchanged: 5 files');
  expect(report).toContain('runs/source.raw');
  expect(report).toContain('Missing: 2 files, 1 of them moved or renamed\n');
  expect(report).toMatch(
    /\n10 files, [^:]+ read: 5 proven unchanged, 5 not\.\n1 file missing\.\n1 file moved or renamed/,
  );

  const { stderr: steps } = await lab.run('audit show 2');
  expect(steps).toContain('and then "labseal file keep-version FILE", which shows the price');
  expect(steps).toContain('"labseal file explain FILE" says why.');
  const unseen = await lab.run('file keep-version', `${runs}/edited.raw`);
  expect(unseen).toMatchObject({ code: 2, stderr: expect.stringContaining('Run "labseal sync"') });

  for (const name of ['one.pdf', 'two.pdf']) {
    expect((await lab.run('audit show 2 --report', lab.at(name))).code).toBe(1);
  }
  const paper = fs.readFileSync(lab.at('one.pdf'));
  expect(paper.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(fs.readFileSync(lab.at('two.pdf')).equals(paper)).toBe(true);

  expect((await lab.run('audit show 2 --report', lab.at('again.txt'))).code).toBe(1);
  expect(fs.readFileSync(lab.at('again.txt'), 'utf8')).toBe(report);
  expect(await lab.ask('status')).toMatchObject({
    health: expect.arrayContaining(['silent-change']) as unknown,
    silentChanges: { files: 1, runId: '2', root: lab.at('data') },
  });
  const text = await lab.run('audit', lab.at('data'));
  const status = await lab.run('status');
  expect(status.stderr).toContain('1 notarized file has changed silently.');
  expect(status.stderr).toContain('"labseal audit show 3" shows it');
  expect(text.stdout).not.toContain('runs/source.raw'); // proven ones are counted
  expect(text.stdout).toContain('Changed since notarized: 4 files');
  expect(text.stdout).toMatch(
    /\n {2}5 bytes {2}runs\/cut\.raw\n.*runs\/edited\.raw\n {11}It was changed/,
  );

  // Of the first audit only the problems are kept by now: its list is never written again with another digest.
  const listSha256 = sha256(fs.readFileSync(lab.at('first.csv')));
  for (const form of ['csv', 'pdf', 'json']) {
    const option = form === 'csv' ? '--csv' : '--report';
    const again = await lab.run(`audit show 1 ${option}`, lab.at(`older.${form}`));
    expect(again.code).toBe(form === 'csv' ? 1 : 0);
    expect(again.stdout).toContain('10 proven unchanged');
    expect(again.stderr).toContain('its complete list is not kept any more');
    expect(again.stderr).toContain(listSha256);
    expect(fs.existsSync(lab.at(`older.${form}`))).toBe(form !== 'csv');
  }
  expect(JSON.parse(fs.readFileSync(lab.at('older.json'), 'utf8'))).toMatchObject({
    audit: { listsProvenFiles: false, listSha256 },
    files: [],
  });

  await lab.must('audit seen');
  expect(await lab.must('status --json')).not.toContain('silent-change');
  flip('data/runs/silent.raw'); // and back
  await audit('data');
  expect(await lab.must('status --json')).not.toContain('silent-change');
});

test('an interrupted audit is kept as a part; earlier ones and the schedule are listed; wrong usage costs no reading', async () => {
  lab.write('data/small.raw', 'small');
  await watchAll();
  await lab.must('sync --yes');
  fs.closeSync(fs.openSync(lab.at('data/large.raw'), 'w'));
  fs.truncateSync(lab.at('data/large.raw'), 20_000_000_000); // too large to wait for

  const terminal = { isTerminal: true, columns: 60 };
  const { written, interrupt, ended } = lab.start(terminal, 'audit', lab.at('data'));
  await expect.poll(written.stderr).toContain('large.raw');
  interrupt();
  const cancelled = await ended;
  expect(cancelled.code).toBe(130);
  expect(cancelled.stderr).toContain('What was found until then is kept');
  expect(cancelled.stdout).toContain('It was cancelled: this is a part');
  fs.rmSync(lab.at('data/large.raw'));

  const every = (rhythm: string) => lab.ask(`audit ${lab.at('data')} --every ${rhythm}`);
  expect(await every('week')).toMatchObject({ folder: lab.at('data'), every: 'week' });
  expect(await lab.must('audit schedule month')).toBe(
    'Watched folders without a rhythm of their own: every month.\n',
  );
  expect(await every('default')).toMatchObject({ every: 'month' });
  await every('week');
  const listed = await lab.must('audit list');
  expect(listed).toContain('Cancelled');
  expect(listed).toMatch(/Every week.*UTC.*data/);
  fs.mkdirSync(lab.at('other'));
  const ofOther = await lab.ask('audit list', lab.at('other'));
  expect(ofOther).toMatchObject({ audits: [], schedule: [] });
  const list = () => lab.ask<{ audits: { state: string }[] }>('audit list');
  expect((await list()).audits.map(({ state }) => state)).toEqual(['cancelled']);

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /Name the folder/],
    [[lab.at('none')], /no such folder|does not exist|There is no/i],
    [[lab.at('data/small.raw')], /is a file\. Verify it with/],
    [['schedule', 'day'], /never, week, month/],
    [['schedule', 'default'], /for one folder/],
    [['show', '99'], /^There is no audit 99\. /],
    [['schedule', 'week', '--csv', lab.at('x.csv')], /has no option --csv/],
    [[lab.at('data'), '--report', lab.at('x.doc')], /\.pdf or \.json or \.txt/],
    [[lab.at('data'), '--csv', lab.at('x.txt')], /\.csv/],
    [[lab.at('data'), '--report', lab.write('there.json', '')], /exists already/],
  ];
  for (const [words, sentence] of wrong) {
    const refused = await lab.run('audit', ...words);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(sentence);
  }
  const around = await audit('.'); // Labseal's own data is not audited
  expect(around.files.filter(({ path: at }) => at.startsWith('labseal/'))).toEqual([]);
  expect(around.of.get('data/small.raw')).toMatchObject({ verdict: 'proven' });
  expect((await list()).audits).toHaveLength(2);
});
