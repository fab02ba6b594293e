/** `labseal audit` over real folders, beside the real service and without it. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import { runProgram } from './program.ts';
import { playedTerminal } from './test-support/played-terminal.ts';

interface FoundFile {
  readonly path: string;
  readonly verdict: string;
  readonly reason: string;
  readonly basis: string | null;
  readonly foundAt: string | null;
  readonly record: { readonly name: string; readonly status: string } | null;
  readonly sameBytesAs: { readonly name: string } | null;
}

interface FoundAudit {
  readonly ok: boolean;
  readonly audit: { readonly state: string; readonly totals: Record<string, unknown> };
  readonly files: readonly FoundFile[];
}

type FileHash = NonNullable<
  NonNullable<Parameters<typeof startMockService>[0]['readings']>['fileHash']
>;

async function lab(fileHash?: FileHash) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-audit-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const service = await startMockService({
    dataFolder: path.join(root, 'mock'),
    readings: { chainDelayMs: 0, ...(fileHash === undefined ? {} : { fileHash }) },
  });
  onTestFinished(() => service.close());
  const at = (name: string) => path.join(root, name);
  const env = { LABSEAL_HOME: at('labseal'), LABSEAL_TOKEN_STORE: 'file' };

  async function run(argv: readonly string[], input?: string) {
    const given = input === undefined ? {} : { input };
    const { written, ...terminal } = playedTerminal({ env, columns: 120, ...given });
    const code = await runProgram(argv, terminal);
    return { code, stdout: written.stdout(), stderr: written.stderr() };
  }

  async function succeed(argv: readonly string[], input?: string): Promise<string> {
    const { code, stdout, stderr } = await run(argv, input);
    if (code !== 0) throw new Error(`${argv.join(' ')}: ${code}\n${stdout}\n${stderr}`);
    return stdout;
  }

  function write(name: string, content: string): string {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), content);
    return at(name);
  }

  return {
    at,
    env,
    run,
    service,
    write,
    /** Signs in, watches `data` and has everything in it notarized, unless it is only to be watched. */
    async notarizeAll(options: { readonly onlyWatch?: boolean } = {}): Promise<void> {
      const account = service.demoAccounts.find(({ role }) => role === 'researcher');
      const login = ['auth', 'login', '--server', service.url, '--password-stdin', '--email'];
      await succeed([...login, account?.email ?? ''], account?.password);
      const { projects } = JSON.parse(await succeed(['project', 'list', '--json'])) as {
        projects: { id: string }[];
      };
      const place = [
        '--project',
        projects[0]?.id ?? '',
        '--visibility',
        'private',
        '--label',
        'raw',
      ];
      const limits = ['--check', 'never', '--settle', '0', '--exclude', '*.skip'];
      await succeed(['folder', 'add', at('data'), ...place, ...limits]);
      if (options.onlyWatch !== true) await succeed(['sync', '--yes']);
    },
    async audit(folder: string, ...options: readonly string[]) {
      const { code, stdout, stderr } = await run(['audit', at(folder), '--json', ...options]);
      const found = JSON.parse(stdout) as FoundAudit;
      return { code, stderr, ...found, of: new Map(found.files.map((file) => [file.path, file])) };
    },
    /** Writes one other byte and puts the times back, as a program that wants to hide would. */
    flip(name: string): void {
      const { atime, mtime } = fs.statSync(at(name));
      const bytes = fs.readFileSync(at(name));
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
      fs.writeFileSync(at(name), bytes);
      fs.utimesSync(at(name), atime, mtime);
    },
  };
}

test('a folder on a real disk: each kind of change is found, with the network cut, and nothing is touched', async () => {
  const own = await lab();
  const names = [
    'kept',
    'silent',
    'edited',
    'cut',
    'gone',
    'renamed',
    'replaced',
    'source',
    'deleted',
  ];
  for (const name of names) own.write(`data/runs/${name}.raw`, `the content of ${name}`);
  own.write('data/copy of kept.raw', 'the content of kept');
  await own.notarizeAll();
  const deleted = own.at('data/runs/deleted.raw');
  const removed = await own.run(['file', 'delete', deleted, '--reason', 'a test', '--yes']);
  expect(removed.code).toBe(0);
  await own.run(['sync', '--yes']); // hears that it is recorded
  await own.service.close(); // from here on nothing can be asked
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

  const again = await own.run(['audit', '--run', '2', '--report', own.at('again.txt')]);
  expect(again).toMatchObject({ code: 1 });
  expect(fs.readFileSync(own.at('again.txt'), 'utf8')).toBe(report);
  const status = await own.run(['status', '--json']);
  expect(JSON.parse(status.stdout)).toMatchObject({
    health: expect.arrayContaining(['silent-change']) as unknown,
    silentChanges: { files: 1, runId: '2', root: own.at('data') },
  });
  const text = await own.run(['audit', own.at('data')]);
  expect((await own.run(['status'])).stderr).toContain('"labseal audit --run 3" shows it');
  expect(text.stdout).not.toContain('runs/source.raw'); // proven ones are counted
  expect(text.stdout).toContain('Changed since notarized: 4 files');
  expect(text.stdout).toMatch(
    /\n {2}5 bytes {2}runs\/cut\.raw\n.*runs\/edited\.raw\n {11}It was changed/,
  );

  expect((await own.run(['audit', '--seen'])).code).toBe(0);
  expect((await own.run(['status', '--json'])).stdout).not.toContain('silent-change');
  own.flip('data/runs/silent.raw'); // and back
  await own.audit('data');
  const well = await own.run(['status', '--json']);
  expect(well.stdout).not.toContain('silent-change');
}, 60_000);

