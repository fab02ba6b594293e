import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  addContent,
  addRecord,
  temporaryFolder,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import { dateRecords } from './date-records.ts';

const RECORDED = '2026-11-21T09:05:00.000Z';

test('certificates that were saved before are read for their dates, some at each opening, and a damaged one says nothing', () => {
  const { state } = temporaryState();
  const folder = temporaryFolder();
  const ids = ['a', 'b', 'damaged'].map((seed) => {
    const content = addContent(state, seed);
    const { id, fileId } = addRecord(state, content.id);
    const json = JSON.stringify({ fileId, blake3: content.blake3, recorded: RECORDED });
    fs.writeFileSync(path.join(folder, `${seed}.json`), seed === 'damaged' ? `${json} ` : json);
    const seal = { jsonSha256: hash('sha256', json) };
    fs.writeFileSync(path.join(folder, `${seed}.seal`), JSON.stringify(seal));
    state.records.setCertificate(id, `${seed}.pdf`, `${seed}.json`);
    return id;
  });
  const dates = () => ids.map((id) => state.records.get(id).recordedAtMs);
  dateRecords(state, folder, 1);
  expect(dates()).toEqual([null, null, null]);
  state.preferences.set('certificates-dated-until', '0');
  const recordedAtMs = Date.parse(RECORDED);
  dateRecords(state, folder, 1);
  expect(dates()).toEqual([recordedAtMs, null, null]);
  dateRecords(state, folder, 2);
  expect(dates()).toEqual([recordedAtMs, recordedAtMs, null]);
  dateRecords(state, folder, 2);
  expect(state.preferences.get('certificates-dated-until')).toBe('all');
});
