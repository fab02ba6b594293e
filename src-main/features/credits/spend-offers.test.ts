import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { storyWords } from '../../../src-shared/model/words/en/story.ts';
import type { FileTree } from '../../pipeline/scan/file-tree.ts';
import { pickFile } from '../../pipeline/scan/single-files.ts';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import {
  addContent,
  addFile,
  assignment,
  folderRules,
  identity,
} from '../../test-support/temporary-state.ts';
import { blake3Of } from '../../test-support/digests.ts';
import { makeFileView } from '../files/file-views.ts';
import { makePassFiles } from '../files/standing-counts.ts';
import { makeSpendApproval } from './credits.ts';
import { isPaidFor, makeSpendOffers } from './spend-offers.ts';

const never = new AbortController().signal;

test('a public file that waits for credits goes as a private one for the price that was agreed to, and no more', async () => {
  const dear = assignment({ visibility: 'public', labels: 'MS2' });
  const stage = pipeline(folderRules({ assignment: dear }));
  const { state, transitions, clock, row } = stage;
  const held = state.files.move(stage.put('run.raw', 'x', 'ready'), 'held', { hold: 'credits' });
  const fileTree: Pick<FileTree, 'identify'> = {
    identify: async () => ({ kind: 'file', identity: identity() }),
  };
  const ports = { state, transitions, fileTree: fileTree as FileTree, nowMs: clock.nowMs() };
  await pickFile('/data/run.raw', { ...dear, visibility: 'private' }, ports, never);
  expect(row(held).state).toBe('ready');
  expect(transitions.assignmentOf(row(held))).toEqual({ ...dear, visibility: 'private' });
  expect(isPaidFor(row(held), state)).toBe(false);

  const offers = makeSpendOffers(stage);
  const which = { fileIds: [String(held.id)] };
  expect(offers.agree(which, 0)).toEqual(
    fail({ kind: 'dearer-than-agreed', credits: 1, agreedCredits: 0 }),
  );
  expect(offers.agree(which, 1)).toMatchObject({ value: { files: 1, credits: 1 } });
  expect(isPaidFor(row(held), state)).toBe(true);
});

test('the offer says how many cost how much, unless equal contents are paid for together', () => {
  const stage = pipeline();
  for (const name of ['a', 'b', 'c']) stage.put(name, name, 'ready');
  const offers = makeSpendOffers(stage);
  expect(offers.offer(null).prices).toEqual([{ credits: 1, files: 3 }]);
  stage.put('copy of a', 'a', 'ready');
  expect(offers.offer(null)).toMatchObject({ files: 4, credits: 3, prices: [] });
});

test('files of a missing folder are neither offered nor approved until it is back, and no number counts them', async () => {
  const stage = pipeline();
  const { state, folderId, row } = stage;
  const file = stage.put('a', 'a', 'ready');
  state.folders.setTrouble(folderId, 'absent');
  const offers = makeSpendOffers(stage);
  expect(offers.offer(null)).toMatchObject({ files: 0, credits: 0 });
  expect(offers.agree(null, 1)).toMatchObject({ value: { files: 0 } });
  expect(isPaidFor(row(file), state)).toBe(false);
  expect(makePassFiles(state).underWay({})).toBe(0);
  state.folders.setTrouble(folderId, null);
  expect(offers.offer(null)).toMatchObject({ files: 1, credits: 1 });
});

test('what was approved together is one line of the history, with its highest price; nothing is none', () => {
  const stage = pipeline();
  const { state } = stage;
  for (const name of ['a', 'b', 'c']) stage.put(name, name, 'ready');
  const offers = makeSpendOffers(stage);
  const told = () => state.eventLog.lines({}, 0, 9).lines.map(storyWords.sentence);
  const before = told();
  offers.agree(null, 3);
  offers.agree(null, 3);
  expect(told()).toEqual(['3 files approved · at most 3 credits', ...before]);
  const held = state.files.move(stage.put('d', 'd', 'ready'), 'held', { hold: 'size_confirm' });
  expect(makeSpendApproval(stage).approve([held.id]).ok).toBe(true);
  expect(told()).toContain('1 file approved · at most 1 credit');
});

test('an approved file is no longer offered: it counts as approved until it is sent or not watched any more', () => {
  const stage = pipeline();
  const { state, row, folderId } = stage;
  const [agreed, asked] = [stage.put('a.raw', 'a', 'ready'), stage.put('b.raw', 'b', 'ready')];
  const offers = makeSpendOffers(stage);
  const view = makeFileView(state, '/certificates');
  offers.agree({ fileIds: [String(agreed.id)] }, 1);
  expect(offers.offer(null)).toMatchObject({ files: 1 });
  expect([agreed, asked].map((file) => view(row(file)).isApproved)).toEqual([true, false]);
  state.folders.remove(folderId, 0);
});

