/**
 * Every command, played as one story: as documents, in a pipe, and on terminals of 80 and 40 columns. The commands are
 * taken from the program itself, so that a new one is missed here.
 */
import fs from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';
import type { FakeOptions } from './test-support/fake-terminal.ts';
import { runnableCommands } from './test-support/whole-program.ts';
import { widthOf } from './text-width.ts';

const lab = useCliLab({ isOneStory: true });

/** Long, with spaces, and alike but for its end. */
const NAME = 'Left hippocampus, session 7, electrophysiology at 30 kHz with the second probe';
const PASSWORD = 'a long new password';

/**
 * In this order. What begins with a capital is filled in. `=` stands before what changes nothing that would be told the
 * next time, `!` before what ends with another code than 0.
 */
const STORY = `
=auth status
folder add DATA RULES --settle 0 --check approved
=folder list
=folder show 1
folder edit 1 --label b
=folder accept 1
=folder moved 1 DATA
=folder preview DATA
sync --yes --folder 1
=status
=history
=!history 999
=transfer list
transfer pause --after-current
transfer resume
=!transfer next FILE
=!transfer cancel FILE
transfer limit 1MB
transfer parallel 2
=file list
=file list --on-service --project PROJECT
=file show FILE
=file explain FILE
=!file approve FILE --yes
=file unapprove FILE
=!file keep-version FILE --yes
=file resolve
=lineage procedure FILE --procedure Sorting --procedure-files SERVED --primary-files SERVED --dry-run
=lineage rules
file upload FILE RULES --check first --yes
notarize FILE RULES --yes
!file download SERVED --to BROUGHT
=certificate get FILE --out DATA.pdf
=verify FILE
=certificate verify FILE
audit DATA
=audit list
audit show 1
audit schedule month
audit seen
evidence export FILE --to DATA-bundle
evidence check DATA-bundle
evidence page --out DATA.html
=evidence statement FILE
evidence qr-labels FILE --out DATA.labels.pdf
=project list
=project show PROJECT
project create --name NEW --area Ocean --end 2030-12-31 --yes
project edit PROJECT --area NEW
=lineage show PROJECT
=member list --project PROJECT
=member find colleague@lab.test
member invite colleague@lab.test --project PROJECT --yes
!member activate --project PROJECT
member remove colleague@lab.test --project PROJECT --yes
=tag list
=tag list sleep
tag create NEW
=profile show
profile edit --location NEW
=profile avatar --out DATA.png
=guide
=guide when-something-is-wrong
=!guide when-something-is-wrong nothing-like-it
=outbox list
=outbox send --yes
=outbox check
offline
online
=!outbox resolve 7 --leave
=!outbox undo 7
=credit balance
=credit history
=credit budget
file delete SERVED --reason Mistake --project PROJECT --yes
doctor
doctor --save DATA.json
folder remove 1
!auth activate nonsense --server SERVER
auth forgot colleague@lab.test --server SERVER
!auth reset nonsense --server SERVER --password-stdin
auth logout
!auth register --server SERVER --email colleague@lab.test --name Kim --last-name Lee --organisation Lab --location Trieste --password-stdin
auth login --server SERVER --email ADMIN --password-stdin
admin users
admin user colleague@lab.test
admin credit add colleague@lab.test 5 --yes
!admin credit subtract colleague@lab.test 5 --yes
admin credit word
admin suspend colleague@lab.test --reason Unpaid --yes
admin restore colleague@lab.test --yes
`
  .trim()
  .split('\n');
/** What else is answered by a running program as it is alone. */
const MORE_READS = `
=file list --json
=file list --state held --folder 1
=!file list --folder NOWHERE
=!file show NOWHERE
=file explain DATA
=lineage procedure --undo 1
=folder list --json
=transfer list --json
=credit history --json --from 1990-01-01
=certificate get FILE --raw --json --out DATA.json
=!certificate get NOWHERE --out DATA.pdf
=certificate verify SERVED --ask-service
=!certificate verify OTHER --any
=!certificate verify 77
=lineage show PROJECT --json
=!admin users
`
  .trim()
  .split('\n');
const MARKS = /^[=!]+/;
/** They go on until they are stopped. */
const ENDLESS = ['serve', 'mock'];
/** They print for programs alone. */
const FOR_PROGRAMS = ['completion', 'version'];

const WORDS: Readonly<Record<string, () => readonly string[]>> = {
  RULES: lab.rules,
  FILE: () => [lab.at(`data/${NAME} 01.raw`)],
  DATA: () => [lab.at('data')],
  NOWHERE: () => [lab.at('nowhere')],
  OTHER: () => [lab.write('other.raw')],
  BROUGHT: () => [lab.at('.')],
  PROJECT: () => [lab.projectId],
  SERVER: () => [lab.service.url],
  SERVED: () => [served],
  NEW: () => [`story-${stories}`],
  ADMIN: () => [lab.account('administrator').email],
};
let served = '';
let stories = 0;

function lineBegins(line: string, path: string): boolean {
  return `${line.replace(MARKS, '')} `.startsWith(`${path} `);
}

