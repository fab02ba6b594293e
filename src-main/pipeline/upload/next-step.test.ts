import { describe, expect, test } from 'vitest';
import type { Answer } from './wire/send.ts';
import {
  afterAppend,
  afterAsk,
  afterPost,
  afterReserve,
  firstStep,
  type Facts,
} from './next-step.ts';

const TOTAL = 1_000;
const facts = (over: Partial<Facts> = {}): Facts => ({
  hasResource: true,
  isTailReleased: false,
  totalBytes: TOTAL,
  nowMs: 0,
  ...over,
});
const answered = (status: number, headers: Answer['headers'] = {}, text = '') =>
  ({ kind: 'answered', answer: { status, headers, text, isComplete: true } }) as const;
const verdict = { 'upload-complete': '?1' };
const machinery = { 'upload-complete': '?0' };
const broken = {
  kind: 'broken',
  error: new Error('reset'),
  silentMs: 0,
  wasKept: false,
} as const;
const stalled = { kind: 'stalled', phase: 'answer' } as const;

describe('how a form is begun', () => {
  test.each([
    ['unknown', { kind: 'unknown' }, TOTAL, 'post'],
    ['no', { kind: 'no' }, 2 ** 30, 'post-plainly'],
    ['spare', { kind: 'spare' }, 2 ** 30, 'post-plainly'],
    ['yes, small', { kind: 'yes', maxAppendBytes: null }, 67_108_863, 'post'],
    ['yes, large', { kind: 'yes', maxAppendBytes: null }, 67_108_864, 'reserve'],
    ['yes, in parts', { kind: 'yes', maxAppendBytes: TOTAL - 1 }, TOTAL, 'reserve'],
    ['yes, in one part', { kind: 'yes', maxAppendBytes: TOTAL }, TOTAL, 'post'],
  ] as const)('support %s', (_what, support, totalBytes, step) => {
    expect(firstStep(support, totalBytes).step).toBe(step);
  });
});

const posted = (end: Parameters<typeof afterPost>[0], over: Partial<Facts> = {}) =>
  afterPost(end, { ...facts(over), asked: true });
const tooLarge = (limit: string) => answered(413, { 'upload-limit': limit });
const busy = (seconds: string) => answered(503, { 'retry-after': seconds });

describe('after the whole form', () => {
  test.each([200, 400, 401, 402, 403, 500, 503])(
    'the endpoint’s own word (%i) is the end, whatever it says',
    (status) => {
      const end = answered(status, verdict);
      expect(posted(end)).toEqual({ step: 'return', end });
    },
  );

  test('without an upload every end is that of the documented POST', () => {
    for (const end of [answered(201), answered(503), answered(413), broken, stalled]) {
      expect(posted(end, { hasResource: false })).toEqual({ step: 'return', end });
    }
  });

  test.each([
    ['a break', broken, 'ask'],
    ['silence', stalled, 'ask'],
    ['500', answered(500), 'ask'],
    ['408', answered(408), 'ask'],
    ['a success that is not the end', answered(204, machinery), 'ask'],
    ['a success of the documented kind', answered(201), 'return'],
    ['403 of the documented kind', answered(403), 'return'],
  ])('with an upload: %s', (_what, end, step) => {
    expect(posted(end).step).toBe(step);
  });

  test('an ended session is nobody’s verdict', () => {
    expect(posted(answered(401))).toMatchObject({ end: { kind: 'undecided' } });
  });

  test('413 means parts only where the limits say that the whole fits, and before the tail', () => {
    const none = { hasResource: false };
    expect(posted(tooLarge('max-append-size=400'), none)).toEqual({ step: 'reserve' });
    expect(posted(tooLarge('max-append-size=400, max-size=900'), none).step).toBe('return');
    expect(posted(tooLarge('max-append-size=1000'), none).step).toBe('return');
    const released = { hasResource: false, isTailReleased: true };
    expect(posted(tooLarge('max-append-size=400'), released).step).toBe('return');
    const end = tooLarge('max-append-size=400');
    expect(afterPost(end, { ...facts(none), asked: false }).step).toBe('return');
    expect(posted(tooLarge('max-append-size=400')).step).toBe('ask');
  });

  test('a pause asked for is the caller’s before the tail, ours after it up to a minute', () => {
    expect(posted(busy('7'))).toMatchObject({ step: 'return', end: { kind: 'undecided' } });
    expect(posted(answered(429))).toMatchObject({ end: { kind: 'undecided' } });
    const released = { isTailReleased: true };
    expect(posted(busy('7'), released)).toMatchObject({ step: 'ask', waitMs: 7_000 });
    expect(posted(busy('61'), released)).toMatchObject({ end: { kind: 'undecided' } });
    expect(posted(answered(429), released)).toMatchObject({ step: 'ask' });
  });
});