test('an approval is for what was shown: a file that came since, or was written again, keeps no other from it and waits (P2)', async () => {
  const stage = pipeline();
  const { state, clock, row } = stage;
  const [stands, grows] = [stage.put('a.raw', 'a', 'ready'), stage.put('b.raw', 'b', 'ready')];
  const offers = makeSpendOffers(stage);
  const { credits, latestAtMs } = offers.offer(null);
  await clock.advance(1);
  const settled = state.files.move(state.files.move(grows, 'settling'), 'discovered');
  const { id: contentId } = addContent(state, 'b and more');
  state.files.move(state.files.move(settled, 'hashing', { contentId }), 'ready');
  const later = stage.put('c.raw', 'c', 'ready');
  expect(offers.agree(null, credits, latestAtMs ?? 0)).toMatchObject({ value: { files: 1 } });
  expect([stands, grows, later].map((file) => isPaidFor(row(file), state))).toEqual([
    true,
    false,
    false,
  ]);
});

function changedFile() {
  const stage = pipeline();
  return {
    ...stage,
    changed: stage.put('run.raw', 'x', 'changed'),
    offers: makeSpendOffers(stage),
  };
}

describe('a notarized file that changed', () => {
  const seen = { blake3: blake3Of('x'), credits: 1 };

  test('is in no offer, not even one of exactly this file, and no yes to a price is one to it (P4)', () => {
    const { changed, offers, folderId, row } = changedFile();
    for (const which of [null, { folderId: String(folderId) }, { fileIds: [String(changed.id)] }]) {
      expect(offers.offer(which)).toMatchObject({ files: 0, credits: 0 });
      offers.agree(which, 99);
    }
    offers.agreeToShown(new Map([[changed.id, changed.contentId ?? 0]]));
    expect(row(changed)).toMatchObject({ state: 'changed', approvedContentId: null });
  });

  test('is kept as a new version by itself, for the bytes and the price that were shown; whoever watches hears of it', () => {
    const { changed, offers, row, events, state } = changedFile();
    expect(offers.keepVersion(changed.id, { ...seen, credits: 0 })).toEqual(
      fail({ kind: 'dearer-than-agreed', credits: 1, agreedCredits: 0 }),
    );
    expect(offers.keepVersion(changed.id, { ...seen, blake3: blake3Of('y') })).toMatchObject({
      fault: { kind: 'preview-changed' },
    });
    expect(row(changed).state).toBe('changed');
    expect(offers.keepVersion(changed.id, seen).ok).toBe(true);
    expect(events).toMatchObject([
      { kind: 'moved', fileId: changed.id, state: row(changed).state },
    ]);
    expect(isPaidFor(row(changed), state)).toBe(true);
    expect(offers.keepVersion(changed.id, seen)).toMatchObject({
      fault: { kind: 'cannot-approve' },
    });
  });
});

const anyWaiting = fc.record({
  folder: fc.nat(3),
  seed: fc.nat(4),
  is: fc.constantFrom('ready', 'changed', 'held'),
  own: fc.option(fc.constantFrom('public', 'private'), { freq: 3 }),
  isAgreed: fc.boolean(),
});

test('the offer is the sum of every waiting file that does not go by itself, equal contents of a place once', () => {
  const sizes = [1, 400, 999_999, 1_000_001, 5_000_000];
  fc.assert(
    fc.property(fc.array(anyWaiting, { maxLength: 20 }), fc.boolean(), (files, isOneFolder) => {
      const p = pipeline();
      const { state, transitions } = p;
      const publicOne = assignment({ visibility: 'public' });
      const folders = [
        state.folders.add('/a', folderRules(), 0),
        state.folders.add('/b', folderRules({ assignment: publicOne }), 0),
        state.folders.add('/by-itself', folderRules({ budgetCredits: 9 }), 0),
        state.folders.add('/gone', folderRules(), 0),
      ];
      for (const [index, { folder, seed, is, own, isAgreed }] of files.entries()) {
        const sizeBytes = sizes[seed] ?? 0;
        const content = addContent(state, `${seed}`, sizeBytes);
        const row = addFile(state, folders[folder] ?? 0, { name: `${index}`, sizeBytes });
        const patch =
          own === null
            ? {}
            : { assignmentId: state.assignments.add(assignment({ visibility: own })) };
        const hashing = state.files.move(row, 'hashing', { ...patch, contentId: content.id });
        state.files.move(hashing, is, { hold: is === 'held' ? 'credits' : null });
        if (isAgreed)
          state.approvals.give({
            fileId: row.id,
            what: 'review',
            contentId: content.id,
            givenAtMs: 0,
          });
      }
      state.folders.remove(folders[3] ?? 0, 0);
      const within = isOneFolder ? folders[1] : undefined;
      const rows = state.files
        .list({ folderId: within, states: ['ready'] }, 0, 99)
        .filter((row) => !isPaidFor(row, state));
      const placeOf = (row: FileRow) =>
        [row.contentId, ...Object.values(transitions.assignmentOf(row))].join();
      const payable = new Map(rows.map((row) => [placeOf(row), transitions.creditsOf(row)]));
      const which = within === undefined ? null : { folderId: String(within) };
      expect(makeSpendOffers(p).offer(which)).toMatchObject({
        files: rows.length,
        bytes: rows.reduce((sum, row) => sum + row.sizeBytes, 0),
        credits: [...payable.values()].reduce((sum, credits) => sum + credits, 0),
      });
      state.close();
    }),
    { numRuns: 8 },
  );
});
