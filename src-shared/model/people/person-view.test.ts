import { expect, test } from 'vitest';
import { Project } from '../../service/projects.ts';
import { knownPeople, memberCounts, withLeader } from './person-view.ts';

const person = (id: string, status: string) => ({ id, name: id, email: `${id}@lab.test`, status });
const withMembers = (records: readonly object[], totalRecords: number | null = records.length) =>
  Project.parse({ id: 'p1', leaderId: 'lead', members: { records, totalRecords } });

const first = (records: readonly object[], self: Parameters<typeof withLeader>[1]) =>
  withLeader({ ...knownPeople(withMembers(records)), leaderName: 'Paula Lead' }, self)[0];

test('the leader counts once, listed or not, and whoever was only invited is no member yet', () => {
  const others = [person('robin', 'Active'), person('casey', 'On-hold')];
  const counts = { joined: 2, invited: 1 };
  expect(memberCounts(knownPeople(withMembers(others)))).toEqual(counts);
  const listed = [person('lead', 'Active'), ...others];
  expect(memberCounts(knownPeople(withMembers(listed)))).toEqual(counts);
});

test('the list of invitations adds whom the project leaves out, and nobody twice', () => {
  const project = withMembers([person('robin', 'Active'), person('casey', 'On-hold')]);
  const onHold = withMembers([person('casey', 'On-hold'), person('dana', 'On-hold')]);
  const people = knownPeople(project, onHold.members.records);
  expect(memberCounts(people)).toEqual({ joined: 2, invited: 2 });
});

test('people whom the service counts without listing them count as members', () => {
  const people = knownPeople(withMembers([person('robin', 'Active')], 60));
  expect([people.unlisted, memberCounts(people).joined]).toEqual([59, 61]);
});

test('the leader stands first, with the address where it is known', () => {
  const robin = person('robin', 'Active');
  const self = { userId: 'lead', email: 'paula@lab.test' };
  expect(first([robin], self)).toMatchObject({ name: 'Paula Lead', email: 'paula@lab.test' });
  expect(first([robin], { ...self, userId: 'robin' })?.email).toBe('');
  expect(first([robin, person('lead', 'Active')], self)?.email).toBe('lead@lab.test');
});
