/** What lists without an end take in memory, and that a million files are still read: `npm run test:nightly`. */
import { expect, test } from 'vitest';
import { makeResources } from '../features/mirror/account-mirror.ts';
import { httpAnswer, startRawServer } from '../service/test-support/raw-server.ts';
import { EVIDENCE_LIST, SHOWN_LIST } from '../service/read-all-pages.ts';
import { makeTestClient } from '../service/test-support/test-client.ts';
import { bindRemote } from './bind-remote.ts';

const never = new AbortController().signal;
const PAGE_RECORDS = 5_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Pages of new records for ever, or up to `last`. */
function startLists(recordAt: (number: number) => object, last = Infinity) {
  return startRawServer((socket, request) => {
    const start = Number(/[?&]start=(\d+)/.exec(request)?.[1]);
    const count = Math.max(0, Math.min(PAGE_RECORDS, last - start));
    const records = Array.from({ length: count }, (_none, index) => recordAt(start + index));
    const totalRecords = last === Infinity ? start + 10 * PAGE_RECORDS : last;
    socket.end(httpAnswer(200, JSON.stringify({ records, start, totalRecords }), JSON_TYPE));
  });
}

/** How much more memory than before was in use at most, in bytes, garbage included. */
async function mostMoreBytes(work: () => Promise<void>): Promise<number> {
  const beforeBytes = process.memoryUsage.rss();
  let mostBytes = beforeBytes;
  const watching = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
  }, 10);
  await work();
  clearInterval(watching);
  return mostBytes - beforeBytes;
}

const fileAt = (number: number) => ({
  id: `6f1c2a9e-0000-4000-8000-${String(number).padStart(12, '0')}`,
  name: `2026-11-22_instrument-4_measurement-${number}.raw`,
  ownerId: '6f1c2a9e-1111-4000-8000-000000000001',
  uploaded: '2026-11-22T10:00:00.000Z',
  status: 'Confirmed',
  type: 'raw',
  label: 'MS, run 12',
});
const DESTINATION = { projectId: 'p1', visibility: 'private' } as const;
const WHOLE = { isEnough: () => false, waitsFor: () => null };

test('all tags of a service that never stops listing', { timeout: 300_000 }, async () => {
  const server = await startLists((number) => ({ id: `t${number}`, name: `tag ${number}` }));
  const { client } = makeTestClient(server.origin);
  const moreBytes = await mostMoreBytes(async () => {
    const read = await makeResources(client).tags.fetch(never);
    if (!read.ok) throw new Error(read.fault.kind);
    expect(read.value.isComplete).toBe(false);
    expect(read.value.value).toHaveLength(SHOWN_LIST.records);
  });
  console.info(`endless tags: ${Math.round(moreBytes / 1e6)} MB, ${server.requests.length} pages`);
  expect(moreBytes).toBeLessThan(300_000_000);
});

test('tags with names of 100 kB', { timeout: 300_000 }, async () => {
  const name = 'ü'.repeat(50_000);
  const server = await startRawServer((socket, request) => {
    const start = Number(/[?&]start=(\d+)/.exec(request)?.[1]);
    const records = Array.from({ length: 50 }, (_none, index) => ({
      id: `t${start + index}`,
      name: `${start + index}${name}`,
    }));
    socket.end(httpAnswer(200, JSON.stringify({ records, totalRecords: 1_000_000 }), JSON_TYPE));
  });
  const { client } = makeTestClient(server.origin);
  const moreBytes = await mostMoreBytes(async () => {
    const read = await makeResources(client).tags.fetch(never);
    expect(read).toMatchObject({ ok: true, value: { isComplete: false } });
  });
  console.info(`huge records: ${Math.round(moreBytes / 1e6)} MB, ${server.requests.length} pages`);
  expect(moreBytes).toBeLessThan(400_000_000);
});

test('a million files are read to their end as evidence', { timeout: 600_000 }, async () => {
  const server = await startLists(fileAt, 1_000_000);
  const remote = bindRemote(makeTestClient(server.origin).client, () => 'me');
  const moreBytes = await mostMoreBytes(async () => {
    const read = await remote.list(DESTINATION, WHOLE, never);
    if (!read.ok) throw new Error(read.fault.kind);
    expect(read.value.isComplete).toBe(true);
    expect(read.value.files).toHaveLength(1_000_000);
  });
  console.info(`a million files: ${Math.round(moreBytes / 1e6)} MB`);
  expect(moreBytes).toBeLessThan(1_200_000_000);
});

test('files without an end are left, and prove nothing', { timeout: 600_000 }, async () => {
  const server = await startLists(fileAt);
  const remote = bindRemote(makeTestClient(server.origin).client, () => 'me');
  const moreBytes = await mostMoreBytes(async () => {
    const read = await remote.list(DESTINATION, WHOLE, never);
    if (!read.ok) throw new Error(read.fault.kind);
    expect(read.value.isComplete).toBe(false);
    expect(read.value.files.length).toBeLessThanOrEqual(EVIDENCE_LIST.records);
  });
  console.info(`endless files: ${Math.round(moreBytes / 1e6)} MB, ${server.requests.length} pages`);
  expect(moreBytes).toBeLessThan(1_200_000_000);
});
