import { describe, expect, test } from 'vitest';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import { Message } from '../../src-shared/service/envelopes.ts';
import { Uploaded } from '../../src-shared/service/files.ts';
import { CreditBalance, Transactions } from '../../src-shared/service/users.ts';
import {
  type Circumstances,
  effectOf,
  faultOfError,
  faultOfStatus,
  readAnswer,
  type ServiceAnswer,
  waitedMs,
} from './classify.ts';
import { AtProxy, TookTooLong } from './network-error.ts';

const nowMs = Date.parse('2026-11-21T08:00:00Z');
const read: Circumstances = { effect: 'none', mayHaveActed: true, nowMs };
const free: Circumstances = { ...read, effect: 'free' };
const paid: Circumstances = { ...read, effect: 'paid' };
const paidBeforeTheGate: Circumstances = { ...paid, mayHaveActed: false };

const answer = (over: Partial<ServiceAnswer> = {}): ServiceAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  text: '{}',
  ...over,
});
const words = (statusCode: number) => JSON.stringify({ error: { statusCode, message: 'No.' } });
const coded = '{"success":false,"error":{"code":"X","message":"Not today","details":""}}';
const HTML = '<!DOCTYPE html><title>Log in to the guest network</title>';
const asHtml = { headers: { 'content-type': 'text/html; charset=utf-8' }, text: HTML };
const failure = (code: string) => Object.assign(new Error('x'), { code });
const says = (text: string) => faultOfStatus(answer({ status: 403, text }), read);
const kindOf = (status: number) => faultOfStatus(answer({ status, ...asHtml }), read)?.kind;
const denied = (status: number, fault: ServiceFault): ServiceFault => ({
  kind: 'unknown-outcome',
  why: 'denied',
  denial: { status, fault },
});
const UNKNOWN = { kind: 'unknown-outcome', why: 'unreadable-answer' };

describe('statuses', () => {
  test.each<[number, ServiceFault]>([
    [400, { kind: 'refused', status: 400, serviceSays: 'No.' }],
    [401, { kind: 'not-signed-in', serviceSays: 'No.' }],
    [402, { kind: 'refused', status: 402, serviceSays: 'No.' }],
    [403, { kind: 'forbidden', serviceSays: 'No.' }],
    [404, { kind: 'not-found', serviceSays: 'No.' }],
    [409, { kind: 'refused', status: 409, serviceSays: 'No.' }],
    [413, { kind: 'too-large', serviceSays: 'No.' }],
    [429, { kind: 'throttled', retryAfterMs: null }],
  ])(
    '%i reads as its own fault; where it was paid, as a denial that may come after the deed',
    (status, fault) => {
      const refusal = answer({ status, text: words(status) });
      for (const circumstances of [read, free, paidBeforeTheGate]) {
        expect(faultOfStatus(refusal, circumstances)).toEqual(fault);
      }
      expect(faultOfStatus(refusal, paid)).toEqual(denied(status, fault));
    },
  );

  test.each([
    [408, 'timed-out'],
    [500, 'server-error'],
    [502, 'server-error'],
    [503, 'server-error'],
    [504, 'server-error'],
  ])('%i means that it is not available, unknown only where it was paid', (status, why) => {
    const fault = { kind: 'unavailable', why, status, retryAfterMs: null };
    for (const circumstances of [read, free, paidBeforeTheGate]) {
      expect(faultOfStatus(answer({ status }), circumstances)).toEqual(fault);
    }
    expect(faultOfStatus(answer({ status }), paid)).toEqual({ kind: 'unknown-outcome', why });
  });

  test.each([
    [425, 'timed-out'],
    [501, 'server-error'],
  ] as const)('%i means the same, and denies what was paid', (status, why) => {
    const fault = { kind: 'unavailable', why, status, retryAfterMs: null } as const;
    for (const circumstances of [read, free, paidBeforeTheGate]) {
      expect(faultOfStatus(answer({ status }), circumstances)).toEqual(fault);
    }
    expect(faultOfStatus(answer({ status }), paid)).toEqual(denied(status, fault));
  });

  test.each([
    [511, 'html'],
    [101, 'unreadable'],
  ])('%i is never from the service', (status, what) => {
    expect(faultOfStatus(answer({ status }), read)).toEqual({ kind: 'not-the-service', what });
  });

  test("the service's words are read from both of its envelopes, and are empty without one", () => {
    expect(says(coded)).toEqual({ kind: 'forbidden', serviceSays: 'Not today' });
    for (const text of ['', 'nope', '[]', '{"error":"x"}', '{"error":{"message":7}}']) {
      expect(says(text)).toEqual({ kind: 'forbidden', serviceSays: null });
    }
  });

  test('a page with 403 or 404 is not the service, and never "this does not exist"', () => {
    for (const status of [400, 403, 404, 407]) {
      const page = { kind: 'not-the-service', what: 'html' } as const;
      for (const circumstances of [read, free]) {
        expect(faultOfStatus(answer({ status, ...asHtml }), circumstances)).toEqual(page);
      }
      expect(faultOfStatus(answer({ status, ...asHtml }), paid)).toEqual(denied(status, page));
    }
  });

  test('401, 413, 429 and 5xx keep their meaning when a proxy wrote the page', () => {
    const kinds = ['not-signed-in', 'too-large', 'throttled', 'unavailable'];
    expect([401, 413, 429, 502].map(kindOf)).toEqual(kinds);
  });
});

