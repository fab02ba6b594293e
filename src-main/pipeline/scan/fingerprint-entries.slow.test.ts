import { utimesSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRecord, assignment } from '../../test-support/temporary-state.ts';
import { CHECK_POLICIES } from '../../../src-shared/model/files/assignment.ts';
import type { FolderRules } from '../../../src-shared/model/folders/folder-rules.ts';
import { makeFingerprintStage } from '../fingerprint/fingerprint-stage.ts';
import type { ExpectedFile, Fingerprint } from '../common/fingerprint.ts';
import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { runStages } from '../run/run-stages.ts';
import { fingerprintHere, makeOnThreadTree, readerWith } from './test-support/on-thread.ts';
import { unhurried } from './test-support/scan-once.ts';
import { scannedFolder } from './test-support/scanned-folder.ts';
import { bulkFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { blake3Of } from '../../test-support/digests.ts';

const HOUR_MS = 3_600_000;

/** `readMs`: what each reading takes. */
function lab(
  folder: TemporaryFolder,
  rules: Partial<FolderRules> = {},
  { readMs = 0, onRead = () => {} } = {},
) {
  let passedMs = 0;
  const scanned = scannedFolder(folder, rules, { passedMs: () => passedMs });
  const state = scanned.state();
  const readNames: string[] = [];
  const fingerprint = ({ path, expected }: ExpectedFile): Fingerprint => {
    readNames.push(path.slice(`${folder.path}//`.length));
    onRead();
    passedMs += readMs;
    return fingerprintHere(path, { expected });
  };
  const fingerprintAll = (files: readonly ExpectedFile[]) => files.map(fingerprint);
  const openReader = readerWith((path, expected) => fingerprint({ path, expected }));
  const tree = makeOnThreadTree(openReader, () => passedMs);
  const fingerprinter: Fingerprinter = {
    fingerprint: async (path, expected) => fingerprint({ path, expected }),
    fingerprintAll: async (files) => fingerprintAll(files),
  };
  const transitions = scanned.transitions();
  const { clock } = scanned;
  const stage = { state, transitions, fingerprinter, clock, announce() {} };
  return {
    ...scanned,
    state,
    readNames,
    scan: (signal = unhurried) => scanned.scan(tree, signal),
    scanOnly: () => scanned.scan(),
    readLine: () =>
      runStages(
        [makeFingerprintStage(stage)],
        { clock: scanned.clock, patienceMs: HOUR_MS },
        unhurried,
      ),
    /** All that is kept of the files and told of them. */
    kept: () => ({
      files: scanned.files().map((row) => {
        const { path, state: at, hold, message, recordId, sizeBytes, identity, dueAtMs } = row;
        const isDated = state.files.fingerprintedAtMs(row.id) !== null;
        const blake3 = row.contentId === null ? null : state.contents.get(row.contentId).blake3;
        const facts = [at, hold, message, recordId, sizeBytes, identity, dueAtMs, isDated, blake3];
        return { path, facts };
      }),
      logged: state.eventLog
        .range({}, 0, 999)
        .entries.map(({ subject }) => `${subject.name} ${subject.state}`)
        .toSorted(),
      counts: state.files.counts().map(({ state: at, hold, files }) => [at, hold, files]),
    }),
  };
}

test('the small files of a folder that nothing is known of are written down once, with their content', async () => {
  const folder = bulkFolder();
  for (const path of ['a/1', 'a/2', 'b/c/3', 'b/.DS_Store']) folder.write(path);
  const l = lab(folder);
  await l.scan();
  const reported = l.events.map((event) => 'state' in event && event.state);
  expect(new Set(reported)).toEqual(new Set(['checking', 'ignored']));
  expect(l.readNames.toSorted()).toEqual(['a/1', 'a/2', 'b/c/3']);
  expect(l.rows()).toEqual([
    'a/1 checking',
    'a/2 checking',
    'b/.DS_Store ignored',
    'b/c/3 checking',
  ]);
  await l.readLine();
  expect(l.readNames).toHaveLength(3);
});

test('what is large, is being written, changes meanwhile or lies in a known directory waits in line', async () => {
  const folder = bulkFolder();
  folder.write('known/1');
  const l = lab(
    folder,
    {},
    {
      onRead() {
        if (l.readNames.at(-1) === 'new/torn') writeFileSync(folder.at('new/torn'), 'other bytes');
      },
    },
  );
  await l.scan();
  folder.write('known/2');
  folder.write('new/torn');
  folder.write('new/large', new Uint8Array(65_537));
  const future = new Date(Date.now() + 2 * HOUR_MS);
  utimesSync(folder.write('new/unsettled'), future, future);
  await l.scan();
  expect(l.readNames).toEqual(['known/1', 'new/torn']);
  expect(l.rows()).toEqual([
    'known/1 checking',
    'known/2 discovered',
    'new/large discovered',
    'new/torn discovered',
    'new/unsettled settling',
  ]);
});

test('it ends as it would have ended in line, for any files and rules', async () => {
  const contents = fc.constantFrom('x', 'y', 'z', 'recorded');
  const paths = fc.constantFrom('1', '2', 'a/1', 'a/2', 'a/b/1', 'c/1', 'c/left-out', 'c/3');
  const policies = fc.constantFrom(...CHECK_POLICIES);
  const rules = fc.record({ checkPolicy: policies, approveEach: fc.boolean() });
  const files = fc.dictionary(paths, contents, { minKeys: 1 });
  const recorded = { blake3: blake3Of('recorded'), sizeBytes: 8 };
  await fc.assert(
    fc.asyncProperty(files, rules, async (tree, { checkPolicy, approveEach }) => {
      const folder = bulkFolder();
      for (const [path, content] of Object.entries(tree)) folder.write(path, content);
      const own = { assignment: assignment({ checkPolicy }), approveEach, exclude: ['left-out'] };
      const ends = [];
      for (const isReadBeforehand of [true, false]) {
        const l = lab(folder, own);
        addRecord(l.state, l.state.contents.keep(recorded).id);
        await (isReadBeforehand ? l.scan() : l.scanOnly());
        await l.readLine();
        ends.push(l.kept());
      }
      expect(ends[0]).toEqual(ends[1]);
    }),
    { numRuns: 12 },
  );
});

test('a scan does not wait for a disk that takes its time with each file', async () => {
  const folder = bulkFolder();
  for (let file = 0; file < 200; file += 1) folder.write(`${file % 40}/${file}`);
  const slow = lab(folder, {}, { readMs: 30 });
  await slow.scan();
  expect(slow.readNames.length).toBeLessThan(150);
  const waiting = slow.rows().filter((row) => row.endsWith(' discovered'));
  expect(waiting).toHaveLength(200 - slow.readNames.length);
  const quick = lab(folder, {}, { readMs: 1 });
  await quick.scan();
  expect(quick.readNames).toHaveLength(200);
});

test('abort ends the readings with its reason and keeps what was written down', async () => {
  const folder = bulkFolder();
  const paths = Array.from({ length: 40 }, (_, file) => folder.write(`${file}/x`));
  const stop = new AbortController();
  const onRead = () => l.readNames.length === 20 && stop.abort(new Error('enough'));
  const l = lab(folder, {}, { onRead });
  await expect(l.scan(stop.signal)).rejects.toThrow('enough');
  expect(l.rows().length).toBeLessThan(40);
  await l.scan();
  expect(l.rows().filter((row) => row.endsWith(' checking'))).toHaveLength(paths.length);
});
