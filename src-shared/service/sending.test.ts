import { describe, expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { UPLOAD_FIELD_ORDER, UploadFields } from './files.ts';
import { NewProject, ProjectChange } from './projects.ts';
import {
  JSON_REQUESTS,
  NEW_PROJECT,
  PRIMARY_FORM,
  PROJECT_CHANGE,
  SECONDARY_FORM,
} from './test-support/example-requests.ts';
import { CreditAdjustment } from './users.ts';

const table: Readonly<Record<string, Endpoint>> = endpoints;

function without(body: object, key: string): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
}

const isNew = (maxNumberOfMembers: unknown) =>
  NewProject.safeParse({ ...NEW_PROJECT, maxNumberOfMembers }).success;
const isChange = (maxNumberOfMembers: unknown) =>
  ProjectChange.safeParse({ maxNumberOfMembers }).success;

describe('what we send', () => {
  test('every endpoint that sends JSON has an example here', () => {
    const senders = Object.keys(table).filter((name) => table[name]?.sends.kind === 'json');
    expect(Object.keys(JSON_REQUESTS).toSorted()).toEqual(senders.toSorted());
  });

  describe.each(Object.entries(JSON_REQUESTS))('%s', (name, body) => {
    const sends = table[name]?.sends;
    if (sends?.kind !== 'json') throw new Error(`${name} sends no JSON`);
    const isSent = (value: unknown) => sends.schema.safeParse(value).success;

    test('a complete body is sent as it is, and with an unknown key refused', () => {
      expect(sends.schema.parse(body)).toEqual(body);
      expect(isSent({ ...body, undocumented: true })).toBe(false);
    });

    test('every key is needed and has one type, but a change may leave keys out', () => {
      for (const key of Object.keys(body)) {
        expect([key, isSent(without(body, key))]).toEqual([key, name === 'updateProject']);
        expect([key, isSent({ ...body, [key]: null })]).toEqual([key, false]);
      }
    });
  });

  test('members are counted in text for a new project, and in figures for a change', () => {
    expect(['12', 12, 'twelve', '-1', '1.5', ''].filter(isNew)).toEqual(['12']);
    expect([12, '12', 0, -3, 1.5].filter(isChange)).toEqual([12]);
  });

  test('a change may hold one field alone', () => {
    for (const [key, value] of Object.entries(PROJECT_CHANGE)) {
      expect(ProjectChange.parse({ [key]: value })).toEqual({ [key]: value });
    }
  });

  test.each([
    { organisationScope: 'public' },
    { organisationScope: 0 },
    { leaderScope: 'Full' },
    { startDate: '2026-11-20' },
    { startDate: '2026-11-20T09:44:12+01:00' },
    { endDate: 1_795_168_800 },
  ])('%j is no documented label or UTC timestamp', (over) => {
    expect(NewProject.safeParse({ ...NEW_PROJECT, ...over }).success).toBe(false);
  });

  test.each([0, -5, 1.5, '5'])('credits are not adjusted by %j', (amount) => {
    expect(CreditAdjustment.safeParse({ amount, operationType: 'add' }).success).toBe(false);
  });
});

function accepts(form: object): boolean {
  return UploadFields.safeParse(form).success;
}

describe('the upload form', () => {
  test('both kinds are accepted in full; a third kind and an unknown part are not', () => {
    expect([accepts(PRIMARY_FORM), accepts(SECONDARY_FORM)]).toEqual([true, true]);
    expect(accepts({ ...PRIMARY_FORM, type: 'tertiary' })).toBe(false);
    expect(accepts({ ...PRIMARY_FORM, projectId: 'p1' })).toBe(false);
  });

  test.each(['procedureDescription', 'linkToProcedure', 'primaryData'] as const)(
    'a secondary file needs a filled %s, a primary file must not have it',
    (part) => {
      expect(accepts(without(SECONDARY_FORM, part))).toBe(false);
      expect(accepts({ ...SECONDARY_FORM, [part]: '' })).toBe(false);
      expect(accepts({ ...PRIMARY_FORM, [part]: SECONDARY_FORM[part] })).toBe(false);
      expect(accepts({ ...PRIMARY_FORM, [part]: '' })).toBe(false);
    },
  );

  test.each(['type', 'label', 'uploaded'])('both kinds need %s', (part) => {
    for (const form of [PRIMARY_FORM, SECONDARY_FORM]) {
      expect(accepts(without(form, part))).toBe(false);
      expect(accepts({ ...form, [part]: '' })).toBe(false);
    }
  });

  test('the order of sending names every text part once', () => {
    expect(Object.keys(SECONDARY_FORM).toSorted()).toEqual([...UPLOAD_FIELD_ORDER].toSorted());
  });
});