const METHODS: readonly FileHash[] = [
  { algorithm: 'sha256', encoding: 'hex' },
  { algorithm: 'sha3-256', encoding: 'base64' },
  { algorithm: 'keccak-256', encoding: 'hex' },
  { algorithm: 'blake2b512', encoding: 'cid-v1' },
];

test.each(METHODS.map((method) => [`${method.algorithm}, ${method.encoding}`, method] as const))(
  'after a lost database the fingerprints of a service that uses %s prove, with the network cut',
  async (_name, method) => {
    const own = await lab(method);
    for (const name of ['one', 'two', 'three']) own.write(`data/${name}.raw`, `content ${name}`);
    await own.notarizeAll();
    const accounts = own.at('labseal/accounts');
    for (const account of fs.readdirSync(accounts)) {
      for (const file of fs.readdirSync(path.join(accounts, account))) {
        if (file.startsWith('labseal.db')) fs.rmSync(path.join(accounts, account, file));
      }
    }
    await own.notarizeAll({ onlyWatch: true }); // which sends nothing
    const again = await own.audit('data');
    expect(again.files.map(({ verdict, basis }) => `${verdict} ${basis}`)).toEqual(
      Array(3).fill('proven fingerprint'),
    );
    expect(again.code).toBe(0);

    await own.service.close();
    own.flip('data/two.raw');
    own.write('data/new.raw', 'never seen');
    const offline = await own.audit('data');
    expect(
      offline.files.map(({ path: at, verdict, reason }) => `${at} ${verdict} ${reason}`),
    ).toEqual([
      'two.raw changed disguised',
      'new.raw unsure history-incomplete', // records may be missing, so nobody can say "never"
      'one.raw proven other-name',
      'three.raw proven other-name',
    ]);
  },
  30_000,
);

test('an interrupted audit is kept as a part; earlier ones and the schedule are listed; wrong usage costs no reading', async () => {
  const own = await lab();
  own.write('data/small.raw', 'small');
  await own.notarizeAll();
  fs.closeSync(fs.openSync(own.at('data/large.raw'), 'w'));
  fs.truncateSync(own.at('data/large.raw'), 20_000_000_000); // nobody wants to wait for that

  const terminal = playedTerminal({ env: own.env, isTerminal: true, columns: 60 });
  const running = runProgram(['audit', own.at('data')], terminal);
  await expect.poll(terminal.written.stderr).toContain('large.raw');
  terminal.interrupt();
  expect(await running).toBe(130);
  expect(terminal.written.stderr()).toContain('What was found until then is kept');
  expect(terminal.written.stdout()).toContain('It was cancelled: this is a part');
  fs.rmSync(own.at('data/large.raw'));

  const every = await own.run(['audit', own.at('data'), '--every', 'week', '--json']);
  expect(JSON.parse(every.stdout)).toMatchObject({ folder: own.at('data'), every: 'week' });
  const all = await own.run(['audit', '--every', 'month']);
  expect(all.stdout).toBe('Watched folders without a rhythm of their own: every month.\n');
  const followed = await own.run(['audit', own.at('data'), '--every', 'default', '--json']);
  expect(JSON.parse(followed.stdout)).toMatchObject({ every: 'month' });
  await own.run(['audit', own.at('data'), '--every', 'week']);
  const listed = await own.run(['audit', '--list']);
  expect(listed.stdout).toContain('Cancelled');
  expect(listed.stdout).toMatch(/Every week.*UTC.*data/);
  const list = JSON.parse((await own.run(['audit', '--list', '--json'])).stdout) as {
    audits: { state: string }[];
  };
  expect(list.audits.map(({ state }) => state)).toEqual(['cancelled']);

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
    const refused = await own.run(['audit', ...words]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(sentence);
  }
  const around = await own.audit('.'); // Labseal's own data is nobody's
  expect(around.files.filter(({ path: at }) => at.startsWith('labseal/'))).toEqual([]);
  expect(around.of.get('data/small.raw')).toMatchObject({ verdict: 'proven' });
  const { audits } = JSON.parse(
    (await own.run(['audit', '--list', '--json'])).stdout,
  ) as typeof list;
  expect(audits).toHaveLength(2);
}, 60_000);
