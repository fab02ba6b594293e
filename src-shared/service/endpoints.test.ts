import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** Every row of the interface document, in its order, copied from there by hand. */
const DOCUMENTED = `
  login POST /login
  register POST /users
  activate GET /users/activation/{token}
  forgotPassword GET /users/forgot-password/{email}
  resetPassword POST /users/reset-password/{token}
  listUsers GET /users
  getUser GET /users/{userId}
  getUserByEmail GET /users/email/{email}
  updateUser PATCH /users/{userId}
  uploadAvatar POST /users/{userId}/avatar
  getAvatar GET /users/{userId}/avatar
  getPublicKey GET /users/{userId}/pubkey
  getCreditBalance GET /users/{userId}/credit-balance
  adjustCredits POST /users/{adminId}/credit-balance/{userId}
  downloadTransactions GET /users/{userId}/transactions/{from}/{to}/download
  canCreateProject GET /users/{userId}/can-create-project
  canInviteMember GET /users/{userId}/can-invite-member
  isAdmin GET /users/{userId}/is-admin
  suspendUser POST /users/{adminId}/suspend/{userEmail}
  revokeSuspension POST /users/{adminId}/revoke-suspension/{userEmail}
  listTags GET /tags
  createTag POST /tags
  searchTags GET /tags/search
  createProject POST /projects
  listProjects GET /projects
  getProject GET /projects/{projectId}
  updateProject PATCH /projects/{projectId}
  inviteMember POST /projects/{projectId}/members/{userId}
  removeMember DELETE /projects/{projectId}/members/{userId}
  activateMember POST /projects/{projectId}/members/{userId}/activate
  listMembersOnHold GET /projects/{projectId}/members/on-hold
  uploadPublicFile POST /projects/{projectId}/files
  listPublicFiles GET /projects/{projectId}/files
  getPublicFile GET /projects/{projectId}/files/{fileId}
  downloadPublicFile GET /projects/{projectId}/files/{fileId}/download
  deletePublicFile PATCH /projects/{projectId}/file/{fileId}/delete
  getPublicCertificate GET /projects/{projectId}/files/{fileId}/download/certificate
  getPublicMetadata GET /projects/{projectId}/files/{fileId}/ipfs
  uploadPrivateFile POST /private-files/project/{projectId}
  listPrivateFiles GET /private-files/project/{projectId}
  deletePrivateFile PATCH /private-files/project/{projectId}/file/{fileId}/delete
  getPrivateCertificate GET /private-files/project/{projectId}/files/{fileId}/download/certificate
  getPrivateMetadata GET /private-files/project/{projectId}/files/{fileId}/ipfs
  verifyContent POST /projects/files/verify
`
  .trim()
  .split('\n')
  .map((row) => row.trim());

const table: Readonly<Record<string, Endpoint>> = endpoints;

const words = (text: string) => text.split(' ');

function namesWhere(holds: (described: Endpoint) => boolean): readonly string[] {
  return Object.keys(table).filter((name) => holds(table[name] as Endpoint));
}

test('the table holds the documented endpoints and no other', () => {
  const rows = Object.entries(table).map(([name, { method, path }]) => `${name} ${method} ${path}`);
  expect(rows.toSorted()).toEqual(DOCUMENTED.toSorted());
});

test('five account endpoints need no token, four operations need an administrator', () => {
  expect(namesWhere(({ caller }) => caller === 'anyone')).toEqual(
    words('login register activate forgotPassword resetPassword'),
  );
  expect(namesWhere(({ caller }) => caller === 'admin')).toEqual(
    words('listUsers adjustCredits suspendUser revokeSuspension'),
  );
});

test('what costs credits says how many', () => {
  const prices = Object.entries(table).map(([name, { price }]) => [name, price]);
  expect(prices.filter(([, price]) => price !== null)).toEqual([
    ['createProject', '50 credits, and 10 for each initial member'],
    ['inviteMember', '10 credits'],
    ['uploadPublicFile', 'the size in MB, in credits'],
    ['deletePublicFile', '1 credit'],
    ['uploadPrivateFile', '1 credit'],
    ['deletePrivateFile', '1 credit'],
  ]);
});

test('a GET and a DELETE carry no body', () => {
  const bodiless = namesWhere(({ method }) => method === 'GET' || method === 'DELETE');
  expect(bodiless.filter((name) => table[name]?.sends.kind !== 'none')).toEqual([]);
});

test('every list in pages says that it answers 400 to figures that are none', () => {
  const paged = Object.entries<Endpoint>(endpoints).filter(([, { query }]) => 'start' in query);
  expect(paged.length).toBeGreaterThan(5);
  expect(paged.filter(([, { errors }]) => !errors.includes(400)).map(([name]) => name)).toEqual([]);
});