function wordsOf(line: string): readonly string[] {
  return line
    .replace(MARKS, '')
    .split(' ')
    .flatMap((word) => {
      const [, name = '', rest = ''] = /^([A-Z]+)(.*)$/.exec(word) ?? [];
      const filled = WORDS[name]?.();
      return filled === undefined ? [word] : filled.map((each) => each + rest);
    });
}

interface Told {
  readonly line: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A new computer with two files that no other has. */
async function begin(): Promise<void> {
  await lab.newComputer();
  stories += 1;
  for (const end of ['01', '02']) lab.write(`data/${NAME} ${end}.raw`);
}

async function lookUpServed(): Promise<void> {
  served = (await lab.files()).find((each) => each.fileId)?.fileId ?? '';
}

/** The story on a computer of its own. */
async function play(
  terminal: FakeOptions,
  asJson: (line: string) => boolean = () => false,
): Promise<readonly Told[]> {
  await begin();
  const told: Told[] = [];
  for (const line of STORY) {
    const words = wordsOf(line);
    const password = words.includes('login') ? lab.account('administrator').password : PASSWORD;
    const input = words.includes('--password-stdin') ? { input: `${password}\n` } : {};
    const ended = await lab.start(
      { ...terminal, ...input },
      '',
      ...words,
      ...(asJson(line) ? ['--json'] : []),
    ).ended;
    expect({ line, isDone: ended.code === 0 }).toEqual({ line, isDone: !/^=?!/.test(line) });
    told.push({ line, ...ended });
    if (words[0] === 'sync') await lookUpServed();
  }
  return told;
}

/** What only a machine writes: codes of the service, moments of ISO 8601, long numbers without separators, line breaks. */
const RAW =
  /\\n|\b(?:undefined|null)\b|\[object|\b(?!LABSEAL_)[A-Z]+_[A-Z_]+\b|\d{4}-\d\d-\d\dT|(?<![\d.])\d{5,}(?![\d.])/;
/** Ids, digests, paths and addresses are copied as they are. */
const COPIED =
  /0x[0-9a-f]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?:[0-9a-f]{4,64}\s*){6,}\b|\S*[/…]\S*|\$ .*/g;

/** Lines as they stood on the screen one after the other. */
function linesOf({ stdout, stderr }: Told): readonly string[] {
  return (stdout + stderr).split(/[\r\n]/).map(stripVTControlCharacters);
}

/** What stays whole though it is wider: a command, a path in a table, an address, an id. */
function isOnePiece(line: string): boolean {
  const copied = line.trim().replaceAll(/"labseal [^"]*"/g, 'command');
  return /^(?:\S+(?: \S+)* {2,})?(?:\S+|\$ .*)$|^f(?:ile|older) {2,}\//.test(copied);
}

test('the story is told of every command', async () => {
  const all = (await runnableCommands()).map(({ path }) => path);
  const untold = all.filter((path) => !STORY.some((line) => lineBegins(line, path)));
  expect(untold.toSorted()).toEqual([...ENDLESS, ...FOR_PROGRAMS].toSorted());
});

test.each([80, 40])(
  'on %i columns no sentence breaks in a word, no table in its rows, and nothing is as a machine writes it',
  async (columns) => {
    for (const told of await play({ isTerminal: true, columns })) {
      const lines = linesOf(told);
      const wide = lines.filter((line) => widthOf(line) >= columns && !isOnePiece(line));
      const raw = RAW.exec(lines.join('\n').replaceAll(COPIED, ''))?.[0] ?? null;
      expect({ line: told.line, wide, raw }).toEqual({ line: told.line, wide: [], raw: null });
    }
  },
);

test('--json prints exactly one document on stdout, and nothing else there', async () => {
  const withJson = (await runnableCommands()).filter(({ options }) =>
    options.some(({ names }) => names.includes('--json')),
  );
  const isAsked = (line: string) => withJson.some(({ path }) => lineBegins(line, path));
  for (const { line, stdout } of await play({}, isAsked)) {
    if (!isAsked(line)) continue;
    expect(stdout, `${line}: one document`).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  }
});

test('what is only read is answered by a running program as it is alone', async () => {
  await begin();
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  await lookUpServed();
  await lab.must('project list'); // from now on its name stands in all answers
  const reads = [...STORY.filter((line) => line.startsWith('=')), ...MORE_READS];
  const answers = async () => {
    const all = [];
    for (const line of reads) {
      const words = wordsOf(line);
      const before = fs.readdirSync(lab.at('.'));
      const { code, stdout, stderr } = await lab.run('', ...words);
      const made = fs.readdirSync(lab.at('.')).filter((name) => !before.includes(name));
      const saved = made.map((name) => fs.readFileSync(lab.at(name), 'base64'));
      for (const name of made) fs.rmSync(lab.at(name));
      // A running program scans by itself.
      const said = stdout.replaceAll(/last scan [^·\n]*/g, '');
      all.push({ line, isDone: code === 0, code, stdout: said, stderr, saved });
    }
    return all;
  };
  const alone = await answers();
  expect(alone.filter(({ line, isDone }) => isDone === line.startsWith('=!'))).toEqual([]);
  onTestFinished(await lab.serving());
  expect(await answers()).toEqual(alone);
});
