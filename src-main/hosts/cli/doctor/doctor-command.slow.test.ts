/** `labseal doctor` as a whole: the real watch thread, a real service, a real data folder, and nothing changed by any of it. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

interface Answer {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly check: string;
    readonly verdict: string;
    readonly found: string;
    readonly repair: string | null;
    readonly command: string | null;
  }[];
}

const lab = useCliLab();
const doctor = () => lab.ask<Answer>('doctor');
const rows = ({ checks }: Answer, check: string) => checks.filter((each) => each.check === check);
const wrong = ({ checks }: Answer) => checks.filter(({ verdict }) => verdict === 'problem');

/** Names, times and contents of everything below a folder. */
function everything(folder: string): readonly unknown[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const at = path.join(folder, name);
    const stats = fs.statSync(at);
    return [name, stats.mtimeMs, stats.mode, stats.isFile() ? fs.readFileSync(at, 'hex') : null];
  });
}

function tokenOf(home: string): string {
  const name = fs.readdirSync(home).find((each) => each.startsWith('token-'));
  return fs.readFileSync(path.join(home, name ?? 'none'), 'utf8');
}

describe('signed in, with a watched folder', () => {
  test('everything is checked and well, nothing changes, and no secret is printed', async () => {
    lab.write('data/run.raw');
    await lab.watch('data');
    const before = everything(lab.home);
    const files = everything(lab.at('data'));
    const answer = await doctor();
    expect(wrong(answer)).toEqual([]);
    expect(answer).toMatchObject({ ok: true, code: 0 });
    const checks = new Set(answer.checks.map(({ check }) => check));
    for (const check of [
      'program',
      'data-folder',
      'lock',
      'database',
      'disk-space',
      'token-store',
      'session',
      'network',
      'service',
      'clock',
      'watcher',
      'folder',
    ]) {
      expect(checks).toContain(check);
    }
    expect(rows(answer, 'watcher')).toMatchObject([
      { verdict: 'ok', found: expect.stringContaining('seen after') },
    ]);
    expect(everything(lab.home)).toEqual(before);
    expect(everything(lab.at('data'))).toEqual(files);
    const shown = await lab.run('doctor');
    expect(shown.code).toBe(0);
    for (const said of [JSON.stringify(answer), shown.stdout, shown.stderr]) {
      expect(said).not.toContain(tokenOf(lab.home));
      expect(said).not.toContain(tokenOf(lab.home).split('.')[1]);
    }
    expect(shown.stdout).toContain(lab.at('data'));
  });

  test('a folder that is gone is a problem, with its repair', async () => {
    lab.write('data/run.raw');
    const id = await lab.watch('data');
    fs.rmSync(lab.at('data'), { recursive: true });
    const answer = await doctor();
    expect(answer).toMatchObject({ ok: false, code: 1 });
    expect(wrong(answer)).toMatchObject([
      { check: 'folder', command: `labseal folder remove ${id}` },
    ]);
  });

  test('without the service the rest is checked all the same', async () => {
    await lab.stopService();
    const answer = await doctor();
    expect(answer.code).toBe(1);
    expect(wrong(answer).map(({ check }) => check)).toEqual(['service']);
    expect(rows(answer, 'clock')).toMatchObject([{ verdict: 'unchecked' }]);
  });

  test('a session that the service refuses is a problem, and the token is kept', async () => {
    const token = tokenOf(lab.home);
    lab.fault({ endpoint: 'getUser', times: 1, do: { kind: 'status', status: 401 } });
    const answer = await doctor();
    expect(wrong(answer)).toMatchObject([{ check: 'session', command: 'labseal auth login' }]);
    expect(tokenOf(lab.home)).toBe(token);
  });

  test('while Labseal is at work with the data folder it says so, and reads the folders beside it', async () => {
    lab.write('data/run.raw');
    await lab.watch('data');
    onTestFinished(await lab.serving());
    const answer = await doctor();
    expect(wrong(answer)).toEqual([]);
    expect(rows(answer, 'lock')[0]?.found).toContain('at work');
    expect(rows(answer, 'database')).toMatchObject([{ verdict: 'unchecked' }]);
    expect(rows(answer, 'folder')[0]?.found).toContain(lab.at('data'));
  });
});

test.runIf(process.platform !== 'win32')(
  'the command for damaged records begins anew, and what was paid before is not forgotten',
  async () => {
    await lab.must('status'); // makes the records
    const accounts = path.join(lab.home, 'accounts');
    const records = path.join(accounts, fs.readdirSync(accounts)[0] ?? 'none', 'labseal.db');
    fs.writeFileSync(records, 'no database any more, whatever was in it before');
    const refused = await lab.run('status');
    expect(refused.stderr).toContain('are damaged');
    expect(refused.stderr).toContain('"labseal doctor"');
    const [damaged] = wrong(await doctor());
    expect(damaged?.check).toBe('database');
    execFileSync('sh', ['-c', damaged?.command ?? 'false']);
    // Every file is asked about before anything is paid for.
    expect(await lab.ask('status')).toMatchObject({ code: 0, isHistoryIncomplete: true });
  },
);

test('on a computer where nobody has signed in nothing is made and nothing is wrong', async () => {
  const home = lab.at('never');
  const started = lab.start({ env: { LABSEAL_HOME: home } }, 'doctor --json');
  const { code, stdout } = await started.ended;
  expect(code).toBe(0);
  expect(rows(JSON.parse(stdout) as Answer, 'session')).toMatchObject([
    { verdict: 'warning', command: 'labseal auth login --server URL --email E' },
  ]);
  expect(fs.existsSync(home)).toBe(false);
});

test('a password in an address or a proxy is not shown', async () => {
  const env = {
    LABSEAL_SERVER: 'https://me:canary@service.example.org',
    HTTPS_PROXY: 'http://me:canary@proxy.example.org:3128',
  };
  const { code, stdout, stderr } = await lab.start({ env }, 'doctor').ended;
  expect(code).toBe(1);
  expect(stdout).toContain('proxy.example.org:3128');
  expect(stdout + stderr).not.toContain('canary');
});
