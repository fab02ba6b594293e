/** `certificate verify` over the real service with several FileHash methods, and with the service gone. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import { takeEngineLock } from '../state/engine-lock.ts';
import { runProgram } from './program.ts';
import { playedTerminal } from './test-support/played-terminal.ts';

type FileHash = NonNullable<
  NonNullable<Parameters<typeof startMockService>[0]['readings']>['fileHash']
>;

async function lab(fileHash?: FileHash) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-verify-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const service = await startMockService({
    dataFolder: path.join(root, 'mock'),
    readings: { chainDelayMs: 0, ...(fileHash === undefined ? {} : { fileHash }) },
  });
  onTestFinished(() => service.close());
  let home = path.join(root, 'labseal');
  async function run(argv: readonly string[], input?: string) {
    const env = { LABSEAL_HOME: home, LABSEAL_TOKEN_STORE: 'file' };
    const { written, ...terminal } = playedTerminal({
      env,
      ...(input === undefined ? {} : { input }),
    });
    const code = await runProgram(argv, terminal);
    return { code, stdout: written.stdout(), stderr: written.stderr() };
  }
  const at = (name: string) => path.join(root, name);
  return {
    run,
    at,
    service,
    /** Another computer, where nobody has signed in. */
    elsewhere: () => {
      home = path.join(root, 'elsewhere');
    },
    write: (name: string, content: string) => {
      fs.writeFileSync(at(name), content);
      return at(name);
    },
    signIn: async () => {
      const account = service.demoAccounts.find(({ role }) => role === 'researcher');
      const login = ['auth', 'login', '--server', service.url, '--password-stdin', '--email'];
      const signedIn = await run([...login, account?.email ?? ''], account?.password);
      if (signedIn.code !== 0) throw new Error(signedIn.stderr);
      const listed = await run(['project', 'list', '--json']);
      const { projects } = JSON.parse(listed.stdout) as { projects: { id: string }[] };
      return projects[0]?.id ?? '';
    },
    notarize: async (projectId: string, ...files: readonly string[]) => {
      const rules = ['--project', projectId, '--visibility', 'private', '--label', 'raw', '--yes'];
      const sent = await run(['file', 'upload', ...files, ...rules]);
      if (sent.code !== 0) throw new Error(sent.stdout + sent.stderr);
    },
    verify: async (...words: readonly string[]) => {
      const { code, stdout, stderr } = await run(['certificate', 'verify', ...words, '--json']);
      return { code, stderr, found: JSON.parse(stdout) as Found };
    },
  };
}

interface Found {
  readonly verdict: string;
  readonly meaning: string;
  readonly decidedBy: string;
  readonly doubt: { readonly kind: string } | null;
  readonly comparison: {
    readonly algorithm: string;
    readonly encoding: string;
    readonly areEqual: boolean;
  } | null;
  readonly record: { readonly name: string; readonly fileId: string } | null;
  readonly otherRecordsWithThisContent: readonly { readonly name: string }[];
  readonly sizeDifferenceBytes: number | null;
  readonly serviceAnswer?: { readonly exists: boolean };
}

const METHODS: readonly FileHash[] = [
  { algorithm: 'sha256', encoding: 'hex' },
  { algorithm: 'sha3-256', encoding: 'base64' },
  { algorithm: 'keccak-256', encoding: 'hex' },
  { algorithm: 'blake2b512', encoding: 'cid-v1' },
];

describe('with the network cut', () => {
  test.each(METHODS.map((method) => [`${method.algorithm}, ${method.encoding}`, method] as const))(
    'a service that uses %s: match, mismatch, and what cannot be told',
    async (_name, method) => {
      const { run, at, write, verify, service, signIn, notarize } = await lab(method);
      const projectId = await signIn();
      const [one, two] = [write('one.raw', 'measured once'), write('two.raw', 'measured twice')];
      await notarize(projectId, one, two);
      const saved = await run(['certificate', 'get', one, '--raw', '--out', at('one.json')]);
      expect(saved.code).toBe(0);
      await service.close();

      const match = await verify(one);
      expect(match).toMatchObject({
        code: 0,
        found: {
          verdict: 'match',
          decidedBy: 'metadata',
          comparison: { encoding: method.encoding, areEqual: true },
          record: { name: 'one.raw' },
        },
      });
      expect(match.found.meaning).toMatch(/byte-for-byte the one notarized on/);

      write('one.raw', 'measured once!');
      const changed = await verify(one);
      expect(changed).toMatchObject({
        code: 1,
        found: { verdict: 'mismatch', sizeDifferenceBytes: 1, comparison: { areEqual: false } },
      });
      write('one.raw', 'measured twice');
      const other = await verify(one);
      expect(other.found).toMatchObject({
        verdict: 'mismatch',
        otherRecordsWithThisContent: [{ name: 'two.raw' }],
      });
      expect(other.found.meaning).toMatch(/It matches two\.raw, notarized on/);

      // The same by its certificate, by its project, and as any file.
      const copy = write('copy.raw', 'measured once');
      expect((await verify(copy, '--certificate', at('one.json'))).found.verdict).toBe('match');
      expect((await verify(one, '--certificate', at('one.json'))).found.verdict).toBe('mismatch');
      expect((await verify(copy, '--project', projectId)).found).toMatchObject({
        verdict: 'match',
        record: { name: 'one.raw' },
      });
      expect((await verify(copy, '--any')).found.verdict).toBe('match');
      const fileId = match.found.record?.fileId ?? '';
      expect((await verify(copy, '--record', fileId)).found.verdict).toBe('match');

      const strange = write('strange.raw', 'never notarized');
      const unsure = await verify(strange);
      expect(unsure).toMatchObject({
        code: 1,
        found: { verdict: 'unsure', doubt: { kind: 'no-such-record' }, decidedBy: 'search' },
      });
    },
  );
});

