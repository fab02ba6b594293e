import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ErrorEnvelope, CodedErrorEnvelope, InfoEnvelope, readErrorBody } from './envelopes.ts';
import { File, Verification } from './files.ts';
import { Member, Project, AllTags, Tag, TagPage } from './projects.ts';
import { pageOf, Text } from './reading.ts';
import { CreditBalance, IsAdmin, ListedUser, User } from './users.ts';

const TAGS = [
  { id: 't1', name: 'cells' },
  { id: 't2', name: 'mice' },
];

test.each([
  ['an array', TAGS, TAGS],
  ['an object of objects', { first: TAGS[0], second: TAGS[1] }, TAGS],
  ['an object with numbers as keys', { 0: TAGS[0], 1: TAGS[1] }, TAGS],
  ['null', null, []],
  ['an empty object', {}, []],
])('records as %s read as a list', (_form, records, read) => {
  const page = { records, start: 0, limit: 50, totalRecords: 2 };
  expect(TagPage.parse(page)).toEqual({ ...page, records: read });
});

test('records as a single object read as a list of one, and missing ones as none', () => {
  const page = { records: TAGS[0], start: 0, limit: 50, totalRecords: 1 };
  expect(AllTags.parse(page)).toEqual({ ...page, records: [TAGS[0]] });
  expect(TagPage.parse({}).records).toEqual([]);
});

test.each([
  ['a word', { records: 'none' }],
  ['a number', { records: 7 }],
  ['what is no record', { records: { a: 1 } }],
  ['one that is none among others', { records: [TAGS[0], { name: 'no id' }] }],
  ['no page at all', 'page'],
  ['nothing', null],
])('%s in the place of records spoils the page', (_what, page) => {
  expect(TagPage.safeParse(page).success).toBe(false);
});

test.each([undefined, null, 'many', 1.5, {}])(
  'totalRecords %j is unknown, never a number',
  (totalRecords) => {
    expect(TagPage.parse({ records: TAGS, totalRecords }).totalRecords).toBeNull();
  },
);

test('every way to carry the same records reads the same, a bare array without figures', () => {
  const record = fc.record({ id: fc.string({ minLength: 1 }), name: fc.string() });
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const asObject = Object.fromEntries(records.map((one, index) => [`r${index}`, one]));
      const page = { records, start: null, limit: null, totalRecords: null };
      for (const form of [{ records }, { records: asObject }, records]) {
        expect(TagPage.parse(form)).toEqual(page);
      }
    }),
  );
});

const person = { id: 'u1', name: 'Ada', email: 'ada@example.org' };

test.each([User, Member])(
  'lastname and lastName mean the same; the documented spelling wins',
  (schema) => {
    for (const sent of [
      { lastname: 'Lovelace' },
      { lastName: 'Lovelace' },
      { lastName: 'Lovelace', lastname: 'Byron' },
    ]) {
      expect(schema.parse({ ...person, ...sent }).lastName).toBe('Lovelace');
    }
    const members = { records: [{ ...person, lastname: 'L' }] };
    const project = Project.parse({ id: 'p1', members });
    expect(project.members.records.map(({ lastName }) => lastName)).toEqual(['L']);
  },
);

test.each([undefined, null, 'nobody', []])('members %j are an empty page', (members) => {
  expect(Project.parse({ id: 'p1', members }).members.records).toEqual([]);
});

test.each([
  ['12', 12],
  ['-3', -3],
  [7, 7],
])('a balance of %j reads as %j', (creditBalance, read) => {
  expect(CreditBalance.parse({ creditBalance })).toEqual({ creditBalance: read });
});

test.each(['', 'twelve', '1.5', ' 1', '1e3', '0x10', 1.5, null, undefined, true, '9'.repeat(40)])(
  'a balance of %j is refused: credits are never guessed',
  (creditBalance) => {
    expect(CreditBalance.safeParse({ creditBalance }).success).toBe(false);
  },
);

test('a figure nothing depends on reads as null when it is none', () => {
  const project = Project.parse({ id: 'p1', maxNumberOfMembers: '12', leaderScope: 'Full' });
  expect([project.maxNumberOfMembers, project.leaderScope]).toEqual([12, null]);
});

