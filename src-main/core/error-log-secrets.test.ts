/** Whatever goes wrong, and wherever in it a secret stands, the log does not have it. */
import fs from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { makeErrorLog } from './error-log.ts';
import { realClock, realIds } from './real-ports.ts';

/** Where secrets stand in what the program and the service say to each other. */
const PLACES: readonly ((secret: string) => string)[] = [
  (secret) => `Authorization: Bearer ${secret}`,
  (secret) => `AUTHORIZATION: bearer ${secret}`,
  (secret) => `{"headers":{"authorization":"Bearer ${secret}"}}`,
  (secret) => `eyJhbGciOiJIUzI1NiJ9.${secret}.c2ln`,
  (secret) => `{"email":"a@b.example","password":"${secret}"}`,
  (secret) => `Password = ${secret}`,
  (secret) => `x-labseal-session: ${secret}`,
  (secret) => `GET https://x.example/api/activation/${secret} 500`,
  (secret) => `POST /reset-password/${secret}`,
  (secret) => `GET /forgot-password/${secret}%40lab.example`,
  (secret) => `GET /users/email/${secret}@lab.example?x=1`,
  (secret) => `PATCH https://x.example/uploads/${secret} broke at 4711`,
  (secret) => `https://bucket.example/o?X-Amz-Credential=${secret}&X-Amz-Date=1`,
  (secret) => `https://bucket.example/o?a=1&x-amz-signature=${secret}`,
  (secret) => `https://bucket.example/o?Signature=${secret}&Expires=2`,
  (secret) => `proxy http://lab:${secret}@proxy.example:3128 refused`,
];

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

test('no secret of any place is in the log, however the mistake carries it, and each mistake is one line', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'errors.log');
  const keep = makeErrorLog(folder, { clock: realClock, ids: realIds });
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/),
      fc.constantFrom(...PLACES),
      fc.constantFrom(...SHAPES),
      (secret, place, shape) => {
        fs.rmSync(file, { force: true });
        keep('somewhere', shape(place(secret)));
        const text = fs.readFileSync(file, 'utf8');
        expect(text).toContain('[hidden]');
        expect(text).not.toContain(secret);
        expect(text.match(/[\r\n]/g)).toEqual(['\n']);
      },
    ),
    { numRuns: 150 },
  );
});
