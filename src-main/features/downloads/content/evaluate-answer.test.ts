import { expect, test } from 'vitest';
import { evaluateAnswer, type Have, rangeHeaders } from './ask-store.ts';

const TAG = '"one"';
const NOTHING: Have = { bytes: 0, validator: null, totalBytes: null };
const HALF: Have = { bytes: 500, validator: TAG, totalBytes: 1_000 };
const part = (over: Record<string, string> = {}) => ({
  status: 206,
  headers: {
    etag: TAG,
    'content-range': 'bytes 500-999/1000',
    'content-length': '500',
    ...over,
  },
});

const whole = (etag: string) => ({ status: 200, headers: { etag, 'content-length': '1000' } });
const beyond = (size: number) => ({
  status: 416,
  headers: { 'content-range': `bytes */${size}` },
});

test('a part is asked for only with something that names the content, which goes along', () => {
  expect(rangeHeaders(HALF)).toEqual({ Range: 'bytes=500-', 'If-Range': TAG });
  expect(rangeHeaders({ ...HALF, validator: null })).toEqual({});
  expect(rangeHeaders(NOTHING)).toEqual({});
});

test('a part that fits is appended', () => {
  expect(evaluateAnswer(HALF, part())).toEqual({ do: 'append', totalBytes: 1_000, validator: TAG });
  const untagged = part({ etag: '' });
  expect(evaluateAnswer(HALF, untagged)).toMatchObject({ do: 'append' });
});

test.each<[string, Record<string, string>, string]>([
  ['of another content', { etag: '"two"' }, 'changed'],
  ['of a content of another length', { 'content-range': 'bytes 500-1999/2000' }, 'changed'],
  [
    'from another place',
    { 'content-range': 'bytes 400-999/1000', 'content-length': '600' },
    'no-ranges',
  ],
  ['that ends early', { 'content-range': 'bytes 500-899/1000', 'content-length': '' }, 'no-ranges'],
  ['of another length than it says', { 'content-length': '499' }, 'no-ranges'],
  ['that does not say where it belongs', { 'content-range': 'bytes 500-999/*' }, 'no-ranges'],
])('a part %s is not taken: the whole is asked for', (_what, over, again) => {
  expect(evaluateAnswer(HALF, part(over))).toEqual({ do: 'ask-anew', again });
});

test('a whole answer begins again, and why is known', () => {
  const begun = { do: 'begin', totalBytes: 1_000, validator: TAG };
  expect(evaluateAnswer(NOTHING, whole(TAG))).toEqual({ ...begun, again: null });
  expect(evaluateAnswer(HALF, whole(TAG))).toEqual({ ...begun, again: 'no-ranges' });
  expect(evaluateAnswer(HALF, whole('"two"'))).toMatchObject({ do: 'begin', again: 'changed' });
  const vague = { status: 200, headers: {} };
  expect(evaluateAnswer(NOTHING, vague)).toMatchObject({ totalBytes: null, validator: null });
});

test('a weak tag names no bytes; the time of the last change does', () => {
  const headers = { etag: 'W/"one"', 'last-modified': 'Sat, 21 Nov 2026 09:00:00 GMT' };
  expect(evaluateAnswer(NOTHING, { status: 200, headers })).toMatchObject({
    validator: 'Sat, 21 Nov 2026 09:00:00 GMT',
  });
});

test('beyond the end everything is here when the lengths agree; otherwise it is another content', () => {
  const all = { ...HALF, bytes: 1_000 };
  expect(evaluateAnswer(all, beyond(1_000))).toEqual({ do: 'finish' });
  expect(evaluateAnswer(HALF, beyond(1_000))).toEqual({ do: 'ask-anew', again: 'changed' });
  expect(evaluateAnswer(all, beyond(900))).toEqual({ do: 'ask-anew', again: 'changed' });
  expect(evaluateAnswer(all, { status: 416, headers: {} })).toMatchObject({ do: 'ask-anew' });
  expect(evaluateAnswer(NOTHING, beyond(0))).toMatchObject({ do: 'give-up' });
});

test.each([
  [400, { do: 'new-link' }],
  [401, { do: 'new-link' }],
  [403, { do: 'new-link' }],
  [404, { do: 'give-up', fault: { kind: 'store-trouble', what: 'gone', status: 404 } }],
  [410, { do: 'give-up', fault: { kind: 'store-trouble', what: 'gone', status: 410 } }],
  [408, { do: 'wait', status: 408 }],
  [429, { do: 'wait', status: 429 }],
  [503, { do: 'wait', status: 503 }],
  [307, { do: 'give-up', fault: { kind: 'store-trouble', what: 'redirect', status: 307 } }],
  [204, { do: 'give-up', fault: { kind: 'store-trouble', what: 'strange', status: 204 } }],
  [206, { do: 'give-up', fault: { kind: 'store-trouble', what: 'strange', status: 206 } }],
  [451, { do: 'give-up', fault: { kind: 'store-trouble', what: 'refused', status: 451 } }],
])('code %i means one thing', (status, plan) => {
  expect(evaluateAnswer(NOTHING, { status, headers: {} })).toEqual(plan);
});

test('packed bytes are not those of the file', () => {
  const headers = { 'content-encoding': 'gzip', 'content-length': '10' };
  expect(evaluateAnswer(NOTHING, { status: 200, headers })).toEqual({
    do: 'give-up',
    fault: { kind: 'store-trouble', what: 'compressed', status: 200 },
  });
});
