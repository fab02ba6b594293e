/**
 * Every option and argument of every command with values that nobody would write, on a computer where somebody has
 * signed in and all else is right: each ends with a documented exit code and a sentence, and none as a bug.
 */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { EXIT } from './exit-code.ts';
import { useCliLab } from './test-support/cli-lab.ts';
import { isTaken, valueSlots, type ValueSlot } from './test-support/value-slots.ts';

const lab = useCliLab({ isOneStory: true });

/** They pass the first look at a command line, or are refused by it with the name of the option. */
const VALUES: readonly string[] = [
  '9'.repeat(20),
  '-1',
  "x'; DROP TABLE file; --",
  '../../etc/passwd',
  '__proto__',
  '0',
  '%2e%2e%2f?#',
  'a\u202Eb',
  '*',
  '😀'.repeat(100),
  '{"$gt":""}',
  'x'.repeat(4_000),
  '~',
];
/** Of each, so many are tried, others for each place: so that all values and places come together in few minutes. */
const TRIED_VALUES = 2;

const numbered = { last: 0 };

/** A folder with a file, neither of which was there before. */
function freshFolder(): string {
  numbered.last += 1;
  const name = `data-${numbered.last}`;
  lab.write(`${name}/run.csv`);
  return lab.at(name);
}

/** What else a command needs, so that it comes to look at the value. A command that is not here needs nothing else. */
function company(command: string, name: string): readonly string[] {
  const server = `--server=${lab.service.url}`;
  const project = `--project=${lab.projectId}`;
  const rules = [project, '--visibility=private', '--label=raw', '--type=secondary'];
  switch (command) {
    case 'auth login':
      return [server, '--email=x@lab.test', '--password-stdin'];
    case 'auth register': {
      const person = ['--name=x', '--last-name=x', '--organisation=x', '--location=x'];
      return [server, '--email=x@lab.test', ...person, '--password-stdin'];
    }
    case 'auth reset':
      return [server, '--password-stdin'];
    case 'auth activate':
    case 'auth forgot':
      return [server];
    case 'folder add':
    case 'file upload':
      return rules;
    case 'lineage procedure':
      return /--(project|folder|names|made-from)/.test(name)
        ? [project, '--names=a{run}', '--made-from=b{run}', '--procedure=x', '--procedure-files=1']
        : ['--procedure=x', '--procedure-files=1', '--primary-files=1'];
    case 'file resolve':
      return ['--check', ...(name === '<file>' ? [] : ['--all'])];
    case 'file delete':
      return ['--reason=x', '--yes'];
    case 'certificate get':
      return [`--out=${freshFolder()}/x.pdf`];
    case 'file download':
      return [`--to=${freshFolder()}`];
    case 'evidence qr-labels':
      return [`--out=${freshFolder()}/x.pdf`];
    case 'evidence export':
      return [`--to=${freshFolder()}-bundle`];
    case 'project edit':
      return [project, '--area=Sea'];
    case 'lineage show':
    case 'member list':
      return [project];
    case 'outbox resolve':
      return name === '--email' ? [] : ['--keep-mine'];
    case 'admin suspend':
      return ['--reason=x'];
    default:
      return [];
  }
}

/** What stands behind a command when the value is that of an option. */
function behind(command: string): readonly string[] | undefined {
  switch (command) {
    case 'folder add':
      return [freshFolder()];
    case 'file upload':
      return [`${freshFolder()}/run.csv`];
    case 'folder preview':
    case 'audit':
      return [lab.at('data')];
    case 'certificate verify':
      return [lab.at('data/run.csv')];
    case 'folder edit':
    case 'file download':
    case 'file delete':
    case 'certificate get':
    case 'evidence export':
    case 'evidence statement':
    case 'evidence qr-labels':
      return ['1'];
    default:
      return undefined;
  }
}

function lineOf(slot: ValueSlot, value: string): readonly string[] {
  const { command, name, line } = slot;
  return line(value, { options: company(command, name), behind: behind(command) });
}

const CODES: ReadonlySet<number> = new Set(
  Object.values(EXIT).filter((code) => code !== EXIT.interrupted),
);

/** What was asked about was answered, on stdout too. */
const ANSWERED: ReadonlySet<number> = new Set([EXIT.done, EXIT.needsPerson, EXIT.unproven]);

async function expectSaid(line: readonly string[]): Promise<void> {
  const what = line.join(' ').slice(0, 300);
  const ended = lab.start({ input: 'a password\n' }, '', ...line).ended;
  const { code, stdout, stderr } = await ended.catch((error: unknown) => {
    throw new Error(`${what} is a bug`, { cause: error });
  });
  expect({
    what,
    isDocumented: CODES.has(code),
    isSaid: (ANSWERED.has(code) ? stdout + stderr : stderr).trim() !== '',
    isPlain: !/\p{Cc}|\u202E|undefined|\[object/u.test(stderr.replaceAll('\n', '')),
  }).toMatchObject({ isDocumented: true, isSaid: true, isPlain: true });
}

/** `mock` and `serve` go on until they are stopped, and have tests of their own. */
const SLOTS = (await valueSlots()).filter(({ command }) => !['mock', 'serve'].includes(command));

test('a hostile value ends with a documented code and a sentence, in every option and argument', async () => {
  lab.write('data/run.csv');
  await lab.watch('data');
  await lab.must('sync --yes');
  await lab.run(`project edit ${lab.projectId} --area Sea`);
  fs.mkdirSync(lab.at('hostile'));
  const file = lab.write('hostile/file');
  for (const [index, slot] of SLOTS.entries()) {
    for (let tried = 0; tried < TRIED_VALUES; tried += 1) {
      const value = VALUES[(index * TRIED_VALUES + tried) % VALUES.length] ?? '';
      await expectSaid(lineOf(slot, slot.isPath ? `${lab.at('hostile')}/${value}` : value));
    }
    // A folder where a file is meant or the other way round, and a place below a file.
    if (!slot.isPath) continue;
    for (const value of [file, `${file}/below`, lab.at('hostile'), '/dev/null']) {
      await expectSaid(lineOf(slot, value));
    }
  }
}, 600_000);

/** From the largest on. */
const LARGE = ['9'.repeat(15), '1000000GB', '9'.repeat(9), '86400', '8'];
/** What works with whatever was set. */
const AFTERWARDS = [
  'status',
  'folder list',
  'transfer list',
  'credit balance',
  'sync --max-credits=1',
];

test('the largest number that is taken is one that everything can work with', async () => {
  for (const slot of SLOTS) {
    if (slot.name === '--settle') continue; // a pass waits for as long
    const large = LARGE.find((value) => isTaken(slot, value));
    if (large === undefined || isTaken(slot, 'x')) continue;
    await expectSaid(lineOf(slot, large));
  }
  for (const command of AFTERWARDS) await expectSaid(command.split(' '));
}, 600_000);
