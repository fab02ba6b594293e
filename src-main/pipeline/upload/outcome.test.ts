import { describe, expect, test } from 'vitest';
import type { FormEnd } from './form/form-request.ts';
import { evaluateEnd } from './outcome.ts';

const json = (value: object) => ({ text: JSON.stringify(value), type: 'application/json' });
const refusal = (statusCode: number) => json({ error: { statusCode, message: 'the words' } });
const page = { text: '<html>Sign in</html>', type: 'text/html' };
const recorded = json({ message: 'ok', fileId: 'f1' });

const notSignedIn = { kind: 'not-signed-in', serviceSays: 'the words' };
const redirect = { kind: 'not-the-service', what: 'redirect' };
const html = { kind: 'not-the-service', what: 'html' };

function judged(status: number, { text, type }: { text: string; type: string }, released: boolean) {
  const headers = { 'content-type': type, 'retry-after': '7', location: 'http://127.0.0.1:1/' };
  const answer = { status, headers, text, isComplete: true };
  return evaluateEnd({ kind: 'answered', answer }, released, 0);
}

describe('an answer while the tail is still here', () => {
  test.each([
    [401, refusal(401), { kind: 'stopped', fault: notSignedIn }],
    [403, refusal(403), { kind: 'refused', fault: { kind: 'forbidden' } }],
    [404, refusal(404), { kind: 'refused', fault: { kind: 'not-found' } }],
    [413, refusal(413), { kind: 'refused', fault: { kind: 'too-large' } }],
    [402, refusal(402), { kind: 'refused', fault: { kind: 'refused', status: 402 } }],
    [429, refusal(429), { kind: 'stopped', fault: { kind: 'throttled', retryAfterMs: 7_000 } }],
    [500, refusal(500), { kind: 'stopped', fault: { kind: 'unavailable', why: 'server-error' } }],
    [302, refusal(302), { kind: 'stopped', fault: redirect }],
    [200, page, { kind: 'stopped', fault: html }],
    [201, recorded, { kind: 'unknown', why: 'early-success' }],
  ])('%i says that nothing was recorded, unless it says success', (status, said, outcome) => {
    expect(judged(status, said, false)).toMatchObject(outcome);
  });
});

const denied = (status: number, over: object = {}) => ({
  kind: 'unknown',
  why: 'denied',
  received: { denial: { status, serviceSays: 'the words', isPage: false, ...over } },
});
const ofPage = { serviceSays: null, isPage: true };

describe('an answer after the tail', () => {
  test.each<[string, number, { text: string; type: string }, object]>([
    ['a refusal', 400, refusal(400), denied(400)],
    ['an ended session', 401, refusal(401), { ...denied(401), fault: notSignedIn }],
    ['too few credits', 402, refusal(402), denied(402)],
    ['no permission', 403, refusal(403), denied(403)],
    ['too large', 413, refusal(413), denied(413)],
    [
      'too many',
      429,
      refusal(429),
      { ...denied(429, { serviceSays: null }), fault: { kind: 'throttled' } },
    ],
    ['a refusal inside 200', 200, refusal(400), denied(400)],
    ['an ended session inside 200', 200, refusal(401), { ...denied(401), fault: notSignedIn }],
    ...[301, 302, 307, 308].map(
      (status) =>
        ['a redirect', status, page, denied(status, ofPage)] satisfies [
          string,
          number,
          typeof page,
          object,
        ],
    ),
    ['too early', 425, page, denied(425, ofPage)],
    ['not implemented', 501, page, denied(501, ofPage)],
    ['a sign-in to the network', 511, page, denied(511, ofPage)],
    ['a proxy’s refusal', 407, page, denied(407, ofPage)],
    ['a broken service', 500, refusal(500), { kind: 'unknown', why: 'server-error' }],
    ['a gateway’s page', 502, page, { kind: 'unknown', why: 'server-error' }],
    ['a proxy’s patience', 408, { ...page, text: '' }, { kind: 'unknown', why: 'timed-out' }],
    ['the result of a request', 303, page, { kind: 'unknown', why: 'not-the-service' }],
    ['unavailable, which a gateway says too', 503, page, { kind: 'unknown', why: 'server-error' }],
    ['a gateway’s timeout', 504, page, { kind: 'unknown', why: 'server-error' }],
    ['not modified', 304, page, { kind: 'unknown', why: 'not-the-service' }],
    ['a page', 200, page, { kind: 'unknown', why: 'unreadable-answer' }],
    ['no text', 200, { ...page, text: '' }, { kind: 'unknown', why: 'unreadable-answer' }],
    ['no id', 201, json({ message: 'ok' }), { kind: 'unknown', why: 'recorded-without-id' }],
    [
      'an empty id',
      201,
      json({ message: 'ok', fileId: '' }),
      { kind: 'unknown', why: 'recorded-without-id' },
    ],
    ['an id as a number', 201, json({ fileId: 7, message: '' }), { kind: 'recorded', fileId: '7' }],
    [
      'another id in a prototype',
      201,
      json(JSON.parse('{"message":"ok","fileId":"f1","__proto__":{"fileId":"f2"}}') as object),
      { kind: 'recorded', fileId: 'f1' },
    ],
  ])('%s (%i)', (_what, status, said, outcome) => {
    expect(judged(status, said, true)).toMatchObject(outcome);
  });
});