describe('after the empty form', () => {
  test.each([
    ['made', answered(201, machinery), true, { step: 'append', fromByte: 0 }],
    ['made where we may not go', answered(201, machinery), false, { step: 'post-plainly' }],
    ['misunderstood', answered(400), false, { step: 'post-plainly' }],
    ['refused', answered(403), false, { step: 'return' }],
    ['answered by the endpoint', answered(400, verdict), false, { step: 'return' }],
    ['broken off', broken, false, { step: 'return' }],
    ['broken off, but announced', broken, true, { step: 'ask' }],
  ])('%s', (_what, end, hasResource, step) => {
    expect(afterReserve(end, facts({ hasResource }))).toMatchObject(step);
  });
});

const asked = (end: Parameters<typeof afterAsk>[0]) => afterAsk(end, { ...facts(), ceiling: 700 });

describe('after asking', () => {
  test.each([
    ['nothing yet', answered(204, { 'upload-offset': '0' }), { step: 'append', fromByte: 0 }],
    ['all we sent', answered(200, { 'upload-offset': '700' }), { step: 'append', fromByte: 700 }],
    ['more than we sent', answered(204, { 'upload-offset': '701' }), { step: 'lose' }],
    ['no offset', answered(200), { end: { kind: 'undecided' } }],
    ['a wrong one', answered(204, { 'upload-offset': '1.5' }), { end: { kind: 'undecided' } }],
    ['elsewhere (301)', answered(301, { location: '/x' }), { end: { kind: 'undecided' } }],
    ['an ended session', answered(401), { end: { kind: 'undecided' } }],
    ['gone', answered(410), { step: 'lose', why: 'gone' }],
    ['unheard of', answered(404), { step: 'lose', why: 'gone' }],
    ['forbidden', answered(403), { step: 'lose', why: 'unusable' }],
    ['no answer', broken, { step: 'ask' }],
    ['trouble', answered(502), { step: 'ask' }],
  ])('%s', (_what, end, step) => {
    expect(asked(end)).toMatchObject(step);
  });
});

const appended = (
  end: Parameters<typeof afterAppend>[0],
  { toByte = TOTAL, ...over }: Partial<Facts> & { toByte?: number } = {},
) => afterAppend(end, { ...facts(over), toByte, size: 400, ceiling: toByte });

describe('after appending', () => {
  test.each([
    ['the end', answered(201, verdict), { step: 'return' }],
    ['a refusal at the end', answered(402, verdict), { step: 'return', end: { kind: 'answered' } }],
    ['a success without a word', answered(201), { step: 'return' }],
    ['not the end after all', answered(204, machinery), { step: 'append', isRepeat: true }],
    [
      '409',
      answered(409, { 'upload-offset': '5' }),
      { step: 'append', fromByte: 5, isRepeat: true },
    ],
    ['409 in words', answered(409, {}, '{"expected-offset":6}'), { step: 'append', fromByte: 6 }],
    ['409 that says nothing', answered(409), { step: 'ask' }],
    ['409 beyond the form', answered(409, { 'upload-offset': '1001' }), { step: 'lose' }],
    ['413 with limits', answered(413, { 'upload-limit': 'max-append-size=300' }), { step: 'ask' }],
    ['413 without', answered(413), { end: { kind: 'undecided' } }],
    ['other lengths', answered(400), { step: 'lose', why: 'unusable' }],
    ['an ended session', answered(401, machinery), { end: { kind: 'undecided' } }],
    ['a break', broken, { step: 'ask' }],
  ])('%s', (_what, end, step) => {
    expect(appended(end)).toMatchObject(step);
  });

  test('a part goes on where the answer says, or where it ended', () => {
    const next = { step: 'append', fromByte: 600, isRepeat: false };
    expect(appended(answered(204, machinery), { toByte: 600 })).toEqual(next);
    const less = answered(204, { ...machinery, 'upload-offset': '500' });
    expect(appended(less, { toByte: 600 })).toEqual({
      step: 'append',
      fromByte: 500,
      isRepeat: true,
    });
    const more = answered(204, { 'upload-offset': '601' });
    expect(appended(more, { toByte: 600 }).step).toBe('lose');
  });
});
