import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/seed-accounts.ts';
import { createProject, newProject } from '../test-support/samples.ts';
import { as, type Bench, type Person, startBench } from '../test-support/service-client.ts';

let bench: Bench;
let admin: Person;
let lea: Person;
let max: Person;
let outsider: Person;
beforeAll(async () => {
  bench = await startBench();
  admin = await bench.signIn(ADMINISTRATOR);
  lea = await bench.newPerson('Lea', { credits: 2_000 });
  max = await bench.newPerson('Max');
  outsider = await bench.newPerson('Otto', { organisation: 'Elsewhere', credits: 45 });
});
afterAll(() => bench.stop());

const balance = async (person: Person) =>
  (await bench.ok('getCreditBalance', { userId: person.id }, as(person))).creditBalance;
const pageOf = (records: readonly object[]) => ({
  records,
  start: 0,
  limit: 50,
  totalRecords: records.length,
});

test('creating costs 50 and 10 for each first member, who is on hold', async () => {
  const before = await balance(lea);
  const id = await createProject(bench, lea, { members: [max.id, outsider.id] });
  expect(await balance(lea)).toBe(before - 70);
  const { body } = await bench.call('getProject', { projectId: id }, as(lea));
  const { leader: _leader, members: _members, ...sent } = newProject();
  const invited = { lastName: 'Tester', status: 'On-hold' };
  expect(body).toEqual({
    ...sent,
    id,
    leaderId: lea.id,
    leaderFirstName: 'Lea',
    leaderLastName: 'Tester',
    maxNumberOfMembers: 5,
    organisationScope: 1,
    leaderScope: 0,
    members: pageOf([
      { ...invited, id: max.id, name: 'Max', email: max.email },
      { ...invited, id: outsider.id, name: 'Otto', email: outsider.email },
    ]),
  });
  expect(bench.charges(id)).toEqual([
    [-50, 'PROJECT_CREATION'],
    [-10, 'PROJECT_INVITATION'],
    [-10, 'PROJECT_INVITATION'],
  ]);
});

test.each([400, 402, 403] as const)(
  'too few credits are answered with %i, and nothing is left behind',
  async (status) => {
    bench.service().setReadings({ insufficientCreditsStatus: status });
    const before = bench.service().ledger();
    expect(await bench.call('createProject', {}, as(outsider, newProject()))).toMatchObject({
      status,
      body: { error: { message: 'Insufficient credits: this costs 50, the balance is 45' } },
    });
    expect(bench.service().ledger()).toEqual(before);
  },
);

test('a refusal in the middle takes back everything before it', async () => {
  const before = bench.service().ledger();
  const sent = as(lea, newProject({ members: [max.id, max.id] }));
  expect(await bench.status('createProject', {}, sent)).toBe(400);
  expect(bench.service().ledger()).toEqual(before);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ maxNumberOfMembers: '0' }, 'maxNumberOfMembers'],
  [{ maxNumberOfMembers: 'five' }, 'maxNumberOfMembers'],
  [{ maxNumberOfMembers: 5 }, 'maxNumberOfMembers'],
  [{ organisationScope: 'public' }, 'organisationScope'],
  [{ endDate: '2029-01-01T00:00:00Z' }, 'endDate'],
  [{ startDate: '1 January' }, 'startDate'],
  [{ members: ['nobody'] }, 'members'],
  [{ maxNumberOfMembers: '1', members: ['a', 'b'] }, 'members'],
  [{ color: 'red' }, 'color'],
])('a project that cannot be meant is 400 and names the field: %o', async (over, field) => {
  const sent = as(lea, { ...newProject(), ...over });
  expect(await bench.call('createProject', {}, sent)).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining(field) } },
  });
});

test('strangers get 403, missing projects 404, and lists hold what one may see, newest first', async () => {
  const nina = await bench.newPerson('Nina');
  const closed = await createProject(bench, lea, { name: 'Closed' });
  const open = await createProject(bench, lea, { name: 'Open', organisationScope: 'Public' });
  const seen = async (person: Person) =>
    (await bench.ok('listProjects', {}, as(person))).records.map(({ name }) => name);
  expect(await seen(nina)).toEqual(['Open']);
  expect((await seen(lea)).slice(0, 2)).toEqual(['Open', 'Closed']);
  expect((await seen(admin)).slice(0, 2)).toEqual(['Open', 'Closed']);
  const get = (person: Person, projectId: string) =>
    bench.status('getProject', { projectId }, as(person));
  expect(await get(nina, closed)).toBe(403);
  expect(await get(nina, open)).toBe(200);
  expect(await get(outsider, open)).toBe(403);
  expect(await get(nina, 'none')).toBe(404);
});

test('shown to members alone, a project is hidden from those invited until they accept, and from colleagues', async () => {
  bench.service().setReadings({ projectsShownTo: 'members' });
  const colleague = await bench.newPerson('Cora');
  const projectId = await createProject(bench, lea, {
    organisationScope: 'Public',
    members: [max.id],
  });
  const seen = async (person: Person) => {
    const { records } = await bench.ok('listProjects', {}, as(person));
    const reads = [
      'getProject',
      'listMembersOnHold',
      'listPublicFiles',
      'listPrivateFiles',
    ] as const;
    const statuses = reads.map((name) => bench.status(name, { projectId }, as(person)));
    return [records.some(({ id }) => id === projectId), ...(await Promise.all(statuses))];
  };
  expect(await seen(max)).toEqual([false, 403, 403, 403, 403]);
  expect(await seen(colleague)).toEqual([false, 403, 403, 403, 403]);
  for (const person of [lea, admin]) expect(await seen(person)).toEqual([true, 200, 200, 200, 200]);
  await bench.ok('activateMember', { projectId, userId: max.id }, as(max));
  expect(await seen(max)).toEqual([true, 200, 200, 200, 200]);
  bench.service().setReadings({ projectsShownTo: 'involved' });
  expect(await seen(colleague)).toEqual([true, 200, 200, 200, 403]);
});