describe('answers that are not the service', () => {
  test.each([
    ['a portal that says so in its content type', asHtml, 'html'],
    ['a portal that hides its content type', { text: `  ${HTML}` }, 'html'],
    ['what is no JSON', { text: 'OK' }, 'unreadable'],
    ['nothing', { text: '' }, 'unreadable'],
    ['cut JSON', { text: '{"message":"do' }, 'unreadable'],
    ['another shape', { text: '[1,2]' }, 'unreadable'],
    ['too deep a shape', { text: '['.repeat(65) + ']'.repeat(65) }, 'unreadable'],
    ['a redirect to a result', { status: 303, headers: { location: '/x' } }, 'redirect'],
    ['not modified', { status: 304 }, 'redirect'],
  ])(
    '%s is no answer, and an unknown outcome where the request had an effect',
    (_what, over, what) => {
      const fault = { kind: 'not-the-service', what };
      for (const circumstances of [read, paidBeforeTheGate]) {
        expect(readAnswer(answer(over), Message, circumstances)).toEqual({ ok: false, fault });
      }
      for (const circumstances of [free, paid]) {
        const unknown = { ok: false, fault: UNKNOWN };
        expect(readAnswer(answer(over), Message, circumstances)).toEqual(unknown);
      }
    },
  );

  test.each([
    ['{"creditBalance":10.5}', CreditBalance, { field: 'creditBalance' }],
    ['{"creditBalance":null}', CreditBalance, { field: 'creditBalance' }],
    ['{"txs":[{"id":"t","amount":1.5}]}', Transactions, { field: 'amount' }],
    ['{"session":"expired"}', CreditBalance, {}],
    ['"creditBalance"', CreditBalance, {}],
  ])('what the service says as documented nowhere is named: %s', (text, schema, named) => {
    const fault = { kind: 'not-the-service', what: 'unreadable', ...named };
    expect(readAnswer(answer({ text }), schema, read)).toEqual({ ok: false, fault });
  });

  test.each([301, 302, 307, 308])('a redirect with %i also denies what was paid', (status) => {
    const redirect = answer({ status, headers: { location: 'https://x.example' } });
    const fault: ServiceFault = { kind: 'not-the-service', what: 'redirect' };
    for (const circumstances of [read, paidBeforeTheGate]) {
      expect(faultOfStatus(redirect, circumstances)).toEqual(fault);
    }
    expect(faultOfStatus(redirect, free)).toEqual(UNKNOWN);
    expect(faultOfStatus(redirect, paid)).toEqual(denied(status, fault));
  });

  test('a success without the id of what was paid for is an unknown outcome', () => {
    const made = readAnswer(answer({ status: 201, text: '{"message":"ok"}' }), Uploaded, paid);
    expect(made).toEqual({ ok: false, fault: UNKNOWN });
  });
});

