import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { openApiDocument } from './openapi.ts';
import { JSON_REQUESTS, PRIMARY_FORM, SECONDARY_FORM } from './test-support/example-requests.ts';
import { openApiFindings } from './test-support/open-api-rules.ts';

type Named<Value> = Readonly<Record<string, Value>>;
type Schema = Named<unknown>;

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Named<{ readonly schema: Schema }> };
  readonly responses: Named<{ readonly content?: Named<object> }>;
}

interface Document {
  readonly paths: Named<Named<Operation>>;
  readonly components: { readonly schemas: Named<Schema>; readonly responses: Named<Schema> };
}

function made(): Document {
  return openApiDocument({ serverUrl: 'http://127.0.0.1:4010' }) as Document;
}

const document = made();
const table: Named<Endpoint> = endpoints;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

function operation(name: string): Operation {
  const found = operations.find(({ operationId }) => operationId === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}

function properties(name: string): Named<Schema> {
  return (document.components.schemas[name]?.['properties'] ?? {}) as Named<Schema>;
}

const definitions = JSON.parse(
  JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
) as Named<object>;

/** Checks a value against a published schema with its references, by another implementation than the one that made it. */
function isValid(schemaName: string, value: unknown): boolean {
  const schema = { ...definitions[schemaName], $defs: definitions } as z.core.JSONSchema.JSONSchema;
  return z.fromJSONSchema(schema).safeParse(value).success;
}

describe('the OpenAPI document', () => {
  test('follows the rules of OpenAPI 3.1 and JSON Schema', () => {
    expect(openApiFindings(document)).toEqual([]);
  });

  test('is plain data and comes fresh each time', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(made()).toEqual(document);
    expect(made().paths).not.toBe(document.paths);
  });

  test.each(Object.keys(table))('describes %s with its path, caller and price', (name) => {
    const { path, method, caller, price, successStatus } = table[name] as Endpoint;
    const described = document.paths[path]?.[method.toLowerCase()];
    expect(described?.operationId).toBe(name);
    expect(described?.security).toEqual(caller === 'anyone' ? [] : undefined);
    expect(described?.description).toContain(
      { anyone: 'No token', user: 'signed-in', admin: 'administrators only' }[caller],
    );
    expect(described?.description.includes('Price')).toBe(price !== null);
    expect(described?.description).toContain(price ?? '');
    expect(Object.keys(described?.responses ?? {})).toContain(String(successStatus));
  });

  test('names the server and asks for a bearer token, and every operation with one can answer 401', () => {
    expect(operations).toHaveLength(Object.keys(table).length);
    expect(document).toMatchObject({
      servers: [{ url: 'http://127.0.0.1:4010' }],
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
    const withToken = operations.filter(({ security }) => security === undefined);
    expect(withToken).toHaveLength(39);
    expect(withToken.filter(({ responses }) => !('401' in responses))).toEqual([]);
  });

  test('tolerance in reading is not published', () => {
    const integer = { type: 'integer' };
    expect(properties('Project')).toMatchObject({
      maxNumberOfMembers: integer,
      organisationScope: integer,
      leaderScope: integer,
    });
    expect(properties('File')['downloadStatistic']).toEqual(integer);
    expect(properties('ListedUser')).toMatchObject({
      isActive: { type: 'boolean' },
      createdOn: { type: 'string', format: 'date-time' },
      avatar: { type: 'string' },
    });
    const figures = { start: integer, limit: integer, totalRecords: integer };
    for (const name of ['UserPage', 'ProjectPage', 'MemberPage', 'FilePage', 'TagPage']) {
      expect(properties(name)).toMatchObject({ ...figures, records: { type: 'array' } });
    }
  });

  test('null is published where the document allows it, and nowhere else', () => {
    const nullable = Object.keys(document.components.schemas).flatMap((name) =>
      Object.entries(properties(name))
        .filter(([, property]) => JSON.stringify(property).includes('"null"'))
        .map(([property]) => `${name}.${property}`),
    );
    expect(nullable).toEqual([
      'File.linkToProcedure',
      'File.procedureDescription',
      'File.primaryData',
    ]);
  });

  test('an answer has every documented field and may have more', () => {
    for (const name of ['User', 'Project', 'File', 'FilePage', 'Verification', 'InfoEnvelope']) {
      const schema = document.components.schemas[name];
      expect(schema?.['required']).toEqual(Object.keys(properties(name)));
      expect(schema).not.toHaveProperty('additionalProperties');
    }
  });

  test('the two oddities of the document are published as they are', () => {
    expect(properties('AllTags')['records']).toEqual({ $ref: '#/components/schemas/Tag' });
    expect(Object.keys(properties('OnHoldMember'))).toContain('lastname');
    expect(Object.keys(properties('OnHoldMember'))).not.toContain('lastName');
    expect(Object.keys(properties('Member'))).toContain('lastName');
  });

  test.each(Object.entries(JSON_REQUESTS))(
    '%s publishes as strict a body as we send',
    (name, body) => {
      const schema = operation(name).requestBody?.content['application/json']?.schema;
      const schemaName = String(schema?.['$ref']).split('/').at(-1) ?? '';
      expect(isValid(schemaName, body)).toBe(true);
      expect(isValid(schemaName, { ...body, undocumented: true })).toBe(false);
      const empty = Object.fromEntries(Object.keys(body).map((key) => [key, null]));
      expect(isValid(schemaName, empty)).toBe(false);
    },
  );

  test('an upload is one of two strict forms, told apart by its type', () => {
    const file = 'bytes';
    const { procedureDescription, ...unfinished } = SECONDARY_FORM;
    expect(isValid('PrimaryUpload', { ...PRIMARY_FORM, file })).toBe(true);
    expect(isValid('PrimaryUpload', PRIMARY_FORM)).toBe(false);
    expect(isValid('PrimaryUpload', { ...SECONDARY_FORM, file })).toBe(false);
    expect(isValid('PrimaryUpload', { ...PRIMARY_FORM, file, procedureDescription })).toBe(false);
    expect(isValid('SecondaryUpload', { ...SECONDARY_FORM, file })).toBe(true);
    expect(isValid('SecondaryUpload', { ...unfinished, file })).toBe(false);
    expect(document.components.schemas['UploadForm']).toMatchObject({
      oneOf: [
        { $ref: '#/components/schemas/PrimaryUpload' },
        { $ref: '#/components/schemas/SecondaryUpload' },
      ],
      discriminator: { propertyName: 'type' },
    });
    expect(Object.keys(properties('UploadForm')).at(-1)).toBe('file');
  });

  test.each([
    ['uploadPublicFile', ['type', 'label', 'uploaded', 'file']],
    ['uploadPrivateFile', ['type', 'label', 'uploaded', 'file']],
    ['verifyContent', ['file']],
    ['uploadAvatar', ['avatar']],
  ])('%s is multipart and needs %j', (name, parts) => {
    const schema = operation(name).requestBody?.content['multipart/form-data']?.schema ?? {};
    const form = '$ref' in schema ? document.components.schemas['UploadForm'] : schema;
    expect(form?.['required']).toEqual(parts);
  });

  test.each(['getPublicCertificate', 'getPrivateCertificate'])(
    '%s answers with a PDF, or with JSON when raw is true',
    (name) => {
      const { parameters, responses } = operation(name);
      const types = Object.keys(responses['200']?.content ?? {});
      expect(types).toEqual(['application/pdf', 'application/json']);
      const raw = {
        name: 'raw',
        in: 'query',
        required: false,
        schema: { type: 'boolean', default: false },
      };
      expect(parameters).toContainEqual(expect.objectContaining(raw));
    },
  );

  test('a search needs its term, a credit history its dates', () => {
    const term = { name: 'tag', in: 'query', required: true };
    expect(operation('searchTags').parameters).toContainEqual(expect.objectContaining(term));
    const { parameters } = operation('downloadTransactions');
    const dates = parameters.filter(({ schema }) => schema['format'] === 'date');
    expect(dates.map(({ name }) => name)).toEqual(['from', 'to']);
  });

  test('every documented error can come in either envelope', () => {
    const { responses } = document.components;
    expect(Object.keys(responses)).toEqual(['400', '401', '403', '404', '413', '500']);
    const oneOf = ['ErrorEnvelope', 'CodedErrorEnvelope'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    }));
    for (const response of Object.values(responses)) {
      expect(response).toMatchObject({ content: { 'application/json': { schema: { oneOf } } } });
    }
  });
});

describe('the check of OpenAPI rules', () => {
  test.each([
    ['a reference to nowhere', 'components schemas TagPage properties records items $ref', '#/x'],
    ['a shared operationId', 'paths /login post operationId', 'register'],
    ['an undeclared parameter', 'paths /users/{userId} get parameters', []],
    ['an unknown keyword', 'components schemas Tag nullable', true],
    ['an unknown type', 'components schemas Tag type', 'record'],
    ['a required field nobody describes', 'components schemas Tag required', ['colour']],
    ['an unknown method', 'paths /login fetch', {}],
    ['an unknown tag', 'paths /login post tags', ['Nowhere']],
    ['an unknown security scheme', 'paths /login post security', [{ cookie: [] }]],
    ['no success', 'paths /login post responses', {}],
    ['another version', 'openapi', '3.0.3'],
    ['an unknown root field', 'basePath', '/'],
  ])('notices %s', (_what, place, value) => {
    const keys = place.split(' ');
    const copy = structuredClone(document) as unknown as Record<string, unknown>;
    let node = copy;
    for (const key of keys.slice(0, -1)) node = node[key] as Record<string, unknown>;
    node[keys.at(-1) ?? ''] = value;
    expect(openApiFindings(copy)).not.toEqual([]);
  });
});
