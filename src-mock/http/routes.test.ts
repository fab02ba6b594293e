import { expect, test } from 'vitest';
import { fillPath, pathParameters } from '../../src-shared/service/endpoint.ts';
import { endpoints } from '../../src-shared/service/endpoints.ts';
import { matchRoute } from './routes.ts';

test('every endpoint of the contract is found under its own path', () => {
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    const parameters = Object.fromEntries(pathParameters(path).map((key) => [key, `${key} ä/1`]));
    expect(matchRoute(method, fillPath(path, parameters))).toEqual({
      kind: 'found',
      name,
      parameters,
    });
  }
});

test.each([
  ['GET', '/users/email/me@lab.test', 'getUserByEmail'],
  ['GET', '/users/activation/avatar', 'activate'],
  ['GET', '/tags/search', 'searchTags'],
  ['POST', '/projects/files/verify', 'verifyContent'],
  ['GET', '/projects/p1/members/on-hold', 'listMembersOnHold'],
  ['POST', '/projects/p1/members/on-hold', 'inviteMember'],
  ['POST', '/users/a1/suspend/me@lab.test', 'suspendUser'],
])('a literal segment beats a parameter: %s %s', (method, path, name) => {
  expect(matchRoute(method, path)).toMatchObject({ kind: 'found', name });
});

test.each([
  ['GET', '/nothing', { kind: 'unknown' }],
  ['GET', '/users/', { kind: 'unknown' }],
  ['GET', '/users//avatar', { kind: 'unknown' }],
  ['GET', '/users/%E0%A4%A', { kind: 'malformed' }],
  ['PUT', '/users/u1/avatar', { kind: 'wrong-method', allowed: ['POST', 'GET'] }],
])('%s %s is told apart', (method, path, expected) => {
  expect(matchRoute(method, path)).toEqual(expected);
});
