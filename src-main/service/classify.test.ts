import { describe, expect, test } from 'vitest';
import { Message } from '../../src-shared/service/envelopes.ts';
import { Uploaded } from '../../src-shared/service/files.ts';
import {
  faultOfError,
  faultOfStatus,
  readAnswer,
  type Circumstances,
  type ServiceAnswer,
} from './classify.ts';
import { effectOf } from './effect.ts';
import { TookTooLong } from './network-error.ts';

const NOW_MS = Date.parse('2026-11-21T08:00:00Z');
const around = (over: Partial<Circumstances> = {}): Circumstances => ({
  effect: 'none',
  mayHaveActed: true,
  nowMs: NOW_MS,
  ...over,
});
const paid = around({ effect: 'paid' });
const free = around({ effect: 'free' });
const paidBeforeTheGate = around({ effect: 'paid', mayHaveActed: false });

const answer = (over: Partial<ServiceAnswer> = {}): ServiceAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  text: '{}',
  ...over,
});
const words = (statusCode: number, message = 'No.') =>
  JSON.stringify({ error: { statusCode, message } });
const HTML = '<!DOCTYPE html><title>Log in to the guest network</title>';
const asHtml = { headers: { 'content-type': 'text/html; charset=utf-8' }, text: HTML };

const failure = (code: string) => Object.assign(new Error('x'), { code });
const hidden = (text: string, circumstances = around()) =>
  readAnswer(answer({ text }), Message, circumstances);

describe('statuses', () => {
  test.each([
    [400, { kind: 'refused', status: 400, serviceSays: 'No.' }],
    [401, { kind: 'not-signed-in', serviceSays: 'No.' }],
    [402, { kind: 'refused', status: 402, serviceSays: 'No.' }],
    [403, { kind: 'forbidden', serviceSays: 'No.' }],
    [404, { kind: 'not-found', serviceSays: 'No.' }],
    [409, { kind: 'refused', status: 409, serviceSays: 'No.' }],
    [413, { kind: 'too-large', serviceSays: 'No.' }],
    [429, { kind: 'throttled', retryAfterMs: null }],
    [408, { kind: 'unavailable', why: 'timed-out', status: 408, retryAfterMs: null }],
    [500, { kind: 'unavailable', why: 'server-error', status: 500, retryAfterMs: null }],
    [503, { kind: 'unavailable', why: 'server-error', status: 503, retryAfterMs: null }],
    [511, { kind: 'not-the-service', what: 'html' }],
    [101, { kind: 'not-the-service', what: 'unreadable' }],
  ])('%i reads as its own fault', (status, fault) => {
    expect(faultOfStatus(answer({ status, text: words(status) }), around())).toEqual(fault);
  });

  test('the second error envelope is read like the first', () => {
    const text = JSON.stringify({
      success: false,
      error: { code: 'INVALID_FILE_TYPE', message: 'Not a file we take', details: '' },
    });
    expect(faultOfStatus(answer({ status: 400, text }), around())).toEqual({
      kind: 'refused',
      status: 400,
      serviceSays: 'Not a file we take',
    });
  });

  test("a body that is no envelope leaves the service's words empty", () => {
    for (const text of ['', 'nope', '[]', '{"error":"x"}', '{"error":{"message":7}}']) {
      expect(faultOfStatus(answer({ status: 403, text }), around())).toEqual({
        kind: 'forbidden',
        serviceSays: null,
      });
    }
  });

  test('a page with 403 or 404 is not the service, and never "this does not exist"', () => {
    for (const status of [400, 403, 404, 407]) {
      for (const circumstances of [around(), free, paid]) {
        expect(faultOfStatus(answer({ status, ...asHtml }), circumstances)).toEqual({
          kind: 'not-the-service',
          what: 'html',
        });
      }
    }
  });

  test('401, 413, 429 and 5xx keep their meaning when a proxy wrote the page', () => {
    const kinds = [401, 413, 429, 502].map(
      (status) => faultOfStatus(answer({ status, ...asHtml }), around())?.kind,
    );
    expect(kinds).toEqual(['not-signed-in', 'too-large', 'throttled', 'unavailable']);
  });
});

