import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeWaitNote } from '../../../../src-shared/model/files/queue-view.ts';
import { makeOutput } from '../output.ts';
import { type FileTally, printReport, type SyncReport } from './sync-report.ts';
import type { Change } from '../../../../src-shared/model/changes/change.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import { fileView } from '../test-support/file-view.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';

interface Told extends Partial<Omit<SyncReport, 'files'>> {
  readonly files?: readonly FileView[];
}

const allWell = (files: FileTally): SyncReport => ({
  folders: [{ id: '1', path: '/data', projectId: 'p' }],
  files,
  agreed: { recorded: 1, thereAlready: 0, unanswered: 0 },
  spent: { estimated: 1, observed: 1 },
  fault: null,
  missingCertificates: [],
  notes: [],
  remarks: [],
  isUnagreed: false,
  isChargedLater: false,
  outbox: null,
});

/** A run in which all went well; say only what the test is about. */
async function reported({ files = [fileView()], ...over }: Told = {}, isJson = false) {
  const { written, ...terminal } = fakeTerminal();
  const output = makeOutput(terminal, isJson);
  const code = await printReport(
    eachOf(files),
    [],
    (tally) => ({ ...allWell(tally), ...over }),
    output,
  );
  return { code, stdout: written.stdout(), stderr: written.stderr() };
}

async function* eachOf(files: readonly FileView[]): AsyncGenerator<FileView> {
  yield* files;
}

test('the document has exactly the documented fields', async () => {
  expect(JSON.parse((await reported({}, true)).stdout)).toEqual({
    ok: true,
    folders: [{ id: '1', path: '/data', projectId: 'p' }],
    counts: { notarized: 1 },
    missingCertificates: [],
    agreed: { recorded: 1, thereAlready: 0, unanswered: 0 },
    spent: { estimated: 1, observed: 1, changes: 0 },
    files: [
      {
        path: '/data/run.csv',
        folderId: '1',
        state: 'notarized',
        hold: null,
        size: 7,
        blake3: 'b3',
        sha256: 's2',
        visibility: 'private',
        projectId: 'p',
        fileId: 'f',
        certificate: '/certificates/f.pdf',
        message: null,
      },
    ],
  });
});

test('a document of any length is written as its files come, and counts all of them', async () => {
  let read = 0;
  let readAtFirst: number | null = null;
  let said = '';
  async function* many(): AsyncGenerator<FileView> {
    for (; read < 3_000; read += 1) yield fileView();
  }
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      readAtFirst ??= read;
      said += chunk.toString();
      done();
    },
  }) as NodeJS.WriteStream;
  expect(
    await printReport(many(), [], allWell, makeOutput({ ...fakeTerminal(), stdout }, true)),
  ).toBe(0);
  expect(readAtFirst).toBeLessThan(1_000);
  const document = JSON.parse(said) as { counts: object; files: object[] };
  expect(document).toMatchObject({ ok: true, counts: { notarized: 3_000 } });
  expect(document.files).toHaveLength(3_000);
});

test('when nobody reads the document any more, the exit code is of all files still', async () => {
  const stdout = new Writable({
    write: (_chunk, _encoding, done) => done(new Error('EPIPE')),
  }) as NodeJS.WriteStream;
  stdout.on('error', () => undefined);
  const many = Array.from({ length: 3_000 }, () => fileView());
  const files = eachOf([...many, fileView({ state: 'held', hold: 'credits' })]);
  const output = makeOutput({ ...fakeTerminal(), stdout }, true);
  expect(await printReport(files, [], allWell, output)).toBe(1);
});

test('files that have nothing to say are told as sums, beside the others', async () => {
  const { written, ...terminal } = fakeTerminal();
  const sums = [
    { state: 'notarized', hold: null, files: 200_000, bytes: 1 },
    { state: 'ready', hold: null, isApproved: false, files: 2, bytes: 1 },
    { state: 'held', hold: 'credits', files: 1, bytes: 1 },
  ] as const;
  const held = eachOf([fileView({ state: 'held', hold: 'credits' })]);
  expect(await printReport(held, sums, allWell, makeOutput(terminal, false))).toBe(1);
  expect(written.stdout()).toMatch(
    /^ +files +state\n200,000 +Notarized\n +2 +Waits for your approval\n +1 +Held · not enough credits\n/,
  );
});

const archiving = {
  state: 'recording',
  note: writeWaitNote({ waits: 'unknown-status', status: 'Archiving' }),
} as const;
const server = { kind: 'unavailable', why: 'timed-out', status: null, retryAfterMs: null } as const;
const refused: Change = {
  id: 1,
  key: 'k',
  attempts: 1,
  createdAtMs: 0,
  baseline: null,
  intent: { kind: 'create-tag', name: 'Ebb' },
  state: {
    state: 'refused',
    atMs: 1,
    cause: { kind: 'credits', needed: 10, balance: 0 },
    earlierLostAtMs: null,
  },
};
const sent = (ended: readonly Change[]) => ({ ended, open: [refused], fault: null });
const signedOut = { kind: 'not-signed-in', serviceSays: null } as const;
test.for([
  ['all is done', {}, 0],
  ['there is nothing', { files: [] }, 0],
  ['a file only waits', { files: [fileView({ state: 'held', hold: 'primary_pending' })] }, 0],
  ['the service did not take it', { files: [fileView({ state: 'held', hold: 'server' })] }, 1],
  ['a file is still being written', { files: [fileView({ state: 'settling' })] }, 1],
  ['a file is held', { files: [fileView({ state: 'held', hold: 'credits' })] }, 1],
  ['a file was not recorded', { files: [fileView({ state: 'record_error' })] }, 1],
  ['a file cannot be read', { files: [fileView({ state: 'unreadable' })] }, 1],
  ['an answer is unknown', { files: [fileView({ state: 'confirming' })] }, 1],
  ['the service calls it by an unknown word', { files: [fileView(archiving)] }, 1],
  ['nobody agreed to the price', { isUnagreed: true }, 1],
  ['a change was refused', { outbox: sent([refused]) }, 1],
  ['a change was refused before', { outbox: sent([]) }, 0],
  ['a change could not be sent', { outbox: { ended: [], open: [refused], fault: server } }, 4],
  ['a folder rests', { notes: ['It is not there.'] }, 1],
  ['the session ended', { fault: signedOut }, 3],
  ['the service was given up', { fault: server }, 4],
] as const)('when %s, the exit code and ok say so', async ([, over, code]) => {
  expect(await reported(over)).toMatchObject({ code });
  const { stdout, code: ofDocument } = await reported(over, true);
  expect(ofDocument).toBe(code);
  expect(JSON.parse(stdout)).toMatchObject({ ok: code === 0 });
});

