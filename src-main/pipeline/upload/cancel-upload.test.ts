import http from 'node:http';
import { expect, test } from 'vitest';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Answer, Send } from './wire/send.ts';
import { cancelUpload } from './cancel-upload.ts';

const throttled = { kind: 'throttled', retryAfterMs: 90_000 };
const busy = { kind: 'unavailable', why: 'server-error', status: 503, retryAfterMs: 90_000 };

test.each<[number, Answer['headers'], boolean, object]>([
  [401, {}, false, { refused: ['the token'], pauses: [] }], // ends the token, as any other 401 does
  [204, {}, true, { refused: [], pauses: [] }],
  [404, {}, true, { refused: [], pauses: [] }],
  [500, {}, true, { refused: [], pauses: [] }],
  [429, { 'retry-after': '90' }, false, { refused: [], pauses: [throttled] }],
  [503, { 'retry-after': '90' }, false, { refused: [], pauses: [busy] }],
])('a service that is to forget an upload says %i %j: told %s, and %j', async (...each) => {
  const [status, headers, isTold, reported] = each;
  const refused: string[] = [];
  const pauses: ServiceFault[] = [];
  const answer = { status, headers, text: '', isComplete: true };
  const send: Send = async () => ({ kind: 'answered', answer });
  const ports = {
    clock: makeFakeClock(),
    token: () => 'the token',
    onTokenRefused: (token: string) => void refused.push(token),
    onPauseAsked: (fault: ServiceFault) => void pauses.push(fault),
    agentFor: () => new http.Agent(),
    interop: 9,
    send,
  };
  const { signal } = new AbortController();
  expect(await cancelUpload('https://lab.test/uploads/1', ports, signal)).toBe(isTold);
  expect({ refused, pauses }).toEqual(reported);
});
