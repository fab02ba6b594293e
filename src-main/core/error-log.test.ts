import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { blotSecrets, makeErrorLog } from './error-log.ts';
import { realClock, realIds } from './real-ports.ts';

const CANARY = 'c4n4ry-9f3';
const JWT = `eyJhbGciOiJIUzI1NiJ9.${CANARY}.sig`;
const parts = { clock: realClock, ids: realIds };

test('a mistake is found in a private file under its id, one line each', () => {
  const folder = temporaryFolder();
  const keep = makeErrorLog(folder, parts);
  const ids = [keep('files.show', new Error('first\nsecond')), keep('POST', 'no error at all')];
  const file = path.join(folder, 'errors.log');
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(entries.map(({ id, where }) => [id, where])).toEqual([
    [ids[0], 'files.show'],
    [ids[1], 'POST'],
  ]);
  expect(entries[0]?.['details']).toMatch(/^Error: first\nsecond\n +at /);
  expect(fs.statSync(file).mode % 0o1000).toBe(0o600);
});

test('a log that has grown long begins anew and keeps the one before', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'errors.log');
  fs.writeFileSync(file, 'x'.repeat(1_000_001));
  makeErrorLog(folder, parts)('here', new Error('new'));
  expect(fs.readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
  expect(fs.statSync(`${file}.old`).size).toBe(1_000_001);
});

test('a log that cannot be written takes no answer away', () => {
  const keep = makeErrorLog(path.join(temporaryFolder(), 'absent'), parts);
  expect(keep('here', new Error('lost'))).toMatch(/^[0-9a-f]{12} \(not kept\)$/);
});

test.for([
  `Authorization: Bearer ${CANARY}`,
  `bearer ${CANARY}`,
  `the answer was ${JWT}, it said`,
  `{"email":"a@b.example","password":"${CANARY}"}`,
  `password=${CANARY}`,
  `{ key: '${CANARY}' }`,
  `GET https://x.example/activation/${CANARY} failed`,
  `/users/email/${CANARY}`,
  `https://x.example/f?X-Amz-Signature=${CANARY}&y=1`,
])('%j is kept without its secret', (text) => {
  expect(blotSecrets(text)).toContain('[hidden]');
  expect(blotSecrets(text)).not.toContain(CANARY);
});

test('causes and aggregates are kept, without their secrets', () => {
  const folder = temporaryFolder();
  const cause = new AggregateError([new Error(`Bearer ${CANARY}`)], 'several');
  makeErrorLog(folder, parts)('here', new Error('outer', { cause }));
  const text = fs.readFileSync(path.join(folder, 'errors.log'), 'utf8');
  expect(text).toContain('several');
  expect(text).toContain('[hidden]');
  expect(text).not.toContain(CANARY);
});
