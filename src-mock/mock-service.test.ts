import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import axios from 'axios';
import { afterEach, expect, test } from 'vitest';
import { fillPath } from '../src-shared/service/endpoint.ts';
import { endpoints, type EndpointName } from '../src-shared/service/endpoints.ts';
import { ADMINISTRATOR, DEMO_ACCOUNTS, RESEARCHER } from './seed/seed-accounts.ts';
import { createProject, newProject, sending, upload } from './test-support/samples.ts';
import { as, type Bench, PASSWORD, startBench } from './test-support/service-client.ts';

let opened: Bench | null = null;
async function start(options: Parameters<typeof startBench>[0] = {}): Promise<Bench> {
  opened = await startBench(options);
  return opened;
}
afterEach(async () => {
  await opened?.stop();
  opened = null;
});

test('every endpoint but the account ones is 401 without a token, the admin ones 403 for others', async () => {
  const bench = await start();
  const { token } = await bench.newPerson('Max');
  const ids = ['userId', 'adminId', 'projectId', 'fileId', 'email', 'userEmail', 'from', 'to'];
  const parameters = Object.fromEntries(ids.map((id) => [id, 'x']));
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { caller } = endpoints[name];
    if (caller === 'anyone') continue;
    const { status, headers } = await bench.call(name, parameters);
    expect([name, status, headers['www-authenticate']]).toEqual([name, 401, 'Bearer']);
    if (caller !== 'admin') continue;
    expect([name, await bench.status(name, parameters, { token })]).toEqual([name, 403]);
  }
});

test('a restart keeps users, tokens, files, links, mails and the ledger', async () => {
  const bench = await start();
  const lea = await bench.newPerson('Lea', { credits: 100 });
  const projectId = await createProject(bench, lea);
  const fileId = await upload(bench, 'uploadPublicFile', projectId, lea);
  bench.clock.nowMs += 2_000;
  const ids = { projectId, fileId };
  const link = await bench.ok('downloadPublicFile', ids, as(lea));
  const before = { ledger: bench.service().ledger(), mails: bench.service().mails() };
  await bench.restart();
  const { service } = bench;
  expect({ ledger: service().ledger(), mails: service().mails() }).toEqual(before);
  expect((await bench.ok('getPublicFile', ids, as(lea))).status).toBe('Available');
  await bench.signIn({ email: lea.email, password: PASSWORD });
  const { pathname, search } = new URL(link.objectStoreUrl);
  const content = await axios.get(`${service().url}${pathname}${search}`, { proxy: false });
  expect(content.status).toBe(200);
});

test('the demo: fictional people with 500 credits, two projects, a pending member, a history', async () => {
  const bench = await start({ seed: 'demo' });
  const before = bench.service().ledger();
  await bench.restart();
  expect(bench.service().ledger()).toEqual(before); // taken up as it was left
  expect(bench.service().demoAccounts).toEqual(DEMO_ACCOUNTS);
  for (const account of DEMO_ACCOUNTS) {
    expect(account.email).toMatch(/@(example\.org|.+\.test)$/);
    const person = await bench.signIn(account);
    if (account.role !== 'researcher' && account.role !== 'principal investigator') continue;
    const balance = await bench.ok('getCreditBalance', { userId: person.id }, as(person));
    expect(balance).toEqual({ creditBalance: 500 });
  }
  const researcher = await bench.signIn(RESEARCHER);
  const { records } = await bench.ok('listProjects', {}, as(researcher));
  expect(records).toHaveLength(2);
  const members = records.flatMap((project) => project.members.records);
  expect(members.filter(({ status }) => status === 'On-hold')).toHaveLength(1);
  const statuses = new Set<string>();
  for (const { id: projectId } of records) {
    const files = await bench.ok('listPublicFiles', { projectId }, as(researcher));
    for (const { status } of files.records) statuses.add(status);
  }
  expect(statuses).toEqual(new Set(['Available', 'Deleted']));
});

test('an empty seed has the administrator alone', async () => {
  const bench = await start({ seed: 'empty' });
  expect(bench.service().demoAccounts).toEqual([ADMINISTRATOR]);
  const admin = await bench.signIn(ADMINISTRATOR);
  expect((await bench.ok('listUsers', {}, as(admin))).totalRecords).toBe(1);
});

test('requests at the same time never spend a credit twice', async () => {
  const bench = await start();
  const lea = await bench.newPerson('Lea', { credits: 120 });
  const attempts = Array.from({ length: 6 }, (_nothing, index) => {
    const body = newProject({ name: `Project ${index}` });
    return bench.status('createProject', {}, as(lea, body));
  });
  const statuses = await Promise.all(attempts);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 201, 402, 402, 402, 402]);
  const balance = await bench.ok('getCreditBalance', { userId: lea.id }, as(lea));
  expect(balance).toEqual({ creditBalance: 20 });
});

test('a ledger’s sums are the balances, and each block follows from the one before', async () => {
  const bench = await start({ seed: 'demo' });
  const { transactions, records } = bench.service().ledger();
  const { token } = await bench.signIn(ADMINISTRATOR);
  const users = await bench.ok('listUsers', {}, { token });
  for (const { id, creditBalance } of users.records) {
    const own = transactions.filter(({ userId }) => userId === id);
    expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(creditBalance);
  }
  expect(records.map(({ blockNumber }) => blockNumber)).toEqual(
    records.map((_record, index) => index + 1),
  );
  expect(new Set(records.map(({ blockHash }) => blockHash)).size).toBe(records.length);
});

test('a failing disk is a 500 that is reported, and the service goes on', async () => {
  const bench = await start();
  const lea = await bench.newPerson('Lea', { credits: 100 });
  const projectId = await createProject(bench, lea);
  await rm(join(bench.dataFolder, 'objects'), { recursive: true });
  expect(await bench.call('uploadPublicFile', { projectId }, sending(lea))).toMatchObject({
    status: 500,
    body: { error: { statusCode: 500, message: 'Internal server error' } },
  });
  expect(bench.takeBugs()).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
  expect((await bench.ok('listPublicFiles', { projectId }, as(lea))).records).toEqual([]);
  const balance = await bench.ok('getCreditBalance', { userId: lea.id }, as(lea));
  expect(balance).toEqual({ creditBalance: 50 });
});

test('senders that go away once all of their file has arrived are no bug', async () => {
  const bench = await start();
  const lea = await bench.newPerson('Lea', { credits: 100 });
  const projectId = await createProject(bench, lea);
  const { hostname, port } = new URL(bench.service().url);
  const file = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
  const body = `--x\r\n${file}\r\n\r\n${'a'.repeat(30_000)}\r\n--x--\r\n`;
  const head = [
    `POST ${fillPath(endpoints.uploadPublicFile.path, { projectId })} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${lea.token}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  // Each breaks off somewhere else in the work of the service.
  for (let sender = 0; sender < 40; sender += 1) {
    const socket = connect(Number(port), hostname);
    socket.write(`${head}\r\n\r\n${body}`, () => socket.destroy());
    await once(socket, 'close');
  }
  await bench.service().close(); // after what is being handled
  expect(bench.takeBugs()).toEqual([]);
});

test('readings that are none are refused at once', async () => {
  const bench = await start();
  expect(() => bench.service().setReadings({ maxPageLimit: 0 })).toThrow('maxPageLimit');
  expect(bench.service().readings().maxPageLimit).toBe(200);
});
