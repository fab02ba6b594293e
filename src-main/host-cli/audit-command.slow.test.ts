/** `labseal audit` over real folders, beside the real service and without it. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useCliLab, type CliLabOptions } from './test-support/cli-lab.ts';

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

function auditLab(options: CliLabOptions = {}) {
  const lab = useCliLab(options);
  return Object.assign(lab, {
    watchAll: () => lab.watch('data', '--check', 'never', '--exclude', '*.skip'),
    async audit(folder: string, ...more: readonly string[]) {
      const found = await lab.ask<FoundAudit>('audit', lab.at(folder), ...more);
      return { ...found, of: new Map(found.files.map((file) => [file.path, file])) };
    },
    /** Writes one other byte and puts the times back, as a program that wants to hide would. */
    flip(name: string): void {
      const { atime, mtime } = fs.statSync(lab.at(name));
      const bytes = fs.readFileSync(lab.at(name));
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
      fs.writeFileSync(lab.at(name), bytes);
      fs.utimesSync(lab.at(name), atime, mtime);
    },
  });
}

describe('at the bundled service', () => {
  const own = auditLab();

  test('a folder on a real disk: each kind of change is found, with the network cut, and nothing is touched', async () => {
    const names = 'kept silent edited cut gone renamed replaced source deleted';
    for (const name of names.split(' '))
      own.write(`data/runs/${name}.raw`, `the content of ${name}`);
    own.write('data/copy of kept.raw', 'the content of kept');
    await own.watchAll();
    await own.must('sync --yes');
    await own.must('file delete --reason gone --yes', own.at('data/runs/deleted.raw'));
    await own.must('sync --yes'); // hears that it is recorded
    await own.stopService(); // from here on nothing can be asked
    const all = await own.audit('data');
    expect(all.of.get('copy of kept.raw')).toMatchObject({
      reason: 'other-name',
      basis: 'fingerprint',
    });
    expect(all.of.get('runs/deleted.raw')).toMatchObject({
      verdict: 'proven',
      isRecordDeleted: true,
      record: { status: 'Deleted' },
    });
    expect(all).toMatchObject({ code: 0, ok: true, audit: { state: 'complete' } });

    const runs = own.at('data/runs');
    own.flip('data/runs/silent.raw');
    fs.appendFileSync(`${runs}/edited.raw`, ' and more');
    fs.truncateSync(`${runs}/cut.raw`, 5);
    fs.renameSync(`${runs}/gone.raw`, own.at('moved-out.raw'));
    fs.renameSync(`${runs}/renamed.raw`, `${runs}/new name.raw`);
    fs.copyFileSync(`${runs}/source.raw`, `${runs}/replaced.raw`);
    own.write('data/new.raw', 'never seen');
    own.write('data/left.skip', 'not wanted');
    own.write('data/__pycache__/x.pyc', 'not wanted either');
    fs.symlinkSync(`${runs}/kept.raw`, own.at('data/link.raw'));
    if (process.platform !== 'win32') execFileSync('mkfifo', [own.at('data/pipe')]);
    const before = fs.statSync(`${runs}/edited.raw`);

    const csv = own.at('report.csv');
    const found = await own.audit('data', '--csv', csv, '--report', own.at('report.txt'));
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
    expect(found.files[0]?.path).toBe('runs/silent.raw'); // the loudest first
    expect(found.of.get('runs/replaced.raw')?.sameBytesAs).toMatchObject({ name: 'source.raw' });
    expect(found.of.get('runs/renamed.raw')?.foundAt).toBe('runs/new name.raw');
    expect(found).toMatchObject({ code: 1, ok: false });
    expect(found.audit.totals).toMatchObject({
      silent: 1,
      moved: 1,
      ignoredFiles: 1,
      ignoredFolders: 1,
      links: 1,
      special: process.platform === 'win32' ? 0 : 1,
    });
    const after = fs.statSync(`${runs}/edited.raw`);
    expect([after.mtimeMs, after.ctimeMs, after.atimeMs]).toEqual([
      before.mtimeMs,
      before.ctimeMs,
      before.atimeMs,
    ]);
    expect(fs.readFileSync(csv, 'utf8').split('\r\n')).toHaveLength(found.files.length + 2);
    const report = fs.readFileSync(own.at('report.txt'), 'utf8');
    expect(report).toContain('Proven unchanged: 5 files');
    expect(report).toContain('runs/source.raw');

    expect((await own.run('audit --run 2 --report', own.at('again.txt'))).code).toBe(1);
    expect(fs.readFileSync(own.at('again.txt'), 'utf8')).toBe(report);
    expect(await own.ask('status')).toMatchObject({
      health: expect.arrayContaining(['silent-change']) as unknown,
      silentChanges: { files: 1, runId: '2', root: own.at('data') },
    });
    const text = await own.run('audit', own.at('data'));
    const status = await own.run('status');
    expect(status.stderr).toContain('1 notarized file has changed silently.');
    expect(status.stderr).toContain('"labseal audit --run 3" shows it');
    expect(text.stdout).not.toContain('runs/source.raw'); // proven ones are counted
    expect(text.stdout).toContain('Changed since notarized: 4 files');
    expect(text.stdout).toMatch(
      /\n {2}5 bytes {2}runs\/cut\.raw\n.*runs\/edited\.raw\n {11}It was changed/,
    );

    await own.must('audit --seen');
    expect(await own.must('status --json')).not.toContain('silent-change');
    own.flip('data/runs/silent.raw'); // and back
    await own.audit('data');
    expect(await own.must('status --json')).not.toContain('silent-change');
  });

  test('an interrupted audit is kept as a part; earlier ones and the schedule are listed; wrong usage costs no reading', async () => {
    own.write('data/small.raw', 'small');
    await own.watchAll();
    await own.must('sync --yes');
    fs.closeSync(fs.openSync(own.at('data/large.raw'), 'w'));
    fs.truncateSync(own.at('data/large.raw'), 20_000_000_000); // nobody wants to wait for that

    const terminal = { isTerminal: true, columns: 60 };
    const { written, interrupt, ended } = own.start(terminal, 'audit', own.at('data'));
    await expect.poll(written.stderr, { timeout: 30_000 }).toContain('large.raw');
    interrupt();
    const cancelled = await ended;
    expect(cancelled.code).toBe(130);
    expect(cancelled.stderr).toContain('What was found until then is kept');
    expect(cancelled.stdout).toContain('It was cancelled: this is a part');
    fs.rmSync(own.at('data/large.raw'));

    const every = (rhythm: string) => own.ask(`audit ${own.at('data')} --every ${rhythm}`);
    expect(await every('week')).toMatchObject({ folder: own.at('data'), every: 'week' });
    expect(await own.must('audit --every month')).toBe(
      'Watched folders without a rhythm of their own: every month.\n',
    );
    expect(await every('default')).toMatchObject({ every: 'month' });
    await every('week');
    const listed = await own.must('audit --list');
    expect(listed).toContain('Cancelled');
    expect(listed).toMatch(/Every week.*UTC.*data/);
    const list = () => own.ask<{ audits: { state: string }[] }>('audit --list');
    expect((await list()).audits.map(({ state }) => state)).toEqual(['cancelled']);

    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /Name the folder/],
      [[own.at('none')], /no such folder|does not exist|There is no/i],
      [[own.at('data/small.raw')], /is a file\. Verify it with/],
      [[own.at('data'), '--every', 'day'], /never, week, month/],
      [['--every', 'default'], /for one folder/],
      [['--run', '99'], /no audit 99 any more/],
      [[own.at('data'), '--every', 'week', '--csv', own.at('x.csv')], /reads nothing/],
      [[own.at('data'), '--report', own.at('x.pdf')], /\.json or \.txt/],
      [[own.at('data'), '--csv', own.at('x.txt')], /\.csv/],
      [[own.at('data'), '--report', own.write('there.json', '')], /exists already/],
    ];
    for (const [words, sentence] of wrong) {
      const refused = await own.run('audit', ...words);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toMatch(sentence);
    }
    const around = await own.audit('.'); // Labseal's own data is nobody's
    expect(around.files.filter(({ path: at }) => at.startsWith('labseal/'))).toEqual([]);
    expect(around.of.get('data/small.raw')).toMatchObject({ verdict: 'proven' });
    expect((await list()).audits).toHaveLength(2);
  });
});

