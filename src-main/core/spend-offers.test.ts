import { expect, test } from 'vitest';
import { fail } from '../../src-shared/model/result.ts';
import type { FileTree } from '../sync/file-tree.ts';
import { pickFile } from '../sync/picked-files.ts';
import { pipeline } from '../sync/test-support/pipeline.ts';
import { assignment, folderRules, identity } from '../test-support/temporary-state.ts';
import { makeSpendOffers } from './spend-offers.ts';
import { isPaidFor } from './standing-policy.ts';

const never = new AbortController().signal;

test('[FX40] a public file that waits for credits goes as a private one for the price that was agreed to, and no more', async () => {
  const dear = assignment({ visibility: 'public', labels: 'MS2' });
  const lane = pipeline(folderRules({ assignment: dear }));
  const { state, desk, clock, row } = lane;
  const held = state.files.move(lane.put('run.raw', 'x', 'ready'), 'held', { hold: 'credits' });
  const fileTree: Pick<FileTree, 'identify'> = {
    identify: async () => ({ kind: 'file', identity: identity() }),
  };
  const ports = { state, desk, fileTree: fileTree as FileTree, nowMs: clock.nowMs() };
  await pickFile('/data/run.raw', { ...dear, visibility: 'private' }, ports, never);
  expect(row(held).state).toBe('ready');
  expect(desk.assignmentOf(row(held))).toEqual({ ...dear, visibility: 'private' });
  expect(isPaidFor(row(held), state)).toBe(false);

  const offers = makeSpendOffers({ state, clock });
  const which = { fileIds: [String(held.id)] };
  expect(offers.agree(which, 0)).toEqual(
    fail({ kind: 'dearer-than-agreed', credits: 1, agreedCredits: 0 }),
  );
  expect(offers.agree(which, 1)).toMatchObject({ value: { files: 1, credits: 1 } });
  expect(isPaidFor(row(held), state)).toBe(true);
});