const answered = (status: number, said: { text: string; type: string }, isComplete = true) => {
  const answer = { status, headers: { 'content-type': said.type }, text: said.text, isComplete };
  return { kind: 'answered', answer } as const;
};

describe('what was received in place of an answer', () => {
  test.each<[string, FormEnd, object]>([
    ['a web page', answered(502, page), { kind: 'answer', status: 502, content: 'html' }],
    ['no id', answered(200, json({})), { kind: 'answer', status: 200, content: 'json' }],
    [
      'garbage',
      answered(200, { text: '%&!', type: 'text/plain' }),
      { kind: 'answer', status: 200, content: 'text' },
    ],
    [
      'nothing but a status',
      answered(503, { text: ' ', type: 'text/plain' }),
      { kind: 'answer', status: 503, content: 'empty' },
    ],
    [
      'half an answer',
      answered(201, recorded, false),
      { kind: 'answer', status: 201, content: 'incomplete' },
    ],
    ['a stall', { kind: 'stalled', phase: 'answer' }, { kind: 'nothing', why: 'timed-out' }],
    ['an abort', { kind: 'aborted' }, { kind: 'nothing', why: 'stopped' }],
    [
      'a reset',
      {
        kind: 'broken',
        error: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
        silentMs: 0,
        wasKept: false,
      },
      { kind: 'nothing', why: 'broken-connection' },
    ],
    [
      'bytes that are no HTTP',
      {
        kind: 'broken',
        error: Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID_CONSTANT' }),
        silentMs: 0,
        wasKept: false,
      },
      { kind: 'nothing', why: 'not-http' },
    ],
  ])('is kept for people: %s', (_what, end, received) => {
    expect(evaluateEnd(end, true, 0)).toMatchObject({ kind: 'unknown', received });
  });

  test('only the answer to the form itself can deny it', () => {
    expect(evaluateEnd(answered(307, page), true, 0)).toMatchObject(denied(307, ofPage));
    const undecided = { ...answered(307, page), kind: 'undecided' } as const;
    expect(evaluateEnd(undecided, true, 0)).toMatchObject({ why: 'not-the-service' });
    expect(evaluateEnd(undecided, true, 0)).not.toHaveProperty('received.denial');
  });

  test.each(Array.from({ length: 300 }, (_none, at) => at + 300))(
    'no status from 300 to 599 ends an upload: %i',
    (status) => {
      for (const said of [refusal(status), page, { ...page, text: '' }]) {
        expect(judged(status, said, true).kind).toBe('unknown');
      }
    },
  );
});
