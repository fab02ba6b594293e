import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo-accounts.ts';
import { createProject, newProject } from '../test-support/samples.ts';
import { type Bench, type Person, startBench } from '../test-support/service-client.ts';

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

const as = ({ token }: Person, body?: unknown) => ({ token, body });
const balance = async (person: Person) =>
  (await bench.ok('getCreditBalance', { userId: person.id }, as(person))).creditBalance;

describe('projects', () => {
  test('creating costs 50 and 10 for each first member, who is on hold', async () => {
    const before = await balance(lea);
    const id = await createProject(bench, lea, { members: [max.id, outsider.id] });
    expect(await balance(lea)).toBe(before - 70);
    const { body } = await bench.call('getProject', { projectId: id }, as(lea));
    const { leader: _leader, members: _members, ...sent } = newProject();
    expect(body).toEqual({
      ...sent,
      id,
      leaderId: lea.id,
      leaderFirstName: 'Lea',
      leaderLastName: 'Tester',
      maxNumberOfMembers: 5,
      organisationScope: 1,
      leaderScope: 0,
      members: {
        records: [max, outsider].map(({ id: memberId, email }, index) => ({
          id: memberId,
          name: index === 0 ? 'Max' : 'Otto',
          lastName: 'Tester',
          email,
          status: 'On-hold',
        })),
        start: 0,
        limit: 50,
        totalRecords: 2,
      },
    });
    const charges = bench
      .service()
      .ledger()
      .transactions.filter((one) => one.subjectId === id);
    expect(charges.map(({ amount, type }) => [amount, type])).toEqual([
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
    expect((await bench.call('createProject', {}, sent)).status).toBe(400);
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
    expect((await bench.call('getProject', { projectId: closed }, as(nina))).status).toBe(403);
    expect((await bench.call('getProject', { projectId: open }, as(nina))).status).toBe(200);
    expect((await bench.call('getProject', { projectId: open }, as(outsider))).status).toBe(403);
    expect((await bench.call('getProject', { projectId: 'none' }, as(nina))).status).toBe(404);
  });

  test('leader and administrators change a project; what is not sent stays', async () => {
    const projectId = await createProject(bench, lea, { members: [max.id, outsider.id] });
    const change = (person: Person, body: unknown) =>
      bench.call('updateProject', { projectId }, as(person, body));
    expect((await change(max, { name: 'Mine' })).status).toBe(403);
    expect((await change(lea, { maxNumberOfMembers: 1 })).status).toBe(400);
    expect((await change(lea, { maxNumberOfMembers: '9' })).status).toBe(400);
    expect((await change(lea, { endDate: '2029-12-31T00:00:00Z' })).status).toBe(400);
    expect((await change(lea, { name: 'New', organisationScope: 'Public' })).status).toBe(200);
    expect((await change(admin, { maxNumberOfMembers: 2 })).status).toBe(200);
    const project = await bench.ok('getProject', { projectId }, as(lea));
    expect(project).toMatchObject({
      name: 'New',
      area: 'Biology',
      organisationScope: 0,
      maxNumberOfMembers: 2,
    });
  });

  test('the codes of the scopes are the readings’', async () => {
    bench.service().setReadings({ organisationScopeCodes: [4, 9], leaderScopeCodes: [7, 8] });
    const projectId = await createProject(bench, lea, { leaderScope: 'Limited Access' });
    expect(await bench.ok('getProject', { projectId }, as(lea))).toMatchObject({
      organisationScope: 9,
      leaderScope: 8,
    });
  });
});

describe('members', () => {
  test('an invitation costs 10, waits, is accepted by the invited, and can be ended', async () => {
    const projectId = await createProject(bench, lea);
    const ids = { projectId, userId: max.id };
    const before = await balance(lea);
    expect((await bench.call('inviteMember', ids, as(max))).status).toBe(403);
    await bench.ok('inviteMember', ids, as(lea));
    expect(await balance(lea)).toBe(before - 10);
    expect((await bench.call('inviteMember', ids, as(lea))).status).toBe(400);

    const { body } = await bench.call('listMembersOnHold', { projectId }, as(lea));
    expect(body).toEqual({
      records: [
        { id: max.id, name: 'Max', lastname: 'Tester', email: max.email, status: 'On-hold' },
      ],
      start: 0,
      limit: 50,
      totalRecords: 1,
    });

    expect((await bench.call('activateMember', ids, as(outsider))).status).toBe(403);
    await bench.ok('activateMember', ids, as(max));
    expect((await bench.call('activateMember', ids, as(max))).status).toBe(400);
    expect((await bench.ok('listMembersOnHold', { projectId }, as(lea))).records).toEqual([]);
    const { members } = await bench.ok('getProject', { projectId }, as(max));
    expect(members.records.map(({ status }) => status)).toEqual(['Active']);

    expect((await bench.call('removeMember', ids, as(outsider))).status).toBe(403);
    await bench.ok('removeMember', ids, as(lea));
    expect((await bench.call('removeMember', ids, as(lea))).status).toBe(404);
    expect((await bench.call('getProject', { projectId }, as(max))).status).toBe(403);
    const recorded = bench
      .service()
      .ledger()
      .records.filter((one) => one.subjectId === projectId);
    expect(recorded.map(({ operation }) => operation)).toEqual([
      'PROJECT_CREATION',
      'PROJECT_INVITATION',
      'ACCESS_REMOVAL',
    ]);
  });

  test('the leader may accept for a member; nobody is invited beyond the limit', async () => {
    const projectId = await createProject(bench, lea, { maxNumberOfMembers: '1' });
    await bench.ok('inviteMember', { projectId, userId: max.id }, as(lea));
    await bench.ok('activateMember', { projectId, userId: max.id }, as(lea));
    const before = await balance(lea);
    const second = { projectId, userId: outsider.id };
    expect(await bench.call('inviteMember', second, as(lea))).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('maximum of 1') } },
    });
    expect(await balance(lea)).toBe(before);
    const unknown = { projectId, userId: 'nobody' };
    expect((await bench.call('inviteMember', unknown, as(lea))).status).toBe(404);
    const leader = { projectId, userId: lea.id };
    expect((await bench.call('inviteMember', leader, as(lea))).status).toBe(400);
  });
});

describe('tags', () => {
  test('tags are made once, whatever the case, and found by a part of the name', async () => {
    for (const name of ['Enzyme', 'Genome', 'EEG'])
      await bench.ok('createTag', {}, as(max, { name }));
    const made = await bench.call('createTag', {}, as(max, { name: 'eeg' }));
    expect(made.status).toBe(400);
    const { body } = await bench.call('searchTags', {}, { ...as(max), query: { tag: 'NOM' } });
    expect(body).toEqual({
      records: [{ id: expect.any(String), name: 'Genome' }],
      start: 0,
      limit: 50,
      totalRecords: 1,
    });
    expect((await bench.call('searchTags', {}, as(max))).status).toBe(400);
    expect((await bench.call('createTag', {}, as(max, { name: ' ' }))).status).toBe(400);
  });

  test('the list of all tags sends records as one object, or as an array when read so', async () => {
    const list = async () => (await bench.call('listTags', {}, as(max))).body;
    expect(await list()).toMatchObject({ records: { name: 'EEG' }, totalRecords: 3 });
    bench.service().setReadings({ tagRecords: 'array' });
    expect(await list()).toMatchObject({
      records: [{ name: 'Enzyme' }, { name: 'Genome' }, { name: 'EEG' }],
    });
  });
});