describe('answers that are not the service', () => {
  test.each([
    ['a portal says so in its content type', asHtml, 'html'],
    ['a portal hides its content type', { text: `  ${HTML}` }, 'html'],
    ['not JSON', { text: 'OK' }, 'unreadable'],
    ['empty', { text: '' }, 'unreadable'],
    ['cut JSON', { text: '{"message":"do' }, 'unreadable'],
    ['another shape', { text: '[1,2]' }, 'unreadable'],
    ['too deep', { text: '['.repeat(65) + ']'.repeat(65) }, 'unreadable'],
    ['a redirect', { status: 302, headers: { location: 'https://x.example' } }, 'redirect'],
    ['a permanent redirect', { status: 308 }, 'redirect'],
    ['not modified', { status: 304 }, 'redirect'],
  ])('a read: %s', (_case, over, what) => {
    const read = readAnswer(answer(over), Message, around());
    expect(read).toEqual({ ok: false, fault: { kind: 'not-the-service', what } });
  });

  test('the same after a request with effect is an unknown outcome', () => {
    const strange = [asHtml, { text: 'OK' }, { text: '[1,2]' }, { status: 302 }, { status: 307 }];
    for (const over of strange) {
      for (const circumstances of [free, paid]) {
        expect(readAnswer(answer(over), Message, circumstances)).toEqual({
          ok: false,
          fault: { kind: 'unknown-outcome', why: 'unreadable-answer' },
        });
      }
      expect(readAnswer(answer(over), Message, paidBeforeTheGate)).toMatchObject({
        fault: { kind: 'not-the-service' },
      });
    }
  });

  test('a success without the id of what was paid for is an unknown outcome', () => {
    const read = readAnswer(answer({ status: 201, text: '{"message":"ok"}' }), Uploaded, paid);
    expect(read).toEqual({
      ok: false,
      fault: { kind: 'unknown-outcome', why: 'unreadable-answer' },
    });
  });

  test('`__proto__` in an answer changes nothing but itself', () => {
    const text = '{"__proto__":{"polluted":1},"message":"ok","extra":1}';
    const read = readAnswer(answer({ text }), Message, around());
    expect(read).toEqual({ ok: true, value: { message: 'ok' } });
    expect('polluted' in {}).toBe(false);
  });
});

describe('errors hidden in a success', () => {
  test('an error envelope under 200 counts as the status it names', () => {
    expect(hidden(words(403))).toMatchObject({ fault: { kind: 'forbidden', serviceSays: 'No.' } });
    expect(hidden(words(500), paid)).toMatchObject({ fault: { kind: 'unknown-outcome' } });
    const coded = '{"success":false,"error":{"code":"X","message":"Not today","details":""}}';
    expect(hidden(coded, paid)).toMatchObject({
      fault: { kind: 'refused', status: 400, serviceSays: 'Not today' },
    });
    expect(hidden('{"info":{"statusCode":404,"responseMessage":"no"}}')).toMatchObject({
      fault: { kind: 'not-found' },
    });
  });

  test('a success that names 200 or 201 inside is a success', () => {
    const text = '{"info":{"statusCode":201,"responseMessage":"made"},"message":"made"}';
    expect(readAnswer(answer({ status: 201, text }), Message, paid)).toEqual({
      ok: true,
      value: { message: 'made' },
    });
  });
});

describe('Retry-After', () => {
  test.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': ' 90 ' }, 90_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 08:02:00 GMT' }, 120_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 07:00:00 GMT' }, 0],
    // the service's clock is an hour ahead of ours: its own Date decides
    [
      {
        'retry-after': 'Sat, 21 Nov 2026 09:00:30 GMT',
        date: 'Sat, 21 Nov 2026 09:00:00 GMT',
      },
      30_000,
    ],
    [{ 'retry-after': '315360000' }, 900_000],
    [{ 'retry-after': '9'.repeat(400) }, 900_000],
    [{ 'retry-after': 'Tue, 21 Nov 2036 08:00:00 GMT' }, 900_000],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': '1.5' }, null],
    [{ 'retry-after': '2026-11-21' }, null],
    [{}, null],
  ])('%j', (fields, retryAfterMs) => {
    expect(faultOfStatus(answer({ status: 429, headers: fields }), around())).toEqual({
      kind: 'throttled',
      retryAfterMs,
    });
  });

  test('503 carries it too', () => {
    const fields = { 'retry-after': '3' };
    expect(faultOfStatus(answer({ status: 503, headers: fields }), around())).toMatchObject({
      kind: 'unavailable',
      retryAfterMs: 3_000,
    });
  });
});

