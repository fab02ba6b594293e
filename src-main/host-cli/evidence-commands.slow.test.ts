/** `evidence` over the real service, with it, and without it. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import type { BagCheck } from '../../src-shared/model/bag-check.ts';
import type { EvidenceReport } from '../../src-shared/model/evidence.ts';
import {
  expectWholeBag,
  expectWholeCrate,
} from '../certificates/evidence/test-support/independent-checks.ts';
import { filesIn } from '../certificates/evidence/test-support/sample-bundle.ts';
import { runProgram } from './program.ts';
import { playedTerminal } from './test-support/played-terminal.ts';

async function openLab() {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-evidence-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const at = (name: string) => path.join(root, name);
  const service = await startMockService({
    dataFolder: at('mock'),
    readings: { chainDelayMs: 0 },
  });
  onTestFinished(() => service.close());
  async function run(argv: readonly string[], input?: string) {
    const env = { LABSEAL_HOME: at('labseal'), LABSEAL_TOKEN_STORE: 'file' };
    const typed = input === undefined ? {} : { input };
    const { written, ...terminal } = playedTerminal({ env, ...typed });
    const code = await runProgram(argv, terminal);
    return { code, stdout: written.stdout(), stderr: written.stderr() };
  }
  async function must(...argv: readonly string[]) {
    const ended = await run(argv);
    if (ended.code !== 0) throw new Error(`${argv.join(' ')}: ${ended.stdout}${ended.stderr}`);
    return ended.stdout;
  }
  const account = service.demoAccounts.find(({ role }) => role === 'researcher');
  const login = ['auth', 'login', '--server', service.url, '--password-stdin', '--email'];
  const signedIn = await run([...login, account?.email ?? ''], account?.password);
  if (signedIn.code !== 0) throw new Error(signedIn.stderr);
  const { projects } = JSON.parse(await must('project', 'list', '--json')) as {
    projects: readonly { readonly id: string; readonly name: string }[];
  };
  const projectId = projects[0]?.id ?? '';
  return {
    at,
    run,
    must,
    service,
    projectId,
    email: account?.email ?? '',
    write(name: string, content = `content of ${name}`) {
      fs.mkdirSync(path.dirname(at(name)), { recursive: true });
      fs.writeFileSync(at(name), content);
      return at(name);
    },
    async notarizeFolder(name: string, ...more: readonly string[]) {
      const rules = ['--visibility', 'private', '--label', 'raw', '--settle', '0', ...more];
      await must('folder', 'add', at(name), '--project', projectId, ...rules);
      await must('sync', '--yes');
    },
    async make(...argv: readonly string[]) {
      const { code, stdout, stderr } = await run(['evidence', 'export', ...argv, '--json']);
      return { code, stderr, report: JSON.parse(stdout) as EvidenceReport };
    },
    async check(folder: string) {
      const { code, stdout } = await run(['evidence', 'check', folder, '--json']);
      return { code, check: JSON.parse(stdout) as BagCheck };
    },
  };
}

describe('a bundle of a folder', () => {
  test('is made and checked, also while the service is gone, and holds nobody’s e-mail address', async () => {
    const lab = await openLab();
    lab.write('tides/a.csv');
    lab.write('tides/sub/b.csv');
    lab.write('tides/sub/twin.csv', 'content of tides/a.csv');
    await lab.notarizeFolder('tides');
    await lab.must('project', 'show', lab.projectId);
    await lab.service.close();

    const { code, report } = await lab.make(lab.at('tides'), '--to', lab.at('bundle'));
    expect(report).toMatchObject({ path: lab.at('bundle'), isComplete: true, unproven: [] });
    expect(code).toBe(0);
    expect(report.files.map(({ verdict }) => verdict)).toEqual(['match', 'match', 'match']);
    expectWholeBag(lab.at('bundle'));
    const entities = expectWholeCrate(lab.at('bundle'));
    expect(entities.some((one) => one['@type'].includes('Project'))).toBe(true);
    const files = filesIn(lab.at('bundle'));
    expect(files.filter((file) => file.startsWith('data/files/'))).toEqual([
      'data/files/tides/a.csv',
      'data/files/tides/sub/b.csv',
      'data/files/tides/sub/twin.csv',
    ]);
    expect(files.filter((file) => file.endsWith('.pdf'))).toHaveLength(2); // one for each record
    const texts = files.map((file) => fs.readFileSync(path.join(lab.at('bundle'), file), 'latin1'));
    expect(texts.filter((text) => text.includes(lab.email))).toEqual([]);

    expect(await lab.check(lab.at('bundle'))).toMatchObject({
      code: 0,
      check: { isWhole: true, certified: 3, algorithms: ['sha256', 'sha512'] },
    });
    const copy = path.join(lab.at('bundle'), 'data/files/tides/a.csv');
    fs.writeFileSync(copy, fs.readFileSync(copy, 'utf8').replace('c', 'C'));
    expect(await lab.check(lab.at('bundle'))).toMatchObject({
      code: 1,
      check: { troubles: [{ kind: 'changed', where: 'data/files/tides/a.csv' }] },
    });
    const told = await lab.run(['evidence', 'check', lab.at('bundle')]);
    expect(told.stdout).toContain('data/files/tides/a.csv: it is not what the lists say');
  }, 60_000);

  test('what was changed, is gone, or was never notarized is said, and it ends with 1', async () => {
    const lab = await openLab();
    lab.write('tides/good.csv');
    lab.write('tides/edited.csv');
    lab.write('tides/gone.csv');
    await lab.notarizeFolder('tides', '--exclude', '*.tmp');
    lab.write('tides/edited.csv', 'something else');
    fs.rmSync(lab.at('tides/gone.csv'));
    lab.write('tides/left-out.tmp');
    lab.write('tides/later.csv');
    await lab.run(['sync', '--json']);

    const { code, report } = await lab.make(lab.at('tides'), '--to', lab.at('bundle'));
    expect(code).toBe(1);
    const contents = Object.fromEntries(
      report.files.map(({ name, content }) => [name, content.kind]),
    );
    expect(contents).toEqual({
      'good.csv': 'included',
      'edited.csv': 'mismatch',
      'gone.csv': 'no-copy',
    });
    expect(report.unproven.map(({ name }) => name)).toEqual(['later.csv']);
    expect(report.leftOutByRules).toBe(1);
    expectWholeBag(lab.at('bundle'));
    expectWholeCrate(lab.at('bundle'));
    const told = await lab.run(['evidence', 'export', lab.at('tides'), '--to', lab.at('other')]);
    expect(told.stdout).toContain('edited.csv: the copy is not what was notarized');
    expect(told.stdout).toContain('later.csv: it has no record on the service');
    expect(told.stdout).toContain('1 file was left out by the rules of their folder.');
  }, 60_000);
});

test('--to is taken as cp takes it, a bundle that is there is never touched, and what cannot be meant is said', async () => {
  const lab = await openLab();
  lab.write('tides/a.csv');
  await lab.notarizeFolder('tides');
  fs.mkdirSync(lab.at('out'));
  const day = new Date().toISOString().slice(0, 10);
  const first = await lab.make(lab.at('tides/a.csv'), '--to', lab.at('out'), '--proofs-only');
  const second = await lab.make(lab.at('tides/a.csv'), '--to', lab.at('out'), '--proofs-only');
  expect(first.report.path).toBe(lab.at(`out/evidence-a.csv-${day}`));
  expect(second.report.path).toBe(lab.at(`out/evidence-a.csv-${day}-2`));
  const before = sumOf(first.report.path);
  const refused = await lab.run(['evidence', 'export', lab.at('tides'), '--to', first.report.path]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`${first.report.path}-3 would be free`);
  expect(sumOf(first.report.path)).toBe(before);

  const out = ['--to', lab.at('bundle')];
  const told = async (...argv: readonly string[]) => lab.run(['evidence', 'export', ...argv]);
  expect(await told(...out)).toMatchObject({ code: 2, stderr: /Say what to take along/ });
  expect(await told('no-such-file', ...out)).toMatchObject({ code: 2 });
  fs.mkdirSync(lab.at('unknown'));
  expect(await told(lab.at('unknown'), ...out)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No file below'),
  });
  expect(await told(lab.at('tides'), '--to', lab.at('tides/bundle'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('lies in the watched folder'),
  });
  expect(await told(lab.at('tides'), '--to', lab.at('none/bundle'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no folder'),
  });
  expect(fs.existsSync(lab.at('bundle'))).toBe(false);
  expect(await lab.check(lab.at('none'))).toMatchObject({
    code: 1,
    check: { troubles: [{ kind: 'not-a-bag' }] },
  });
}, 60_000);

test('by its id with its project also what was never here, and all of a project, deleted files too', async () => {
  const lab = await openLab();
  const place = ['--project', lab.projectId] as const;
  const { files } = JSON.parse(
    await lab.must('file', 'list', '--on-platform', ...place, '--json'),
  ) as { files: readonly { readonly fileId: string; readonly name: string }[] };
  const grid = files.find(({ name }) => name === 'grid-10um.csv')?.fileId ?? '';
  const one = await lab.make(grid, ...place, '--to', lab.at('one'));
  const document = { kind: 'included' };
  const file = { fileId: grid, certificate: document, metadata: document };
  expect(one).toMatchObject({
    code: 1,
    report: { files: [{ ...file, content: { kind: 'no-copy' }, verdict: null }] },
  });
  const proofs = await lab.make(grid, ...place, '--proofs-only', '--to', lab.at('proofs'));
  expect(proofs).toMatchObject({
    code: 0,
    report: { isComplete: true, files: [{ ...file, content: { kind: 'not-wanted' } }] },
  });
  expectWholeBag(lab.at('proofs'));
  const entities = expectWholeCrate(lab.at('proofs'));
  const described = entities.find((entity) => entity['identifier']?.toString() === grid);
  expect(described).toMatchObject({ '@id': `#file-${grid}`, creativeWorkStatus: ['Available'] });

  const all = await lab.make(...place, '--to', lab.at('all'));
  expect(all.report.files.map(({ name }) => name).toSorted()).toEqual(
    files.map(({ name }) => name).toSorted(),
  );
  expectWholeBag(lab.at('all'));
  const unknown = await lab.run(['evidence', 'export', grid, '--to', lab.at('none')]);
  expect(unknown.code).toBe(2);
}, 60_000);

function sumOf(folder: string): string {
  const sum = createHash('sha256');
  for (const file of filesIn(folder))
    sum.update(file).update(fs.readFileSync(path.join(folder, file)));
  return sum.digest('hex');
}
