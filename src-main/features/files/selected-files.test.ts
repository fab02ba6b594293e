import { expect, test } from 'vitest';
import { THERE_BEFORE } from '../../../src-shared/model/folders/folder-rules.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { addContent, addFile, addRecord, folderRules } from '../../test-support/temporary-state.ts';
import { makeSpendApproval } from '../credits/credits.ts';
import { makeSpendOffers } from '../credits/spend-offers.ts';
import { makeSelectedFiles } from './selected-files.ts';

const FILES = 1_200;
const ALL = { filter: {}, exceptIds: [] };

const named = (...rows: readonly { readonly id: number }[]) => ({
  fileIds: rows.map(({ id }) => String(id)),
});

/** Held files that a person may approve, more than are read at once, and one of each other kind. */
function manyFiles() {
  const stage = pipeline();
  const { state } = stage;
  const folderId = state.folders.add('/many', folderRules(), 0);
  const content = addContent(state, 'x', 1);
  const held = state.transaction(() =>
    Array.from({ length: FILES }, (_, index) => {
      const row = addFile(state, folderId, { name: `run-${index}.raw`, sizeBytes: 1 });
      const hashing = state.files.move(row, 'hashing', { contentId: content.id });
      return state.files.move(hashing, 'held', { hold: 'size_confirm' });
    }),
  );
  const ready = stage.put('ready.raw', 'y', 'ready');
  const before = addFile(state, folderId, { name: 'before.raw', sizeBytes: 1 });
  state.files.move(before, 'ignored', { message: THERE_BEFORE });
  const known = stage.put('known.raw', 'z', 'ready');
  const record = addRecord(state, known.contentId ?? 0);
  state.files.move(known, 'duplicate', { recordId: record.id });
  const earlier: number[][] = [];
  const selected = makeSelectedFiles({
    ...stage,
    files: { assign: async (ids) => ok(ids) },
    folders: {
      earlierFiles: (ids) => (ids.includes(before.id) ? [before] : []),
      takeBaselineFiles: (ids) => {
        earlier.push([...ids]);
        return ids;
      },
    },
    credits: makeSpendApproval(stage),
    offers: makeSpendOffers(stage),
  });
  return { ...stage, held, ready, before, earlier, selected };
}

test('a selection is a list and its exceptions: every row of it counts, and every row is decided about', () => {
  const { state, held, before, earlier, selected } = manyFiles();
  const [first, second] = held;
  const exceptIds = [String(first?.id)];
  expect(selected.summary({ filter: {}, exceptIds })).toMatchObject({
    files: FILES + 2,
    upload: { files: 1, credits: 1 },
    approve: { files: FILES, credits: FILES },
    include: { files: 1, credits: 1 },
  });
  // What came after somebody had seen the list is not chosen.
  const upToId = String(second?.id);
  expect(selected.summary({ filter: { states: ['held'] }, exceptIds, upToId }).files).toBe(1);
  const runs = { filter: { text: 'run-' }, exceptIds };
  expect(selected.approve(runs, FILES - 2)).toEqual(
    fail({ kind: 'dearer-than-agreed', credits: FILES - 1, agreedCredits: FILES - 2 }),
  );
  expect(state.files.get(second?.id ?? 0)?.state).toBe('held');
  expect(selected.approve(runs, FILES - 1)).toMatchObject({ ok: true });
  const states = held.map(({ id }) => state.files.get(id)?.state);
  expect(new Set(states.slice(1))).toEqual(new Set(['checking']));
  expect(states[0]).toBe('held');
  expect(selected.takeEarlier(ALL, 0).ok).toBe(false);
  expect(selected.takeEarlier(ALL, 1)).toEqual(ok([before.id]));
  expect(earlier).toEqual([[before.id]]);
});

test('rows that are named are those, however often they are named', () => {
  const { ready, selected } = manyFiles();
  const twice = { fileIds: [String(ready.id), String(ready.id)] };
  expect(selected.summary(twice)).toMatchObject({ files: 1, upload: { files: 1 }, recorded: 0 });
});

test('of files that were named, one that is still written keeps no other from being approved: it waits', () => {
  const stage = manyFiles();
  const { state, held, ready, row, selected } = stage;
  const [first] = held;
  const grows = state.files.move(stage.put('grows.raw', 'w', 'ready'), 'settling');
  const whole = { isWhole: true };
  expect(selected.approve(named(grows), 9, whole)).toMatchObject({
    fault: { kind: 'cannot-approve', state: 'settling' },
  });
  if (first === undefined) throw new Error('none is held');
  expect(selected.approve(named(first, ready, grows), 9, whole)).toMatchObject({
    fault: { kind: 'cannot-approve', state: 'ready' },
  });
  expect(selected.approve(named(first, grows), 9, whole)).toEqual(ok([first.id]));
  expect(row(grows).state).toBe('settling');
});

test('an approval of what awaits none is refused with its state', () => {
  const { ready, selected } = manyFiles();
  expect(selected.approve({ fileIds: [String(ready.id)] }, 9)).toMatchObject({
    ok: false,
    fault: { kind: 'cannot-approve', state: 'ready' },
  });
});
