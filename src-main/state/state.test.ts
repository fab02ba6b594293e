import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePlayedIds } from '../test-support/played-ids.ts';
import {
  addContent,
  addFile,
  fileOf,
  folderRules,
  reopenState,
  temporaryState,
} from '../test-support/temporary-state.ts';
import { openDatabase } from './open-database.ts';

const NOT_THERE = { exists: false, fileName: '', project: '', askedAtMs: 1 };
const THERE = { exists: true, fileName: 'x.raw', project: 'Y', askedAtMs: 1 };

function withFile() {
  const { state } = temporaryState();
  const file = addFile(state, state.folders.add('/data', folderRules(), 0));
  return { state, file };
}

describe('an incomplete history', () => {
  test('a fresh or known database is complete', () => {
    const { state, folder } = temporaryState();
    expect(state.isHistoryIncomplete()).toBe(false);
    state.close();
    expect(reopenState(folder).isHistoryIncomplete()).toBe(false);
  });

  test('a lost database stays incomplete, however often it is opened', () => {
    const { state, folder } = temporaryState();
    state.close();
    fs.rmSync(path.join(folder, 'labseal.db'));
    const again = reopenState(folder);
    expect(again.isHistoryIncomplete()).toBe(true);
    again.close();
    expect(reopenState(folder).isHistoryIncomplete()).toBe(true);
  });

  test('a program that dies right after it opened a lost database does not forget the loss', () => {
    const { state, folder } = temporaryState();
    state.close();
    fs.rmSync(path.join(folder, 'labseal.db'));
    openDatabase(folder, makePlayedIds()).db.close();
    expect(reopenState(folder).isHistoryIncomplete()).toBe(true);
  });

  test('with an older copy, "not there" is asked again and "there" is believed', () => {
    const { state, folder } = temporaryState();
    const absent = addContent(state, 'absent');
    const present = addContent(state, 'present');
    state.contents.keepPlatformAnswer(absent.id, NOT_THERE);
    state.contents.keepPlatformAnswer(present.id, THERE);
    state.close();
    const file = path.join(folder, 'labseal.db');
    const backup = fs.readFileSync(file);
    reopenState(folder).close();
    fs.writeFileSync(file, backup);
    const older = reopenState(folder);
    expect(older.isHistoryIncomplete()).toBe(true);
    expect(older.contents.get(absent.id).platform).toBeNull();
    expect(older.contents.get(present.id).platform).toEqual(THERE);
  });

  test('a known database keeps every answer', () => {
    const { state, folder } = temporaryState();
    const { id } = addContent(state, 'absent');
    state.contents.keepPlatformAnswer(id, NOT_THERE);
    state.close();
    expect(reopenState(folder).contents.get(id).platform).toEqual(NOT_THERE);
  });
});

describe('a transaction', () => {
  test('that throws leaves nothing behind', () => {
    const { state, file } = withFile();
    const work = () => {
      state.files.move(file, 'hashing');
      throw new Error('halfway');
    };
    expect(() => state.transaction(work)).toThrow('halfway');
    expect(fileOf(state, file.id).state).toBe('discovered');
  });

  test('inside another one belongs to it: either both are kept or neither is', () => {
    const { state, file } = withFile();
    const outer = () => {
      state.transaction(() => state.files.move(file, 'hashing'));
      expect(fileOf(state, file.id).state).toBe('hashing');
      throw new Error('too late');
    };
    expect(() => state.transaction(outer)).toThrow('too late');
    expect(fileOf(state, file.id).state).toBe('discovered');
  });

  test('that fails inside another one can be caught there, and takes only its own changes back', () => {
    const { state, file } = withFile();
    state.transaction(() => {
      const hashing = state.files.move(file, 'hashing');
      const inner = () => {
        state.files.move(hashing, 'ignored');
        throw new Error('inner');
      };
      expect(() => state.transaction(inner)).toThrow('inner');
    });
    expect(fileOf(state, file.id).state).toBe('hashing');
  });

  test('refuses work that waits, and keeps nothing of it', () => {
    const { state, file } = withFile();
    const work = async () => {
      state.files.move(file, 'hashing');
      await Promise.resolve();
    };
    expect(() => state.transaction(work)).toThrow('cannot wait');
    expect(fileOf(state, file.id).state).toBe('discovered');
  });

  test('returns what the work returns', () => {
    expect(temporaryState().state.transaction(() => 7)).toBe(7);
  });
});
