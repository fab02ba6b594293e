import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ErrorEnvelope, CodedErrorEnvelope, InfoEnvelope, readErrorBody } from './envelopes.ts';
import { File } from './files.ts';
import { Member, Project } from './projects.ts';
import { pageOf, Text } from './reading.ts';
import { AllTags, Tag, TagPage } from './tags.ts';
import { CreditBalance, IsAdmin, ListedUser, User } from './users.ts';
import { Verification } from './verification.ts';

const TAGS = [
  { id: 't1', name: 'cells' },
  { id: 't2', name: 'mice' },
];

describe('pages', () => {
  test.each([
    ['an array', TAGS],
    ['an object of objects', { first: TAGS[0], second: TAGS[1] }],
    ['an object with numbers as keys', { 0: TAGS[0], 1: TAGS[1] }],
  ])('records as %s read as a list', (_form, records) => {
    const page = { records, start: 0, limit: 50, totalRecords: 2 };
    expect(TagPage.parse(page)).toEqual({ ...page, records: TAGS });
  });

  test('records as a single object read as a list of one', () => {
    const page = { records: TAGS[0], start: 0, limit: 50, totalRecords: 1 };
    expect(AllTags.parse(page)).toEqual({ ...page, records: [TAGS[0]] });
  });

  test.each([{}, { records: null }, { records: [] }, { records: {} }])(
    '%j is an empty list',
    (page) => {
      expect(TagPage.parse(page).records).toEqual([]);
    },
  );

  test.each([{ records: 'none' }, { records: 7 }, { records: { a: 1 } }, 'page', null])(
    '%j is no page',
    (page) => {
      expect(TagPage.safeParse(page).success).toBe(false);
    },
  );

  test('a bare array is a page without figures', () => {
    expect(TagPage.parse(TAGS)).toEqual({
      records: TAGS,
      start: null,
      limit: null,
      totalRecords: null,
    });
  });

  test.each([undefined, null, 'many', 1.5, {}])(
    'totalRecords %j is unknown, never a number',
    (totalRecords) => {
      expect(TagPage.parse({ records: TAGS, totalRecords }).totalRecords).toBeNull();
    },
  );

  test('a record that is none spoils its page instead of vanishing from it', () => {
    expect(TagPage.safeParse({ records: [TAGS[0], { name: 'no id' }] }).success).toBe(false);
  });

  test('every way to carry the same records reads the same', () => {
    const record = fc.record({ id: fc.string({ minLength: 1 }), name: fc.string() });
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const asObject = Object.fromEntries(records.map((one, index) => [`r${index}`, one]));
        const read = TagPage.parse({ records }).records;
        expect(read).toEqual(records);
        expect(TagPage.parse({ records: asObject }).records).toEqual(read);
        expect(TagPage.parse(records).records).toEqual(read);
      }),
    );
  });
});

describe('people', () => {
  const person = { id: 'u1', name: 'Ada', email: 'ada@example.org' };

  test.each([User, Member])('lastname and lastName mean the same', (schema) => {
    expect(schema.parse({ ...person, lastname: 'Lovelace' })).toMatchObject({
      lastName: 'Lovelace',
    });
    expect(schema.parse({ ...person, lastName: 'Lovelace' })).toMatchObject({
      lastName: 'Lovelace',
    });
  });

  test('the documented spelling wins when both arrive', () => {
    const both = { ...person, lastName: 'Lovelace', lastname: 'Byron' };
    expect(User.parse(both).lastName).toBe('Lovelace');
  });

  test('members inside a project are read alike', () => {
    const project = Project.parse({
      id: 'p1',
      members: { records: [{ ...person, lastname: 'L' }] },
    });
    expect(project.members.records.map(({ lastName }) => lastName)).toEqual(['L']);
  });

  test.each([undefined, null, 'nobody', []])('members %j are an empty page', (members) => {
    expect(Project.parse({ id: 'p1', members }).members.records).toEqual([]);
  });
});

describe('figures', () => {
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

  test('an id sent as a number is the same id as text', () => {
    expect(Tag.parse({ id: 42, name: 'cells' }).id).toBe('42');
  });

  test.each(['', null, undefined, {}])('%j is no identifier', (id) => {
    expect(Tag.safeParse({ id, name: 'cells' }).success).toBe(false);
  });
});

describe('statuses and promises', () => {
  test('an unknown status word is kept as the service wrote it', () => {
    expect(File.parse({ id: 'f1', status: 'Quarantined' }).status).toBe('Quarantined');
    expect(ListedUser.parse({ id: 'u1', creditBalance: 1, userStatus: 'Odd' }).userStatus).toBe(
      'Odd',
    );
  });

  test('a missing status is empty, never a success', () => {
    expect(File.parse({ id: 'f1' }).status).toBe('');
  });

  test('the three texts of a secondary file are null when absent or null', () => {
    const { linkToProcedure, procedureDescription, primaryData } = File.parse({
      id: 'f1',
      primaryData: null,
    });
    expect([linkToProcedure, procedureDescription, primaryData]).toEqual([null, null, null]);
  });

  test.each(['false', 'true', 0, 1, null, undefined])(
    'exists: %j is refused, since money hangs on it',
    (exists) => {
      expect(Verification.safeParse({ exists, fileName: 'a', project: 'b' }).success).toBe(false);
    },
  );

  test('exists: false needs no file name', () => {
    expect(Verification.parse({ exists: false })).toEqual({
      exists: false,
      fileName: '',
      project: '',
    });
  });

  test.each(['true', 1, null, undefined])('isAdmin: %j is refused', (isAdmin) => {
    expect(IsAdmin.safeParse({ isAdmin }).success).toBe(false);
  });
});

describe('what arrives besides', () => {
  test('fields we do not know are left aside', () => {
    expect(Tag.parse({ id: 't1', name: 'cells', colour: 'red' })).toEqual({
      id: 't1',
      name: 'cells',
    });
  });

  test('__proto__ keys give nothing and change nothing', () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"isAdmin":true,"lastName":"X"},"id":"u1","lastname":"Lovelace","constructor":{"prototype":{"isAdmin":true}}}',
    );
    expect(IsAdmin.safeParse(hostile).success).toBe(false);
    const user = User.parse(hostile);
    expect(user.lastName).toBe('Lovelace');
    expect(Object.getPrototypeOf(user)).toBe(Object.prototype);
    expect('isAdmin' in {}).toBe(false);
  });

  test('__proto__ as a key of records is one record among others', () => {
    const page: unknown = JSON.parse('{"records":{"__proto__":{"id":"t1","name":"cells"}}}');
    expect(TagPage.parse(page).records).toEqual([TAGS[0]]);
    expect('name' in {}).toBe(false);
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
});

describe('envelopes', () => {
  test('both error envelopes are understood', () => {
    const usual = { error: { statusCode: 404, message: 'No such file' } };
    const coded = {
      success: false,
      error: { code: 'INVALID_FILE_TYPE', message: 'Wrong type', details: 'exe' },
    };
    expect(ErrorEnvelope.parse(usual)).toEqual(usual);
    expect(CodedErrorEnvelope.parse(coded)).toEqual(coded);
    expect(readErrorBody(usual)).toEqual({ message: 'No such file', code: null, details: null });
    expect(readErrorBody(coded)).toEqual({
      message: 'Wrong type',
      code: 'INVALID_FILE_TYPE',
      details: 'exe',
    });
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

  test('a success envelope is no error', () => {
    const info = { info: { statusCode: 200, responseMessage: 'done' } };
    expect(InfoEnvelope.parse(info)).toEqual(info);
    expect(readErrorBody(info)).toBeNull();
  });
});
