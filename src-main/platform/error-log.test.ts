import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { makeErrorLog } from './error-log.ts';
import { realClock, realIds } from './real-ports.ts';
import { expectPrivate } from '../test-support/expect-private.ts';

function openLog(folder = temporaryFolder()) {
  const file = path.join(folder, 'errors.log');
  const keep = makeErrorLog(folder, { clock: realClock, ids: realIds });
  return { file, keep, text: () => fs.readFileSync(file, 'utf8') };
}

test('a mistake is found in a private file under its id, one line each', () => {
  const { file, keep, text } = openLog();
  const ids = [keep('files.show', new Error('first\nsecond')), keep('POST', 'no error at all')];
  const lines = text().trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(entries.map(({ id, where }) => [id, where])).toEqual([
    [ids[0], 'files.show'],
    [ids[1], 'POST'],
  ]);
  expect(entries[0]?.['details']).toMatch(/^Error: first\nsecond\n +at /);
  expectPrivate(file);
});

test('a log that has grown long begins anew and keeps the one before', () => {
  const { file, keep, text } = openLog();
  fs.writeFileSync(file, 'x'.repeat(1_000_001));
  keep('here', new Error('new'));
  expect(text().split('\n')).toHaveLength(2);
  expect(fs.statSync(`${file}.old`).size).toBe(1_000_001);
});

test('a log that cannot be written takes no answer away', () => {
  const { keep } = openLog(path.join(temporaryFolder(), 'absent'));
  expect(keep('here', new Error('lost'))).toMatch(/^[0-9a-f]{12} \(not kept\)$/);
});

const SECRET = 'c4n4ry-9f3_Zx';

/** How a mistake carries a text. */
const SHAPES: readonly ((text: string) => unknown)[] = [
  (text) => new Error(text),
  (text) => new Error('outer', { cause: new Error('inner', { cause: new TypeError(text) }) }),
  (text) => new AggregateError([new Error('one'), new Error(text)], 'several'),
  (text) => Object.assign(new Error('request failed'), { config: { headers: { text } } }),
  (text) => Object.assign(new Error('request failed'), { response: { data: text } }),
  (text) => text,
  (text) => ({ said: [text] }),
  (text) => new Error(`line one\r\n${text}\r\n2026-01-01 a line of its own`),
];

/** Where secrets stand in what the program and the service say to each other. */
test.for([
  `Authorization: Bearer ${SECRET}`,
  `AUTHORIZATION: bearer ${SECRET}`,
  `bearer ${SECRET}`,
  `{"headers":{"authorization":"Bearer ${SECRET}"}}`,
  `the answer was eyJhbGciOiJIUzI1NiJ9.${SECRET}.c2ln, it said`,
  `{"email":"a@b.example","password":"${SECRET}"}`,
  `Password = ${SECRET}`,
  `{ key: '${SECRET}' }`,
  `x-labseal-session: ${SECRET}`,
  `GET https://x.example/api/activation/${SECRET} 500`,
  `POST /reset-password/${SECRET}`,
  `GET /forgot-password/${SECRET}%40lab.example`,
  `GET /users/email/${SECRET}@lab.example?x=1`,
  `PATCH https://x.example/uploads/${SECRET} broke at 4711`,
  `https://bucket.example/o?X-Amz-Credential=${SECRET}&X-Amz-Date=1`,
  `https://bucket.example/o?a=1&x-amz-signature=${SECRET}`,
  `https://bucket.example/o?Signature=${SECRET}&Expires=2`,
  `proxy http://lab:${SECRET}@proxy.example:3128 refused`,
])('%s is kept without its secret, however a mistake carries it, as one line', (said) => {
  const { file, keep, text } = openLog();
  for (const shape of SHAPES) {
    fs.rmSync(file, { force: true });
    keep('somewhere', shape(said));
    expect(text()).toContain('[hidden]');
    expect(text()).not.toContain(SECRET);
    expect(text().match(/[\r\n]/g)).toEqual(['\n']);
  }
});
