import http from 'node:http';
import { expect, test } from 'vitest';
import { makePlayedClock } from '../test-support/played-clock.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import type { Answer } from './answer.ts';
import { cancelUpload } from './cancel-upload.ts';
import type { Send } from './send.ts';

function answering(status: number, headers: Answer['headers'] = {}) {
  const refused: string[] = [];
  const pauses: ServiceFault[] = [];
  const send: Send = async () => ({
    kind: 'answered',
    answer: { status, headers, text: '', isComplete: true },
  });
  const ports = {
    clock: makePlayedClock(),
    token: () => 'the token',
    onTokenRefused: (token: string) => void refused.push(token),
    onPauseAsked: (fault: ServiceFault) => void pauses.push(fault),
    agentFor: () => new http.Agent(),
    interop: 9,
    send,
  };
  const { signal } = new AbortController();
  return {
    refused,
    pauses,
    isTold: () => cancelUpload('https://lab.test/uploads/1', ports, signal),
  };
}

test('a 401 to the request that forgets an upload ends the token, as any other does', async () => {
  const play = answering(401);
  expect(await play.isTold()).toBe(false);
  expect(play.refused).toEqual(['the token']);
});

test.each([204, 404, 500])('a %i says nothing about the token', async (status) => {
  const play = answering(status);
  expect(await play.isTold()).toBe(true);
  expect([play.refused, play.pauses]).toEqual([[], []]);
});

test.each([
  [429, { kind: 'throttled', retryAfterMs: 90_000 }],
  [503, { kind: 'unavailable', why: 'server-error', status: 503, retryAfterMs: 90_000 }],
])(
  'a %i that names a pause asks everybody to wait, and wants to hear of it again',
  async (status, fault) => {
    const play = answering(status, { 'retry-after': '90' });
    expect(await play.isTold()).toBe(false);
    expect(play.pauses).toEqual([fault]);
  },
);
