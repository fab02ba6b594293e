import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo-accounts.ts';
import { uploadForm } from '../test-support/samples.ts';
import { type Bench, PASSWORD, type Person, startBench } from '../test-support/service-client.ts';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('made up')]);
const png = new Uint8Array(PNG);

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

const as = ({ token }: Person, body?: unknown) => ({ token, body });
const avatar = (content: Uint8Array<ArrayBuffer> | string) =>
  uploadForm({ fields: {}, filePart: 'avatar', name: 'me.png', content });

describe('users', () => {
  test('signed-in users see each other, with exactly the documented fields', async () => {
    const byId = await bench.call('getUser', { userId: anna.id }, as(bert));
    expect(byId.body).toEqual({
      id: anna.id,
      name: 'Anna',
      lastName: 'Tester',
      email: anna.email,
      organisation: 'Test Lab',
      location: 'Testville',
      isActive: true,
    });
    const byEmail = await bench.call('getUserByEmail', { email: 'ANNA@lab.test' }, as(bert));
    expect(byEmail.body).toEqual(byId.body);
    expect((await bench.call('getUser', { userId: 'nobody' }, as(bert))).status).toBe(404);
    expect((await bench.call('getUserByEmail', { email: 'no@lab.test' }, as(bert))).status).toBe(
      404,
    );
  });

  test('a profile is changed by its owner or an administrator, and recorded', async () => {
    const body = { name: 'Bertha', lastName: 'New', organisation: 'Lab', location: 'There' };
    const userId = bert.id;
    expect((await bench.call('updateUser', { userId }, as(anna, body))).status).toBe(403);
    expect((await bench.call('updateUser', { userId }, as(bert, { name: 'x' }))).status).toBe(400);
    await bench.ok('updateUser', { userId }, as(bert, body));
    expect(await bench.ok('getUser', { userId }, as(anna))).toMatchObject(body);
    await bench.ok('updateUser', { userId }, as(admin, { ...body, name: 'Bert' }));
    const records = bench
      .service()
      .ledger()
      .records.filter((one) => one.subjectId === userId);
    expect(records.map(({ operation, actorId }) => [operation, actorId])).toEqual([
      ['USER_REGISTRATION', userId],
      ['PROFILE_UPDATE', userId],
      ['PROFILE_UPDATE', admin.id],
    ]);
  });

  test('an avatar is an image of at most a megabyte, by its first bytes', async () => {
    const userId = anna.id;
    expect((await bench.call('getAvatar', { userId }, as(bert))).status).toBe(404);
    const send = (person: Person, content: Uint8Array<ArrayBuffer> | string) =>
      bench.call('uploadAvatar', { userId }, { token: person.token, form: avatar(content) });
    expect((await send(bert, png)).status).toBe(403);
    expect((await send(anna, 'no image')).status).toBe(400);
    const large = new Uint8Array(1_000_001);
    large.set(png);
    expect((await send(anna, large)).status).toBe(413);
    expect((await send(anna, png)).status).toBe(200);
    const { body } = await bench.call('getAvatar', { userId }, as(bert));
    expect(body).toEqual({ avatar: PNG.toString('base64') });
  });

  test('the blockchain address belongs to the user and stays', async () => {
    const ask = (userId: string) => bench.ok('getPublicKey', { userId }, as(anna));
    const { pubKey } = await ask(anna.id);
    expect(pubKey).toMatch(/^0x[0-9a-f]{40}$/);
    expect(await ask(anna.id)).toEqual({ pubKey });
    expect((await ask(bert.id)).pubKey).not.toBe(pubKey);
  });

  test('everybody can ask who is an administrator', async () => {
    expect(await bench.ok('isAdmin', { userId: admin.id }, as(anna))).toEqual({ isAdmin: true });
    expect(await bench.ok('isAdmin', { userId: anna.id }, as(anna))).toEqual({ isAdmin: false });
  });
});