describe.each([
  { algorithm: 'sha3-256', encoding: 'base64' },
  { algorithm: 'keccak-256', encoding: 'hex' },
  { algorithm: 'blake2b512', encoding: 'cid-v1' },
] as const)('after a lost database, at a service that uses %o', (fileHash) => {
  const own = auditLab({ readings: { fileHash } });

  test('its fingerprints prove, with the network cut', async () => {
    for (const name of ['one', 'two', 'three']) own.write(`data/${name}.raw`);
    await own.watchAll();
    await own.must('sync --yes');
    const accounts = own.at('labseal/accounts');
    for (const file of fs.readdirSync(accounts, { recursive: true, encoding: 'utf8' })) {
      if (path.basename(file).startsWith('labseal.db')) fs.rmSync(path.join(accounts, file));
    }
    await own.signIn();
    await own.must('project list');
    await own.watchAll(); // which sends nothing
    const again = await own.audit('data');
    expect(again.files.map(({ verdict, basis }) => `${verdict} ${basis}`)).toEqual(
      Array(3).fill('proven fingerprint'),
    );
    expect(again.code).toBe(0);

    await own.stopService();
    own.flip('data/two.raw');
    own.write('data/new.raw', 'never seen');
    const offline = await own.audit('data');
    const found = offline.files.map((file) => `${file.path} ${file.verdict} ${file.reason}`);
    expect(found).toEqual([
      'two.raw changed disguised',
      'new.raw unsure history-incomplete', // records may be missing, so nobody can say "never"
      'one.raw proven other-name',
      'three.raw proven other-name',
    ]);
  });
});
