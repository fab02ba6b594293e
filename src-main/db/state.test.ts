import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFakeIds } from '../test-support/fake-ids.ts';
import { addContent, reopenState, temporaryState } from '../test-support/temporary-state.ts';
import { openDatabase } from './open-database.ts';

const NOT_THERE = { exists: false, fileName: '', project: '', askedAtMs: 1 };
const THERE = { exists: true, fileName: 'x.raw', project: 'Y', askedAtMs: 1 };

test('a fresh or known database is complete; in an older copy "not there" is asked again and "there" believed', () => {
  const { state, folder } = temporaryState();
  expect(state.isHistoryIncomplete()).toBe(false);
  const [absent, present] = [addContent(state, 'absent').id, addContent(state, 'present').id];
  state.contents.keepPlatformAnswer(absent, NOT_THERE);
  state.contents.keepPlatformAnswer(present, THERE);
  state.close();
  const file = path.join(folder, 'labseal.db');
  const backup = fs.readFileSync(file);
  const known = reopenState(folder);
  expect(known.isHistoryIncomplete()).toBe(false);
  expect(known.contents.get(absent).platform).toEqual(NOT_THERE);
  known.close();
  fs.writeFileSync(file, backup);
  const older = reopenState(folder);
  expect(older.isHistoryIncomplete()).toBe(true);
  expect(older.contents.get(absent).platform).toBeNull();
  expect(older.contents.get(present).platform).toEqual(THERE);
});

test('a lost database stays incomplete, also for a program that died right after it opened one', () => {
  const { state, folder } = temporaryState();
  state.close();
  fs.rmSync(path.join(folder, 'labseal.db'));
  openDatabase(folder, makeFakeIds()).db.close();
  const again = reopenState(folder);
  expect(again.isHistoryIncomplete()).toBe(true);
  again.close();
  expect(reopenState(folder).isHistoryIncomplete()).toBe(true);
});
