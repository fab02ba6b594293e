import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/seed-accounts.ts';
import { sending } from '../test-support/samples.ts';
import {
  as,
  type Bench,
  PASSWORD,
  type Person,
  startBench,
} from '../test-support/service-client.ts';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('made up')]);

let bench: Bench;
let admin: Person;
let anna: Person;
let bert: Person;
beforeAll(async () => {
  bench = await startBench({ readings: { initialCredits: 7 } });
  admin = await bench.signIn(ADMINISTRATOR);
  anna = await bench.newPerson('Anna');
  bert = await bench.newPerson('Bert');
});
afterAll(() => bench.stop());

/** The documented fields. */
const annaSeen = () => ({
  id: anna.id,
  name: 'Anna',
  lastName: 'Tester',
  email: anna.email,
  organisation: 'Test Lab',
  location: 'Testville',
  isActive: true,
});

test('signed-in users see each other, with exactly the documented fields', async () => {
  const byId = await bench.call('getUser', { userId: anna.id }, as(bert));
  expect(byId.body).toEqual(annaSeen());
  const byEmail = await bench.call('getUserByEmail', { email: 'ANNA@lab.test' }, as(bert));
  expect(byEmail.body).toEqual(byId.body);
  expect(await bench.status('getUser', { userId: 'nobody' }, as(bert))).toBe(404);
  expect(await bench.status('getUserByEmail', { email: 'no@lab.test' }, as(bert))).toBe(404);
});

test('a profile is changed by its owner or an administrator, and recorded', async () => {
  const body = { name: 'Bertha', lastName: 'New', organisation: 'Lab', location: 'There' };
  const userId = bert.id;
  expect(await bench.status('updateUser', { userId }, as(anna, body))).toBe(403);
  expect(await bench.status('updateUser', { userId }, as(bert, { name: 'x' }))).toBe(400);
  await bench.ok('updateUser', { userId }, as(bert, body));
  expect(await bench.ok('getUser', { userId }, as(anna))).toMatchObject(body);
  await bench.ok('updateUser', { userId }, as(admin, { ...body, name: 'Bert' }));
  expect(bench.recordsOf(userId).map(({ operation, actorId }) => [operation, actorId])).toEqual([
    ['USER_REGISTRATION', userId],
    ['PROFILE_UPDATE', userId],
    ['PROFILE_UPDATE', admin.id],
  ]);
});

test('an avatar is an image of at most a megabyte, by its first bytes', async () => {
  const userId = anna.id;
  expect(await bench.status('getAvatar', { userId }, as(bert))).toBe(404);
  const form = { fields: {}, filePart: 'avatar', name: 'me.png' };
  const send = (person: Person, content: Uint8Array<ArrayBuffer> | string) =>
    bench.status('uploadAvatar', { userId }, sending(person, { ...form, content }));
  expect(await send(bert, new Uint8Array(PNG))).toBe(403);
  expect(await send(anna, 'no image')).toBe(400);
  const large = new Uint8Array(1_000_001);
  large.set(PNG);
  expect(await send(anna, large)).toBe(413);
  expect(await send(anna, new Uint8Array(PNG))).toBe(200);
  const { body } = await bench.call('getAvatar', { userId }, as(bert));
  expect(body).toEqual({ avatar: PNG.toString('base64') });
});

test('the blockchain address belongs to the user and stays; all can ask who is an administrator', async () => {
  const ask = (userId: string) => bench.ok('getPublicKey', { userId }, as(anna));
  const { pubKey } = await ask(anna.id);
  expect(pubKey).toMatch(/^0x[0-9a-f]{40}$/);
  expect(await ask(anna.id)).toEqual({ pubKey });
  expect((await ask(bert.id)).pubKey).not.toBe(pubKey);
  expect(await bench.ok('isAdmin', { userId: admin.id }, as(anna))).toEqual({ isAdmin: true });
  expect(await bench.ok('isAdmin', { userId: anna.id }, as(anna))).toEqual({ isAdmin: false });
});

test('the list of users is for administrators and carries the documented fields', async () => {
  expect(await bench.status('listUsers', {}, as(anna))).toBe(403);
  const query = { start: 1, limit: 1 };
  const { body } = await bench.call('listUsers', {}, { ...as(admin), query });
  expect(body).toEqual({
    records: [
      {
        ...annaSeen(),
        createdOn: new Date(bench.clock.nowMs).toISOString(),
        userStatus: 'Active',
        creditBalance: 7,
        avatar: expect.any(String),
      },
    ],
    start: 1,
    limit: 1,
    totalRecords: 3,
  });
});