test('leader and administrators change a project; what is not sent stays', async () => {
  const projectId = await createProject(bench, lea, { members: [max.id, outsider.id] });
  const change = (person: Person, body: unknown) =>
    bench.status('updateProject', { projectId }, as(person, body));
  expect(await change(max, { name: 'Mine' })).toBe(403);
  expect(await change(lea, { maxNumberOfMembers: 1 })).toBe(400);
  expect(await change(lea, { maxNumberOfMembers: '9' })).toBe(400);
  expect(await change(lea, { endDate: '2029-12-31T00:00:00Z' })).toBe(400);
  expect(await change(lea, { name: 'New', organisationScope: 'Public' })).toBe(200);
  expect(await change(admin, { maxNumberOfMembers: 2 })).toBe(200);
  const changed = { name: 'New', area: 'Biology', organisationScope: 0, maxNumberOfMembers: 2 };
  expect(await bench.ok('getProject', { projectId }, as(lea))).toMatchObject(changed);
});

test('the codes of the scopes are the readings’', async () => {
  bench.service().setReadings({ organisationScopeCodes: [4, 9], leaderScopeCodes: [7, 8] });
  const projectId = await createProject(bench, lea, { leaderScope: 'Limited Access' });
  const codes = { organisationScope: 9, leaderScope: 8 };
  expect(await bench.ok('getProject', { projectId }, as(lea))).toMatchObject(codes);
});

test('an invitation costs 10, waits, is accepted by the invited, and can be ended', async () => {
  const projectId = await createProject(bench, lea);
  const ids = { projectId, userId: max.id };
  const before = await balance(lea);
  expect(await bench.status('inviteMember', ids, as(max))).toBe(403);
  await bench.ok('inviteMember', ids, as(lea));
  expect(await balance(lea)).toBe(before - 10);
  expect(await bench.status('inviteMember', ids, as(lea))).toBe(400);
  const onHold = { id: max.id, name: 'Max', lastname: 'Tester', email: max.email };
  const { body } = await bench.call('listMembersOnHold', { projectId }, as(lea));
  expect(body).toEqual(pageOf([{ ...onHold, status: 'On-hold' }]));

  expect(await bench.status('activateMember', ids, as(outsider))).toBe(403);
  await bench.ok('activateMember', ids, as(max));
  expect(await bench.status('activateMember', ids, as(max))).toBe(400);
  expect((await bench.ok('listMembersOnHold', { projectId }, as(lea))).records).toEqual([]);
  const { members } = await bench.ok('getProject', { projectId }, as(max));
  expect(members.records.map(({ status }) => status)).toEqual(['Active']);

  expect(await bench.status('removeMember', ids, as(outsider))).toBe(403);
  await bench.ok('removeMember', ids, as(lea));
  expect(await bench.status('removeMember', ids, as(lea))).toBe(404);
  expect(await bench.status('getProject', { projectId }, as(max))).toBe(403);
  const operations = bench.recordsOf(projectId).map(({ operation }) => operation);
  expect(operations).toEqual(['PROJECT_CREATION', 'PROJECT_INVITATION', 'ACCESS_REMOVAL']);
});

test('the leader may accept for a member; nobody is invited beyond the limit', async () => {
  const projectId = await createProject(bench, lea, { maxNumberOfMembers: '1' });
  const invite = (userId: string) => bench.call('inviteMember', { projectId, userId }, as(lea));
  expect((await invite(max.id)).status).toBe(201);
  await bench.ok('activateMember', { projectId, userId: max.id }, as(lea));
  const before = await balance(lea);
  expect(await invite(outsider.id)).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('maximum of 1') } },
  });
  expect(await balance(lea)).toBe(before);
  expect((await invite('nobody')).status).toBe(404);
  expect((await invite(lea.id)).status).toBe(400);
});

test('tags are made once, whatever the case, and found by a part of the name', async () => {
  const make = (name: string) => bench.status('createTag', {}, as(max, { name }));
  for (const name of ['Enzyme', 'Genome', 'EEG']) expect(await make(name)).toBeLessThan(300);
  expect(await make('eeg')).toBe(400);
  expect(await make(' ')).toBe(400);
  const { body } = await bench.call('searchTags', {}, { ...as(max), query: { tag: 'NOM' } });
  expect(body).toEqual(pageOf([{ id: expect.any(String), name: 'Genome' }]));
  expect(await bench.status('searchTags', {}, as(max))).toBe(400);

  const list = async () => (await bench.call('listTags', {}, as(max))).body;
  expect(await list()).toMatchObject({ records: { name: 'EEG' }, totalRecords: 3 });
  bench.service().setReadings({ tagRecords: 'array' });
  expect(await list()).toMatchObject({
    records: [{ name: 'Enzyme' }, { name: 'Genome' }, { name: 'EEG' }],
  });
});