describe('errors hidden in a success', () => {
  test.each([
    [words(403), read, { kind: 'forbidden', serviceSays: 'No.' }],
    [words(500), paid, { kind: 'unknown-outcome' }],
    [coded, free, { kind: 'refused', status: 400, serviceSays: 'Not today' }],
    [coded, paid, { why: 'denied', denial: { status: 400 } }],
    ['{"info":{"statusCode":404,"responseMessage":"no"}}', read, { kind: 'not-found' }],
  ])('%s counts as the status it names', (text, circumstances, fault) => {
    expect(readAnswer(answer({ text }), Message, circumstances)).toMatchObject({ fault });
  });

  test('a success that names 200 or 201 inside is a success', () => {
    const text = '{"info":{"statusCode":201,"responseMessage":"made"},"message":"made"}';
    const made = readAnswer(answer({ status: 201, text }), Message, paid);
    expect(made).toEqual({ ok: true, value: { message: 'made' } });
  });
});

describe('Retry-After', () => {
  test.each([
    ['7', 7_000],
    ['0', 0],
    [' 90 ', 90_000],
    ['Sat, 21 Nov 2026 08:02:00 GMT', 120_000],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['3600', 3_600_000],
    ['315360000', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['Tue, 21 Nov 2036 08:00:00 GMT', 86_400_000],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['2026-11-21', null],
    [undefined, null],
  ])('%j', (text, retryAfterMs) => {
    const headers = { 'retry-after': text };
    const throttled = { kind: 'throttled', retryAfterMs };
    expect(faultOfStatus(answer({ status: 429, headers }), read)).toEqual(throttled);
    expect(faultOfStatus(answer({ status: 503, headers }), read)).toMatchObject({ retryAfterMs });
  });

  test.each([
    [null, 0],
    [7_000, 7_000],
    [3_600_000, 900_000],
  ])(
    'of a pause of %j ms so much is waited for before the service is asked again: %i',
    (asked, waited) => {
      expect(waitedMs(asked)).toBe(waited);
    },
  );

  test("a date is held against the service's own clock, which may be an hour ahead of ours", () => {
    const [after, date] = ['Sat, 21 Nov 2026 09:00:30 GMT', 'Sat, 21 Nov 2026 09:00:00 GMT'];
    const throttled = answer({ status: 429, headers: { 'retry-after': after, date } });
    expect(faultOfStatus(throttled, read)).toMatchObject({ retryAfterMs: 30_000 });
  });
});

describe('no answer', () => {
  test.each([
    ['no-address', ['ENOTFOUND', 'EAI_NONAME']],
    ['no-network', ['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL']],
    ['no-connection', ['ECONNREFUSED', 'EHOSTUNREACH']],
    ['blocked', ['EACCES', 'EPERM']],
    ['no-sockets', ['EMFILE', 'ENFILE', 'ENOBUFS']],
    ['broken-connection', ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']],
    ['broken-connection', ['HPE_INVALID_EOF_STATE']], // cut off in the middle of the headers
    ['not-http', ['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW']],
    ['timed-out', ['ETIMEDOUT']],
    ['expired-certificate', ['CERT_HAS_EXPIRED']],
    ['early-certificate', ['CERT_NOT_YET_VALID']],
    ['other-name', ['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH']],
    ['unknown-authority', ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']],
    ['unknown-authority', ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']],
    ['old-tls', ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'ERR_SSL_UNSUPPORTED_PROTOCOL']],
    ['not-tls', ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_HTTP_REQUEST']],
    ['client-certificate', ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED']],
    ['refused-handshake', ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE']],
    ['refused-handshake', ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR']],
    [
      'broken-connection',
      ['ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING'],
    ],
    ['insecure', ['CERT_REVOKED', 'ERR_SSL_WHATEVER', 'EPROTO', 'UNSPECIFIED', 'CRL_HAS_EXPIRED']],
  ])('%s: %j, and unknown where it may have acted', (why, codes) => {
    const offline = { kind: 'unavailable', why, status: null, retryAfterMs: null };
    for (const error of codes.map(failure)) {
      expect(faultOfError(error, read)).toEqual(offline);
      expect(faultOfError(error, paidBeforeTheGate)).toEqual(offline);
      expect(faultOfError(error, paid)).toEqual({ kind: 'unknown-outcome', why });
      expect(faultOfError(error, free)).toEqual({ kind: 'unknown-outcome', why });
    }
  });

  test('the innermost code counts: of a cause, of several addresses, of our own limits', () => {
    const wrapped = new Error('outer', { cause: failure('CERT_HAS_EXPIRED') });
    const several = new AggregateError([failure('ECONNREFUSED'), failure('EHOSTUNREACH')]);
    expect(faultOfError(wrapped, read)).toMatchObject({ why: 'expired-certificate' });
    expect(faultOfError(several, read)).toMatchObject({ why: 'no-connection' });
    // Without IPv6 every such address is unreachable, and that says nothing about the service.
    const withoutIpv6 = new AggregateError([failure('ECONNREFUSED'), failure('ENETUNREACH')]);
    expect(faultOfError(withoutIpv6, read)).toMatchObject({ why: 'no-connection' });
    expect(faultOfError(new TookTooLong(), read)).toMatchObject({ why: 'timed-out' });
  });

  test.each([
    [
      'EPROTO',
      'write EPROTO 40:error:0A00042E:SSL routines::tlsv1 alert protocol version',
      'old-tls',
    ],
    ['EPROTO', '40:error:0A00010B:SSL routines::wrong version number', 'not-tls'],
    [
      'EPROTO',
      '40:error:0A000410:SSL routines::ssl/tls alert handshake failure',
      'refused-handshake',
    ],
    ['UNSPECIFIED', 'EE certificate key too weak', 'weak-certificate'],
    ['UNSPECIFIED', 'CA signature digest algorithm too weak', 'weak-certificate'],
    ['ECONNRESET', 'wrong version number of key too weak', 'broken-connection'],
  ])('where a code of OpenSSL says nothing its words do: %s, %s', (code, message, why) => {
    const error = Object.assign(new Error(message), { code });
    expect(faultOfError(error, read)).toMatchObject({ why });
  });

  test.each([
    ['ENOTFOUND', 'proxy-no-address'],
    ['ECONNREFUSED', 'proxy-no-connection'],
    ['ETIMEDOUT', 'proxy-no-connection'],
    ['ECONNRESET', 'proxy-broken'],
    ['ERR_PROXY_TUNNEL', 'proxy-broken'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'proxy-broken'],
    ['CERT_HAS_EXPIRED', 'proxy-insecure'],
    ['EMFILE', 'no-sockets'],
    ['EAI_AGAIN', 'no-network'],
  ])('on the way to a proxy %s is %s', (code, why) => {
    const error = new Error('axios', { cause: new AtProxy(failure(code)) });
    expect(faultOfError(error, read)).toMatchObject({ why });
  });

  test('a bug is not the network', () => {
    const badHeader = Object.assign(new TypeError('bad header'), { code: 'ERR_INVALID_CHAR' });
    for (const bug of [new Error('x'), new TypeError('y'), badHeader, 'text', null]) {
      expect(faultOfError(bug, read)).toBeNull();
    }
  });
});

test.each([
  ['none', ['listProjects', 'login', 'verifyContent']],
  ['free', ['activate', 'forgotPassword', 'updateUser', 'removeMember']],
  ['paid', ['createProject', 'inviteMember', 'uploadPublicFile', 'uploadPrivateFile']],
  ['paid', ['deletePublicFile', 'deletePrivateFile', 'adjustCredits']],
] as const)('what has the effect "%s": %j', (effect, names) => {
  for (const name of names) expect(effectOf(name)).toBe(effect);
});