test('a suspended user can neither sign in nor go on, and is told why; the end of it restores', async () => {
  const carl = await bench.newPerson('Carl');
  const ids = { adminId: admin.id, userEmail: carl.email };
  const suspend = (reason: string) => bench.status('suspendUser', ids, as(admin, { reason }));
  expect(await bench.status('suspendUser', ids, as(anna, { reason: 'x' }))).toBe(403);
  const foreign = { ...ids, adminId: anna.id };
  expect(await bench.status('suspendUser', foreign, as(admin, { reason: 'x' }))).toBe(403);
  expect(await suspend(' ')).toBe(400);
  expect(await suspend('unpaid bills')).toBe(200);
  expect(await suspend('again')).toBe(400);

  const error = { message: expect.stringContaining('unpaid bills') };
  const refused = { status: 403, body: { error } };
  expect(await bench.call('getUser', { userId: anna.id }, as(carl))).toMatchObject(refused);
  const credentials = { email: carl.email, password: PASSWORD };
  expect(await bench.call('login', {}, { body: credentials })).toMatchObject(refused);
  expect((await bench.ok('getUser', { userId: carl.id }, as(anna))).isActive).toBe(false);

  await bench.ok('revokeSuspension', ids, as(admin));
  expect(await bench.status('revokeSuspension', ids, as(admin))).toBe(400);
  await bench.ok('getUser', { userId: anna.id }, as(carl));
});

test('balance and history are for the user and administrators; initial credits are in both', async () => {
  const userId = anna.id;
  expect(await bench.status('getCreditBalance', { userId }, as(bert))).toBe(403);
  expect(await bench.ok('getCreditBalance', { userId }, as(admin))).toEqual({ creditBalance: 7 });
  const span = { userId, from: '2030-03-01', to: '2030-03-01' };
  expect(await bench.status('downloadTransactions', span, as(bert))).toBe(403);
  const { txs } = await bench.ok('downloadTransactions', span, as(anna));
  const first = { createdAt: '2030-03-01T12:00:00.000Z', amount: 7, type: 'INITIAL_CREDITS' };
  expect(txs).toEqual([{ ...first, id: expect.any(String) }]);
});

test.each([
  ['2030-02-27', '2030-02-28', { txs: [] }],
  ['2030-02-28', '2030-03-02', { txs: [{ amount: 7 }] }],
  ['2030-03-02', '2030-03-05', { txs: [] }],
  ['2030-02-30', '2030-03-05', { error: { statusCode: 400 } }],
  ['yesterday', '2030-03-05', { error: { statusCode: 400 } }],
  ['2030-03-05', '2030-03-04', { error: { statusCode: 400 } }],
])('both days of a history count, and must be days: %s to %s', async (from, to, body) => {
  const span = { userId: anna.id, from, to };
  expect(await bench.call('downloadTransactions', span, as(anna))).toMatchObject({ body });
});

test('credits are added and, with the word of the readings, taken; never below zero', async () => {
  const ids = { adminId: admin.id, userId: bert.id };
  const adjust = (amount: number, operationType: string) =>
    bench.status('adjustCredits', ids, as(admin, { amount, operationType }));
  expect(await adjust(50, 'add')).toBe(200);
  expect(await adjust(20, 'subtract')).toBe(200);
  expect(await adjust(38, 'subtract')).toBe(400);
  expect(await adjust(1, 'remove')).toBe(400);
  expect(await adjust(-1, 'add')).toBe(400);
  bench.service().setReadings({ subtractWord: 'remove' });
  expect(await adjust(1, 'remove')).toBe(200);
  const { creditBalance } = await bench.ok('getCreditBalance', { userId: bert.id }, as(bert));
  expect(creditBalance).toBe(36);
  const { transactions } = bench.service().ledger();
  const own = transactions.filter(({ userId }) => userId === bert.id);
  expect(own.map(({ amount }) => amount)).toEqual([7, 50, -20, -1]);
  const body = { amount: 5, operationType: 'add' };
  expect(await bench.status('adjustCredits', ids, as(bert, body))).toBe(403);
});

test('whether a user can create or invite follows from balance and status', async () => {
  const dora = await bench.newPerson('Dora', { credits: 40 });
  const can = (name: 'canInviteMember' | 'canCreateProject', who = dora, asker = who) =>
    bench.status(name, { userId: who.id }, as(asker));
  expect(await can('canInviteMember')).toBe(200);
  expect(await can('canCreateProject')).toBe(403);
  expect(await can('canCreateProject', dora, anna)).toBe(403);
  const ids = { adminId: admin.id, userId: dora.id };
  await bench.ok('adjustCredits', ids, as(admin, { amount: 3, operationType: 'add' }));
  expect(await can('canCreateProject')).toBe(200);
  const suspension = { adminId: admin.id, userEmail: dora.email };
  await bench.ok('suspendUser', suspension, as(admin, { reason: 'x' }));
  expect(await can('canCreateProject', dora, admin)).toBe(403);
});
