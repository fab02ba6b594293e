import { expect, test } from 'vitest';
import { filterUsers, type AdminUserView } from './admin-user-view.ts';

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