test('a status that is not documented is said in the words of the service', async () => {
  const { stdout } = await reported({ files: [fileView(archiving)] });
  expect(stdout).toContain('calls it "Archiving", a word that Labseal does not know');
});

test('files that share a reason are told together, and a thousand take a few lines', async () => {
  const files = Array.from({ length: 1_000 }, (_, index) =>
    fileView({ state: 'held', hold: 'credits', path: `/data/${index}.csv` }),
  );
  const { stdout } = await reported({ files });
  expect(stdout.match(/Held · not enough credits: It costs at most 1 credit/g)).toHaveLength(1);
  expect(stdout).toContain('    /data/9.csv\n    and 990 more files. "labseal file list"');
  expect(stdout.split('\n').length).toBeLessThan(20);
});

async function spentLine(estimated: number, observed: number | null, unsure = 0) {
  const files = Array.from({ length: unsure }, () => fileView({ state: 'confirming' }));
  const all = [fileView(), ...files];
  const { stdout } = await reported({ spent: { estimated, observed }, files: all });
  return stdout.split('\n').at(-2);
}

test('what was spent is what the balance shows, and where the two differ both are said', async () => {
  expect(await spentLine(0, 0)).toBe('No credits were used.');
  expect(await spentLine(0, null)).toBe('No credits were used.');
  expect(await spentLine(1, 1)).toBe('1 credit used.');
  expect(await spentLine(3, null)).toBe(
    'At most 3 credits used; your balance could not be read afterwards.',
  );
  expect(await spentLine(3, 5)).toBe(
    'Your balance went down by 5 credits. The uploads of this pass account for at most 3 credits; "labseal credit history" shows every charge.',
  );
  expect(await spentLine(6, 2)).toBe('2 credits used, of at most 6.');
  expect(await spentLine(6, 2, 4)).toBe(
    '2 credits used so far, and up to 4 credits more: 4 upload results are unknown.',
  );
  expect(await spentLine(2, -50)).toBe(
    'At most 2 credits used; your balance went up by 50 credits meanwhile.',
  );
});

test('a balance that has not moved yet is no sign that nothing was charged', async () => {
  expect(await spentLine(2, 0)).toBe('At most 2 credits used; your balance does not show it yet.');
});

const delivered = (by: 'answer' | 'evidence' | 'already-there'): Change => ({
  ...refused,
  intent: { kind: 'invite-member', projectId: 'p', userId: 'u', userName: 'Casey' },
  state: { state: 'delivered', atMs: 1, by, projectId: null },
});
const lostChange: Change = {
  ...delivered('answer'),
  state: { state: 'unknown', lostAtMs: 1, lookedAtMs: null, finding: 'not-looked' },
};
const ended = (...changes: Change[]) => ({ ended: changes, open: [], fault: null });
const nothing = { estimated: 0, observed: 0 };

test.for([
  [
    'changes alone',
    nothing,
    ended(delivered('answer'), delivered('evidence')),
    ['20 credits used for 2 changes.'],
  ],
  [
    'a change that was so already',
    nothing,
    ended(delivered('already-there')),
    ['No credits were used.'],
  ],
  [
    'files as well',
    { estimated: 3, observed: 3 },
    ended(delivered('answer')),
    ['10 credits used for 1 change.', 'Files: 3 credits used.'],
  ],
  [
    'files whose charge is not known',
    { estimated: 3, observed: null },
    ended(delivered('answer')),
    [
      '10 credits used for 1 change.',
      'Files: At most 3 credits used; your balance could not be read afterwards.',
    ],
  ],
  [
    'a paid change whose result is unknown',
    nothing,
    { ended: [], open: [lostChange], fault: null },
    ['No credits were used for files.'],
  ],
] as const)('what %s took is part of the sentence', async ([, spent, outbox, lines]) => {
  const { stdout } = await reported({ spent, outbox });
  expect(stdout.split('\n').filter((line) => line.includes('redits'))).toEqual(lines);
});

test('the credits of changes stand in the document, beside those of files', async () => {
  const { stdout } = await reported({ spent: nothing, outbox: ended(delivered('answer')) }, true);
  expect(JSON.parse(stdout)).toMatchObject({ spent: { ...nothing, changes: 10 } });
});

test('where a charge of an earlier run appears, it says whose credits it means', async () => {
  const { stdout } = await reported({ spent: nothing, isChargedLater: true });
  expect(stdout.split('\n').at(-2)).toBe('This run used no credits.');
});
