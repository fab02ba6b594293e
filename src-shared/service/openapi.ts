/**
 * The OpenAPI 3.1 document of the service, made from the endpoint table, so that the published reference cannot drift
 * from what the client sends and the bundled service accepts. It words facts and adds none of its own.
 */
import {
  type Answer,
  type Endpoint,
  ERROR_MEANINGS,
  type ErrorStatus,
  type JsonSchema,
  pathParameters,
  type RequestBody,
} from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { DEFAULT_PAGE_LIMIT } from './limits.ts';
import {
  multipartSchema,
  namedSchemas,
  referenceTo,
  schemaReference,
  uploadSchemas,
} from './openapi-schemas.ts';

const INTRODUCTION = `Projects, members and files, with every operation recorded on a blockchain.

Sign in with \`POST /login\` and send the token on every later request. A token is valid for 24 hours and cannot be renewed.
Times are ISO 8601 in UTC; identifiers are opaque. Lists come in pages; \`start\` and \`limit\` are this reference's names for
paging, since the service's own document names none. Operations consume credits: prices stand at each operation.`;

const CALLERS: Readonly<Record<Endpoint['caller'], string>> = {
  anyone: 'No token needed.',
  user: 'For signed-in users.',
  admin: 'For administrators only.',
};

/** Query parameters that are no plain texts. */
const QUERY_FORMS: Readonly<Record<string, JsonSchema>> = {
  start: { type: 'integer', minimum: 0, default: 0 },
  limit: { type: 'integer', minimum: 1, default: DEFAULT_PAGE_LIMIT },
  raw: { type: 'boolean', default: false },
};

/** A search without its term means nothing. */
const REQUIRED_QUERY: ReadonlySet<string> = new Set(['tag']);

const IDENTIFIER: JsonSchema = { type: 'string', minLength: 1 };

/** Path parameters that are no identifiers. */
const PATH_FORMS: Readonly<Record<string, JsonSchema>> = {
  from: { type: 'string', format: 'date' },
  to: { type: 'string', format: 'date' },
};

function parametersOf({ path, query }: Endpoint): readonly object[] {
  const inPath = pathParameters(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: PATH_FORMS[name] ?? IDENTIFIER,
  }));
  const inQuery = Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    required: REQUIRED_QUERY.has(name),
    description,
    schema: QUERY_FORMS[name] ?? { type: 'string' },
  }));
  return [...inPath, ...inQuery];
}

function bodyOf(sends: RequestBody): object {
  if (sends.kind === 'none') return {};
  if (sends.kind === 'json') {
    return { requestBody: body('application/json', referenceTo(sends.schema)) };
  }
  return { requestBody: body('multipart/form-data', multipartSchema(sends)) };
}

function body(mediaType: string, schema: JsonSchema): object {
  return { required: true, content: { [mediaType]: { schema } } };
}

/** Answers that are more than one JSON schema; a new kind in the contract has to be worded here. */
const SPECIAL_ANSWERS: Readonly<Record<Exclude<Answer['kind'], 'json'>, object>> = {
  certificate: {
    'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
    'application/json': {
      schema: { type: 'object', description: 'with raw=true; its shape is not documented' },
    },
  },
};

function answerContent(returns: Answer): object {
  return returns.kind === 'json'
    ? { 'application/json': { schema: referenceTo(returns.schema) } }
    : SPECIAL_ANSWERS[returns.kind];
}

function responsesOf({ returns, successStatus, errors, caller }: Endpoint): object {
  const statuses = new Set<ErrorStatus>(caller === 'anyone' ? errors : [401, ...errors]);
  const refusals = [...statuses].toSorted((one, other) => one - other);
  return {
    [successStatus]: {
      description: successStatus === 201 ? 'Created' : 'Success',
      content: answerContent(returns),
    },
    ...Object.fromEntries(
      refusals.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ),
  };
}

function descriptionOf({ caller, price }: Endpoint): string {
  return price === null ? CALLERS[caller] : `${CALLERS[caller]} Price: ${price}.`;
}

function operation(operationId: string, described: Endpoint): object {
  return {
    operationId,
    tags: [described.tag],
    summary: described.summary,
    description: descriptionOf(described),
    ...(described.caller === 'anyone' ? { security: [] } : {}),
    parameters: parametersOf(described),
    ...bodyOf(described.sends),
    responses: responsesOf(described),
  };
}

function pathsOf(table: Readonly<Record<string, Endpoint>>): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, described] of Object.entries(table)) {
    const method = described.method.toLowerCase();
    (paths[described.path] ??= {})[method] = operation(name, described);
  }
  return paths;
}

/** Either documented envelope can carry any error. */
function errorResponses(): object {
  const schema = {
    oneOf: [schemaReference('ErrorEnvelope'), schemaReference('CodedErrorEnvelope')],
  };
  return Object.fromEntries(
    Object.entries(ERROR_MEANINGS).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema } } },
    ]),
  );
}

/**
 * The document for a service reached at `serverUrl` (the base address of every path; relative ones are allowed).
 * Plain data, fresh at each call.
 */
export function openApiDocument({ serverUrl }: { readonly serverUrl: string }): object {
  const table: Readonly<Record<string, Endpoint>> = endpoints;
  return {
    openapi: '3.1.1',
    info: {
      title: 'Project and file notarization service',
      version: 'unversioned',
      description: INTRODUCTION,
    },
    servers: [{ url: serverUrl }],
    externalDocs: { url: `${serverUrl}/docs/client`, description: 'Write your own client' },
    security: [{ bearer: [] }],
    tags: [...new Set(Object.values(table).map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(table),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...namedSchemas(), ...uploadSchemas() },
      responses: errorResponses(),
    },
  };
}