test('by its certificate a file is verified where nobody ever signed in', async () => {
  const { run, at, write, verify, service, signIn, notarize, elsewhere } = await lab();
  const projectId = await signIn();
  await notarize(projectId, write('run.raw', 'measured'));
  await run(['certificate', 'get', at('run.raw'), '--raw', '--out', at('run.json')]);
  await service.close();
  elsewhere();
  const certificate = ['--certificate', at('run.json')];
  expect(await verify(at('run.raw'), ...certificate)).toMatchObject({
    code: 0,
    found: { verdict: 'match', record: null },
  });
  const other = await verify(write('other.raw', 'something else'), ...certificate);
  expect(other).toMatchObject({
    code: 1,
    found: { verdict: 'unsure', doubt: { kind: 'certificate-method-unknown' } },
  });
  const without = await run(['certificate', 'verify', at('run.raw')]);
  expect(without).toMatchObject({ code: 3, stdout: '' });
});

test('while Labseal is at work with the account, a certificate is held against the file all the same', async () => {
  const { run, at, write, signIn, notarize } = await lab();
  const projectId = await signIn();
  const file = write('run.raw', 'measured');
  await notarize(projectId, file);
  await run(['certificate', 'get', file, '--raw', '--out', at('run.json')]);
  const lock = takeEngineLock(at('labseal'));
  onTestFinished(() => lock?.release());
  const words = ['certificate', 'verify', file];
  const told = await run([...words, '--certificate', at('run.json')]);
  expect(told).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Match\n/) });
  expect(told.stderr).toContain('against the certificate alone');
  expect((await run(words)).code).toBe(5);
});

test('the answer is said in sentences, saved as a report, and wrong usage is told before anything is read', async () => {
  const { run, at, write, signIn, notarize } = await lab();
  const projectId = await signIn();
  const file = write('run.raw', 'measured');
  await notarize(projectId, file);
  for (const name of ['report.json', 'report.txt']) {
    const told = await run(['certificate', 'verify', file, '--report', at(name)]);
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(told.stdout).toMatch(/^Match\n {2}This file is byte-for-byte/);
    expect(told.stdout).toContain(`Saved ${at(name)}`);
  }
  expect(JSON.parse(fs.readFileSync(at('report.json'), 'utf8'))).toMatchObject({
    format: 'labseal-verification',
    formatVersion: 1,
    verdict: 'match',
  });
  expect(fs.readFileSync(at('report.txt'), 'utf8')).toMatch(/^Verification of a file\n/);

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [[file, '--report', at('report.json')], /exists already/],
    [[file, '--report', at('report.pdf')], /\.json or \.txt/],
    [[file, '--certificate', at('none.json')], /cannot be read \(code ENOENT\)/],
    [[file, '--certificate', at('report.json'), '--any'], /one thing/],
    [[at('none.raw')], /There is no file/],
    [[at('.')], /not an ordinary file/],
    [[], /missing required argument/],
  ];
  for (const [words, sentence] of wrong) {
    const refused = await run(['certificate', 'verify', ...words]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(sentence);
  }
  const pdf = await run(['certificate', 'verify', file, '--certificate', file]);
  expect(pdf).toMatchObject({ code: 1 });
  expect(pdf.stdout).toMatch(/^Can’t tell yet\n/);
  expect(pdf.stdout).toContain('  Give another certificate with --certificate.\n');
  expect(pdf.stdout).not.toMatch(/ {2}\n|undefined|null/);
});

test('only --ask-service sends the file, and the answer stands beside the verdict', async () => {
  const { run, write, verify, service, signIn, notarize } = await lab();
  const projectId = await signIn();
  const [file, other] = [write('run.raw', 'measured'), write('other.raw', 'never sent')];
  await notarize(projectId, file);
  const asked = () =>
    service.requests().filter(({ endpoint }) => endpoint === 'verifyContent').length;
  const before = asked();
  await verify(file);
  expect(asked()).toBe(before);
  const told = await run(['certificate', 'verify', file, '--ask-service']);
  expect(told.code).toBe(0);
  expect(told.stdout).toMatch(/\n\nThe service knows this content: run\.raw, in .+\.\n$/);
  expect(asked()).toBe(before + 1);
  expect(await verify(other, '--ask-service')).toMatchObject({
    code: 1,
    found: { verdict: 'unsure', serviceAnswer: { exists: false } },
  });
});
