import { expect, test } from 'vitest';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import { makeServiceClient } from '../service/service-client.ts';
import { addressOf } from '../service/test-support/test-client.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import { bindRemote } from './bind-remote.ts';

const PAGE_RECORDS = 2;
const RECORDS = 6;
const PAUSE: ServiceFault = { kind: 'throttled', retryAfterMs: 60_000 };

/** A list of six files that comes in pages of two. */
function paged() {
  const asked: string[] = [];
  const client = makeServiceClient({
    address: addressOf('https://labseal.test'),
    agents: null as never, // the played exchange opens no connection
    clock: makeFakeClock(),
    token: () => 'token',
    onTokenRefused: () => undefined,
    onAnswered: () => undefined,
    exchange: async ({ url }) => {
      asked.push(url.search);
      const start = Number(url.searchParams.get('start'));
      const records = Array.from({ length: PAGE_RECORDS }, (_none, index) =>
        fileWith(start + index),
      );
      const page = { records, start, limit: PAGE_RECORDS, totalRecords: RECORDS };
      const headers = { 'content-type': 'application/json' };
      return { kind: 'answered', status: 200, headers, bytes: Buffer.from(JSON.stringify(page)) };
    },
  });
  return { remote: bindRemote(client, () => 'me'), asked };
}

function fileWith(number: number) {
  const owner = { ownerId: 'me', ownerName: 'Ada', ownerLastName: 'L' };
  const nothing = { linkToProcedure: null, procedureDescription: null, primaryData: null };
  const facts = { label: 'raw', type: 'primary', fileFormat: 'text/plain', status: 'Available' };
  const dated = { uploaded: '2026-11-21T09:00:00.000Z', downloadStatistic: 0 };
  return { id: `file-${number}`, name: `${number}.txt`, ...owner, ...nothing, ...facts, ...dated };
}

test.for([
  { pauseAfter: Infinity, asks: 3, answer: { ok: true, value: { isComplete: true } } },
  { pauseAfter: 2, asks: 2, answer: { ok: false, fault: PAUSE } },
])(
  'a list of three pages is read to its end, but not on into a pause that is asked for after page $pauseAfter',
  async ({ pauseAfter, asks, answer }) => {
    const { remote, asked } = paged();
    const read = await remote.list(
      { projectId: 'p', visibility: 'private' },
      { isEnough: () => false, waitsFor: () => (asked.length < pauseAfter ? null : PAUSE) },
      new AbortController().signal,
    );
    expect(read).toMatchObject(answer);
    expect(asked).toHaveLength(asks);
  },
);