test('an id sent as a number is the same id as text; what is neither is no identifier', () => {
  expect(Tag.parse({ id: 42, name: 'cells' }).id).toBe('42');
  for (const id of ['', null, undefined, {}]) {
    expect(Tag.safeParse({ id, name: 'cells' }).success).toBe(false);
  }
});

test('an unknown status word is kept as the service wrote it; a missing one is no success', () => {
  const user = ListedUser.parse({ id: 'u1', creditBalance: 1, userStatus: 'Odd' });
  expect(user.userStatus).toBe('Odd');
  expect(File.parse({ id: 'f1', status: 'Quarantined' }).status).toBe('Quarantined');
  expect(File.parse({ id: 'f1', primaryData: null })).toMatchObject({
    status: '',
    linkToProcedure: null,
    procedureDescription: null,
    primaryData: null,
  });
});

test.each(['false', 'true', 0, 1, null, undefined])(
  'exists: %j is refused, since money hangs on it, and so is isAdmin',
  (value) => {
    const verification = { exists: value, fileName: 'a', project: 'b' };
    expect(Verification.safeParse(verification).success).toBe(false);
    expect(IsAdmin.safeParse({ isAdmin: value }).success).toBe(false);
  },
);

test('exists: false needs no file name', () => {
  const nothing = { exists: false, fileName: '', project: '' };
  expect(Verification.parse({ exists: false })).toEqual(nothing);
});

test('fields we do not know are left aside', () => {
  expect(Tag.parse({ ...TAGS[0], colour: 'red' })).toEqual(TAGS[0]);
});

test('__proto__ keys give nothing and change nothing', () => {
  const hostile: unknown = JSON.parse(
    '{"__proto__":{"isAdmin":true,"lastName":"X"},"id":"u1","lastname":"Lovelace","constructor":{"prototype":{"isAdmin":true}}}',
  );
  expect(IsAdmin.safeParse(hostile).success).toBe(false);
  const user = User.parse(hostile);
  expect(user.lastName).toBe('Lovelace');
  expect(Object.getPrototypeOf(user)).toBe(Object.prototype);
  const page: unknown = JSON.parse('{"records":{"__proto__":{"id":"t1","name":"cells"}}}');
  expect(TagPage.parse(page).records).toEqual([TAGS[0]]); // one record among others
  expect('isAdmin' in {} || 'name' in {}).toBe(false);
});

test('whatever JSON arrives, reading gives an answer or a refusal, never an exception', () => {
  const schemas = [User, ListedUser, Project, File, TagPage, AllTags, Verification, pageOf(Text)];
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const schema of schemas) {
        expect(typeof schema.safeParse(value).success).toBe('boolean');
      }
      readErrorBody(value);
    }),
  );
});

test('both error envelopes are understood, and a success is no error', () => {
  const message = 'Wrong type';
  const usual = { error: { statusCode: 404, message } };
  const coded = { success: false, error: { code: 'INVALID', message, details: 'exe' } };
  expect(ErrorEnvelope.parse(usual)).toEqual(usual);
  expect(CodedErrorEnvelope.parse(coded)).toEqual(coded);
  expect(readErrorBody(usual)).toEqual({ message, code: null, details: null });
  expect(readErrorBody(coded)).toEqual({ message, code: 'INVALID', details: 'exe' });
  const info = { info: { statusCode: 200, responseMessage: 'done' } };
  expect(InfoEnvelope.parse(info)).toEqual(info);
  expect(readErrorBody(info)).toBeNull();
});

test.each(['<html>', '', null, [], {}, { error: 'text' }, { error: { message: 5 } }])(
  '%j is neither envelope',
  (body) => {
    expect(readErrorBody(body)).toBeNull();
  },
);

test('a page that strayed into the message is cut', () => {
  const error = { message: 'x'.repeat(10_000), details: 'y'.repeat(10_000) };
  const words = readErrorBody({ error });
  expect([words?.message.length, words?.details?.length]).toEqual([500, 500]);
});
