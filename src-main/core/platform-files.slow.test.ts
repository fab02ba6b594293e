/** The lists as a service sends them: page after page, a single record as an object, and one that ignores paging. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeMirror } from '../mirror/mirror.ts';
import { makeTestClient } from '../service/test-support/test-client.ts';
import { temporaryState } from '../test-support/temporary-state.ts';
import { makeResources } from './account-mirror.ts';
import { makePlatformFiles } from './platform-files.ts';

const never = new AbortController().signal;
const MANY = 10_000;

function record(at: number) {
  return {
    id: `file-${String(at).padStart(5, '0')}`,
    name: `run-${at}.raw`,
    ownerId: 'u1',
    ownerName: 'Robin',
    ownerLastName: 'Marsh',
    label: 'raw,ms2',
    type: 'primary',
    fileFormat: 'text/csv',
    linkToProcedure: null,
    procedureDescription: null,
    primaryData: null,
    downloadStatistic: 0,
    uploaded: new Date(at * 1_000).toISOString(),
    status: 'Available',
  };
}

type Page = Readonly<Record<string, unknown>>;

/** A service that answers a page for each of both lists. */
async function listing(pages: {
  readonly public: (start: number, limit: number) => Page;
  readonly private: (start: number, limit: number) => Page;
}) {
  let asked = 0;
  const server = http.createServer((request, response) => {
    asked += 1;
    const url = new URL(request.url ?? '', 'http://service');
    const [start = 0, limit = 0] = ['start', 'limit'].map((name) =>
      Number(url.searchParams.get(name)),
    );
    const page = url.pathname.startsWith('/private-files/') ? pages.private : pages.public;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(page(start, limit)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { client } = makeTestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { state, clock } = temporaryState();
  const mirror = makeMirror({
    copies: state.mirror,
    clock,
    onChanged: () => undefined,
    isTolerable: () => false,
    isOffline: () => false,
  });
  const files = makePlatformFiles({ state, mirror, resources: makeResources(client), clock });
  const range = async (text: string, first: number, count: number) => {
    const read = await files.range({ projectId: 'p1', text }, { first, count }, never);
    if (!read.ok) throw new Error(read.fault.kind);
    return read.value;
  };
  return { range, asked: () => asked };
}

const nothing = () => ({ records: [], start: 0, limit: 50, totalRecords: 0 });

test('ten thousand files are read to the last page, once, and then shown window by window', async () => {
  const all = Array.from({ length: MANY }, (_file, at) => record(at));
  const { range, asked } = await listing({
    public: (start, limit) => ({
      records: all.slice(start, start + limit),
      start,
      limit,
      totalRecords: MANY,
    }),
    private: nothing,
  });
  const first = await range('', 0, 100);
  expect(first).toMatchObject({ total: MANY, isComplete: true });
  expect(first.rows[0]).toMatchObject({ name: `run-${MANY - 1}.raw`, ownerName: 'Robin Marsh' });
  const requests = asked();
  const last = await range('', MANY - 1, 100);
  expect(last.rows.map(({ name }) => name)).toEqual(['run-0.raw']);
  expect(await range('run-99', 0, 300)).toMatchObject({ total: 111 });
  expect(asked()).toBe(requests);
}, 20_000);

test('one record as an object is a list of one, and a list that ignores paging is not whole', async () => {
  const single = await listing({
    public: () => ({ records: record(1), start: 0, limit: 50, totalRecords: 1 }),
    private: nothing,
  });
  expect(await single.range('', 0, 10)).toMatchObject({ total: 1, isComplete: true });
  const stuck = await listing({
    public: () => ({ records: [record(1), record(2)], start: 0, limit: 2, totalRecords: 9 }),
    private: nothing,
  });
  expect(await stuck.range('', 0, 10)).toMatchObject({ total: 2, isComplete: false });
});
