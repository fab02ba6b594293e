/**
 * A small lab folder goes through the command line all the way to certificates: the bundled service with its demo data,
 * two watched folders, one pass, a table of what happened.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startMockService } from '../../src-mock/mock-service.ts';
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

const RESEARCHER = 'researcher@example.org';

interface SyncedFile {
  readonly path: string;
  readonly state: string;
  readonly hold: string | null;
  readonly certificate: string | null;
  readonly message: string | null;
}

type Say = (text: string) => void;

/** True when every file got where it should. The folder stays, since its certificates are worth a look. */
export async function proveCommandLine(
  program: string,
  say: Say,
  signal: AbortSignal,
): Promise<boolean> {
  const place = await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-demo-'));
  const service = await startMockService({ dataFolder: path.join(place, 'service'), seed: 'demo' });
  const { labseal, labsealJson } = makeCommands(program, path.join(place, 'home'), say);
  try {
    const sample = await makeSampleFolder(place);
    const { url } = service;
    say(`The bundled service runs at ${url}; nothing leaves this computer.`);
    const person = service.demoAccounts.find(({ email }) => email === RESEARCHER);
    const login = ['auth', 'login', '--server', url, '--email', RESEARCHER, '--password-stdin'];
    await labseal(login, person?.password ?? '');
    const { projects } = await labsealJson<{ projects: { id: string; name: string }[] }>([
      'project',
      'list',
    ]);
    const project = projects[0]?.id ?? '';
    const shared = ['--project', project, '--label', 'chromatography,demo'];
    const primary = ['--visibility', 'public'];
    await labseal(['folder', 'add', sample.instrumentPath].concat(primary, shared));
    const secondary = ['--visibility', 'private', '--type', 'secondary'];
    await labseal(['folder', 'add', sample.resultsPath].concat(secondary, shared));
    say('The instrument is still writing run_01.raw …');
    const [{ files, spent }] = await Promise.all([
      labsealJson<{ files: SyncedFile[]; spent: { observed: number | null } }>(['sync', '--yes']),
      sample.grow(signal),
    ]);
    await labseal(['status']);
    return printTable(sample, files, spent.observed, say);
  } finally {
    await service.close();
  }
}

/** Prints what became of each file; true when all are where they should be. */
function printTable(
  sample: SampleFolder,
  files: readonly SyncedFile[],
  spentCredits: number | null,
  say: Say,
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

/** Commands run as a person would, with their words on the terminal. */
function makeCommands(program: string, home: string, say: Say) {
  const env = { ...process.env, LABSEAL_HOME: home, LABSEAL_TOKEN_STORE: 'file' };

  /** Exit code 1 means that files need a person, which is part of the show. */
  function run(args: readonly string[], input: string, onOutput: Say): Promise<void> {
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
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

  return {
    labseal: async (args: readonly string[], input = '') => {
      say(`\n$ labseal ${args.join(' ')}`);
      await run(args, input, (text) => process.stdout.write(text));
    },
    labsealJson: async <Answer>(args: readonly string[]): Promise<Answer> => {
      say(`\n$ labseal ${args.join(' ')}`);
      let text = '';
      await run([...args, '--json'], '', (part) => {
        text += part;
      });
      return JSON.parse(text) as Answer;
    },
  };
}
