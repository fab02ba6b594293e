/**
 * The product shown on a small lab folder: the bundled service with its demo data, two watched folders, one pass all
 * the way to certificates, a table of what happened. Ends with 0 only if every file got where it should.
 *   npm run demo            stays afterwards, so that the service and the folder can be tried out
 *   npm run demo -- --exit  ends after the table (as it does without a terminal)
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startMockService } from '../src-mock/mock-service.ts';
import { makeSampleFolder, type SampleFolder, type SamplePurpose } from './sample-folder.ts';

/** Where each kind of file must end. A hold stands behind its state. */
const EXPECTED: Readonly<Record<SamplePurpose, string>> = {
  grows: 'notarized',
  plain: 'notarized',
  duplicate: 'duplicate',
  temporary: 'ignored',
  empty: 'notarized',
  'too-dear': 'held credits',
  secondary: 'held procedure',
};

const LABSEAL = fileURLToPath(new URL('../bin/labseal', import.meta.url));
const RESEARCHER = 'researcher@example.org';

interface SyncedFile {
  readonly path: string;
  readonly state: string;
  readonly hold: string | null;
  readonly certificate: string | null;
  readonly message: string | null;
}

const { values } = parseArgs({ options: { exit: { type: 'boolean', default: false } } });
const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => interruption.abort());
}

const place = await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-demo-'));
const service = await startMockService({ dataFolder: path.join(place, 'service'), seed: 'demo' });
try {
  const isAsExpected = await show(place, service.url);
  process.exitCode = isAsExpected ? 0 : 1;
  if (!values.exit && process.stdout.isTTY && !interruption.signal.aborted) await stay(service.url);
} finally {
  await service.close();
}

async function show(parent: string, server: string): Promise<boolean> {
  const sample = await makeSampleFolder(parent);
  say(`The bundled service runs at ${server}; nothing leaves this computer.`);
  const password = service.demoAccounts.find(({ email }) => email === RESEARCHER)?.password ?? '';
  await labseal(
    ['auth', 'login', '--server', server, '--email', RESEARCHER, '--password-stdin'],
    password,
  );
  const { projects } = await labsealJson<{ projects: { id: string; name: string }[] }>([
    'project',
    'list',
  ]);
  const project = projects[0]?.id ?? '';
  const shared = ['--project', project, '--label', 'chromatography,demo'];
  const primary = ['--visibility', 'public', '--check', '100MB'];
  await labseal(['folder', 'add', sample.instrumentPath].concat(primary, shared));
  const secondary = ['--visibility', 'private', '--type', 'secondary'];
  await labseal(['folder', 'add', sample.resultsPath].concat(secondary, shared));
  say('The instrument is still writing run_01.raw …');
  const [{ files, spent }] = await Promise.all([
    labsealJson<{ files: SyncedFile[]; spent: { observed: number | null } }>(['sync', '--yes']),
    sample.grow(interruption.signal),
  ]);
  await labseal(['status']);
  return printTable(sample, files, spent.observed);
}

/** Prints what became of each file; true when all are where they should be. */
function printTable(
  sample: SampleFolder,
  files: readonly SyncedFile[],
  spentCredits: number | null,
): boolean {
  say('');
  let isAsExpected = true;
  const width = Math.max(...sample.files.map((file) => file.path.length));
  for (const { path: relative, purpose } of sample.files) {
    const file = files.find((one) => one.path === path.join(sample.path, relative));
    const reached = [file?.state ?? 'unseen', file?.hold ?? ''].join(' ').trim();
    const isProven = reached !== 'notarized' || existsSync(file?.certificate ?? '');
    const isRight = reached === EXPECTED[purpose] && isProven;
    isAsExpected &&= isRight;
    say(
      `${isRight ? '✓' : '✗'} ${relative.padEnd(width)}  ${reached.padEnd(14)}  ${file?.message ?? ''}`,
    );
    if (!isRight) say(`  expected ${EXPECTED[purpose]}`);
  }
  say('');
  say(`Credits used: ${spentCredits ?? 'not known'}. Certificates:`);
  for (const certificate of new Set(files.map((file) => file.certificate))) {
    if (certificate !== null) say(`  ${certificate}`);
  }
  say(
    isAsExpected
      ? '\nEvery file is where it should be.'
      : '\nNot every file is where it should be.',
  );
  return isAsExpected;
}

async function stay(server: string): Promise<void> {
  say(
    `\nThe service keeps running at ${server} (reference: ${server}/docs). To go on in another terminal:`,
  );
  say(`  export LABSEAL_HOME=${home()} LABSEAL_TOKEN_STORE=file`);
  say(`  ${path.relative(process.cwd(), LABSEAL)} file list`);
  say('Ctrl C ends it.');
  await new Promise((resolve) => {
    interruption.signal.addEventListener('abort', resolve, { once: true });
  });
}

function home(): string {
  return path.join(place, 'home');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs a command as a person would, with its words on the terminal. */
async function labseal(args: readonly string[], input = ''): Promise<void> {
  say(`\n$ labseal ${args.join(' ')}`);
  await run(args, input, (text) => process.stdout.write(text));
}

async function labsealJson<Answer>(args: readonly string[]): Promise<Answer> {
  say(`\n$ labseal ${args.join(' ')}`);
  let text = '';
  await run([...args, '--json'], '', (part) => {
    text += part;
  });
  return JSON.parse(text) as Answer;
}

/** Exit code 1 means that files need a person, which is part of the show. */
function run(
  args: readonly string[],
  input: string,
  onOutput: (text: string) => void,
): Promise<void> {
  const env = { ...process.env, LABSEAL_HOME: home(), LABSEAL_TOKEN_STORE: 'file' };
  const child = spawn(LABSEAL, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  child.stdout.setEncoding('utf8').on('data', onOutput);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 || code === 1) resolve();
      else reject(new Error(`labseal ${args[0] ?? ''} ended with code ${String(code)}`));
    });
  });
}