describe('administration', () => {
  test('the list of users is for administrators and carries the documented fields', async () => {
    expect((await bench.call('listUsers', {}, as(anna))).status).toBe(403);
    const { body } = await bench.call(
      'listUsers',
      {},
      { ...as(admin), query: { start: 1, limit: 1 } },
    );
    expect(body).toEqual({
      records: [
        {
          id: anna.id,
          name: 'Anna',
          lastName: 'Tester',
          email: anna.email,
          organisation: 'Test Lab',
          location: 'Testville',
          isActive: true,
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
    const suspend = (body: unknown) => bench.call('suspendUser', ids, as(admin, body));
    expect((await bench.call('suspendUser', ids, as(anna, { reason: 'x' }))).status).toBe(403);
    const foreign = { ...ids, adminId: anna.id };
    expect((await bench.call('suspendUser', foreign, as(admin, { reason: 'x' }))).status).toBe(403);
    expect((await suspend({ reason: ' ' })).status).toBe(400);
    expect((await suspend({ reason: 'unpaid bills' })).status).toBe(200);
    expect((await suspend({ reason: 'again' })).status).toBe(400);

    const refused = {
      status: 403,
      body: { error: { message: expect.stringContaining('unpaid bills') } },
    };
    expect(await bench.call('getUser', { userId: anna.id }, as(carl))).toMatchObject(refused);
    const credentials = { email: carl.email, password: PASSWORD };
    expect(await bench.call('login', {}, { body: credentials })).toMatchObject(refused);
    expect(await bench.ok('getUser', { userId: carl.id }, as(anna))).toMatchObject({
      isActive: false,
    });

    await bench.ok('revokeSuspension', ids, as(admin));
    expect((await bench.call('revokeSuspension', ids, as(admin))).status).toBe(400);
    await bench.ok('getUser', { userId: anna.id }, as(carl));
  });
});

describe('credits', () => {
  test('balance and history are for the user and administrators; initial credits are in both', async () => {
    const userId = anna.id;
    expect((await bench.call('getCreditBalance', { userId }, as(bert))).status).toBe(403);
    expect(await bench.ok('getCreditBalance', { userId }, as(admin))).toEqual({ creditBalance: 7 });
    const span = { userId, from: '2030-03-01', to: '2030-03-01' };
    expect((await bench.call('downloadTransactions', span, as(bert))).status).toBe(403);
    const { txs } = await bench.ok('downloadTransactions', span, as(anna));
    expect(txs).toEqual([
      {
        id: expect.any(String),
        createdAt: '2030-03-01T12:00:00.000Z',
        amount: 7,
        type: 'INITIAL_CREDITS',
      },
    ]);
  });

  test.each([
    ['2030-02-27', '2030-02-28', 0],
    ['2030-02-28', '2030-03-02', 1],
    ['2030-03-02', '2030-03-05', 0],
  ])('both days of a history count: %s to %s', async (from, to, count) => {
    const { txs } = await bench.ok('downloadTransactions', { userId: anna.id, from, to }, as(anna));
    expect(txs).toHaveLength(count);
  });

  test.each([
    ['2030-02-30', '2030-03-05'],
    ['yesterday', '2030-03-05'],
    ['2030-03-05', '2030-03-04'],
  ])('days that cannot be are 400: %s to %s', async (from, to) => {
    const span = { userId: anna.id, from, to };
    expect((await bench.call('downloadTransactions', span, as(anna))).status).toBe(400);
  });

  test('credits are added and, with the word of the readings, taken; never below zero', async () => {
    const ids = { adminId: admin.id, userId: bert.id };
    const adjust = async (amount: number, operationType: string) =>
      (await bench.call('adjustCredits', ids, as(admin, { amount, operationType }))).status;
    expect(await adjust(50, 'add')).toBe(200);
    expect(await adjust(20, 'subtract')).toBe(200);
    expect(await adjust(38, 'subtract')).toBe(400);
    expect(await adjust(1, 'remove')).toBe(400);
    expect(await adjust(-1, 'add')).toBe(400);
    bench.service().setReadings({ subtractWord: 'remove' });
    expect(await adjust(1, 'remove')).toBe(200);
    expect(await bench.ok('getCreditBalance', { userId: bert.id }, as(bert))).toEqual({
      creditBalance: 36,
    });
    const own = bench
      .service()
      .ledger()
      .transactions.filter((one) => one.userId === bert.id);
    expect(own.map(({ amount }) => amount)).toEqual([7, 50, -20, -1]);
    const body = { amount: 5, operationType: 'add' };
    expect((await bench.call('adjustCredits', ids, as(bert, body))).status).toBe(403);
  });

  test('whether a user can create or invite follows from balance and status', async () => {
    const dora = await bench.newPerson('Dora', { credits: 40 });
    const userId = dora.id;
    expect((await bench.call('canInviteMember', { userId }, as(dora))).status).toBe(200);
    expect((await bench.call('canCreateProject', { userId }, as(dora))).status).toBe(403);
    expect((await bench.call('canCreateProject', { userId }, as(anna))).status).toBe(403);
    const ids = { adminId: admin.id, userId };
    await bench.ok('adjustCredits', ids, as(admin, { amount: 3, operationType: 'add' }));
    expect((await bench.call('canCreateProject', { userId }, as(dora))).status).toBe(200);
    const suspension = { adminId: admin.id, userEmail: dora.email };
    await bench.ok('suspendUser', suspension, as(admin, { reason: 'x' }));
    expect((await bench.call('canCreateProject', { userId }, as(admin))).status).toBe(403);
  });
});
