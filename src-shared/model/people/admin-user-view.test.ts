import { expect, test } from 'vitest';
import { type AdminUserView, filterUsers, usersCsv } from './admin-user-view.ts';

const user = (over: Partial<AdminUserView>): AdminUserView => ({
  userId: 'u',
  name: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@lab.test',
  organisation: 'Example Institute',
  location: 'Exampletown',
  isActive: true,
  userStatus: 'Active',
  credits: 10,
  createdAtMs: 0,
  ...over,
});

test('users are narrowed down by every word of a text, whatever its case, and by their status', () => {
  const ada = user({});
  const names = { name: 'Bob', lastName: 'Byte', email: 'bob@lab.test' };
  const bob = user({ ...names, userStatus: 'Suspended' });
  const all = [ada, bob];
  const found = (text: string, userStatus: string | null = null) =>
    filterUsers(all, { text, userStatus });
  expect(found('')).toEqual(all);
  expect(found('  LOVE institute ')).toEqual([ada]);
  expect(found('bob@')).toEqual([bob]);
  expect(found('ada bob')).toEqual([]);
  expect(found('', 'Suspended')).toEqual([bob]);
  expect(found('ada', 'Suspended')).toEqual([]);
});

test('users are written as a table, and nothing in it is a formula', () => {
  const head = ['name', 'e-mail', 'organisation', 'status', 'credits', 'registered', 'id'];
  const csv = usersCsv([user({ organisation: '=1+1' })], head, () => 'Active');
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'name,e-mail,organisation,status,credits,registered,id',
    "Ada Lovelace,ada@lab.test,'=1+1,Active,10,1970-01-01T00:00:00.000Z,u",
  ]);
});