describe('5xx and effects', () => {
  test.each([500, 502, 503, 504, 408])('%i: unknown only where it was paid', (status) => {
    expect(faultOfStatus(answer({ status }), paid)?.kind).toBe('unknown-outcome');
    expect(faultOfStatus(answer({ status }), free)?.kind).toBe('unavailable');
    expect(faultOfStatus(answer({ status }), around())?.kind).toBe('unavailable');
    expect(faultOfStatus(answer({ status }), paidBeforeTheGate)?.kind).toBe('unavailable');
  });

  test('a refusal of a paid request is a refusal: nothing was carried out', () => {
    for (const status of [400, 401, 402, 403, 404, 413, 429]) {
      expect(faultOfStatus(answer({ status, text: words(status) }), paid)?.kind).not.toBe(
        'unknown-outcome',
      );
    }
  });
});

describe('no answer', () => {
  test.each([
    ['ENOTFOUND', 'no-address'],
    ['EAI_AGAIN', 'no-address'],
    ['ECONNREFUSED', 'no-connection'],
    ['EHOSTUNREACH', 'no-connection'],
    ['ENETUNREACH', 'no-connection'],
    ['ERR_PROXY_TUNNEL', 'no-connection'],
    ['ECONNRESET', 'broken-connection'],
    ['EPIPE', 'broken-connection'],
    ['HPE_INVALID_CONSTANT', 'broken-connection'],
    ['HPE_HEADER_OVERFLOW', 'broken-connection'],
    ['ERR_STREAM_PREMATURE_CLOSE', 'broken-connection'],
    ['ETIMEDOUT', 'timed-out'],
    ['CERT_HAS_EXPIRED', 'insecure'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'insecure'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'insecure'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'insecure'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'insecure'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'insecure'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'insecure'],
    ['EPROTO', 'insecure'],
  ])('%s: %s', (code, why) => {
    const error = failure(code);
    const offline = { kind: 'unavailable', why, status: null, retryAfterMs: null };
    expect(faultOfError(error, around())).toEqual(offline);
    expect(faultOfError(error, paidBeforeTheGate)).toEqual(offline);
    expect(faultOfError(error, paid)).toEqual({ kind: 'unknown-outcome', why });
    expect(faultOfError(error, free)).toEqual({ kind: 'unknown-outcome', why });
  });

  test('the innermost code counts: of a cause, of several addresses, of our own limits', () => {
    const wrapped = new Error('outer', { cause: failure('CERT_HAS_EXPIRED') });
    const several = new AggregateError([failure('ECONNREFUSED'), failure('EHOSTUNREACH')]);
    expect(faultOfError(wrapped, around())).toMatchObject({ why: 'insecure' });
    expect(faultOfError(several, around())).toMatchObject({ why: 'no-connection' });
    expect(faultOfError(new TookTooLong(), around())).toMatchObject({ why: 'timed-out' });
  });

  test('a bug is not the network', () => {
    const coded = Object.assign(new TypeError('bad header'), { code: 'ERR_INVALID_CHAR' });
    for (const bug of [new Error('x'), new TypeError('y'), coded, 'text', null]) {
      expect(faultOfError(bug, around())).toBeNull();
    }
  });
});

describe('what a request does', () => {
  test.each([
    ['listProjects', 'none'],
    ['login', 'none'],
    ['verifyContent', 'none'],
    ['activate', 'free'],
    ['forgotPassword', 'free'],
    ['updateUser', 'free'],
    ['removeMember', 'free'],
    ['createProject', 'paid'],
    ['inviteMember', 'paid'],
    ['uploadPublicFile', 'paid'],
    ['uploadPrivateFile', 'paid'],
    ['deletePublicFile', 'paid'],
    ['deletePrivateFile', 'paid'],
    ['adjustCredits', 'paid'],
  ] as const)('%s: %s', (name, effect) => {
    expect(effectOf(name)).toBe(effect);
  });
});
