/** Runs one endpoint of the contract: lets the caller in, reads what was sent, asks the handler, shapes the answer. */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { type EndpointName, endpoints } from '../../src-shared/service/endpoints.ts';
import type { User } from '../store/user-table.ts';
import { type Answer, badRequest, Refusal } from './answer.ts';
import type { Call, Handlers } from './call.ts';
import type { Authentication } from './authentication.ts';
import type { Parameters } from './routes.ts';
import { chunksOf } from './write-answer.ts';

/** A request whose endpoint is known. */
export interface Matched {
  readonly name: EndpointName;
  readonly parameters: Parameters;
  readonly query: URLSearchParams;
  readonly baseUrl: string;
}

/** What a handler without upload may return: the JSON of a success, or a complete answer. */
type Reply = object | Promise<object>;

/** For every endpoint but those that take a file. Throws a `Refusal` for whatever is not in order. */
export async function runEndpoint(
  request: IncomingMessage,
  matched: Matched,
  handlers: Handlers,
  authentication: Authentication,
): Promise<Answer> {
  const { caller, sends, returns, successStatus } = endpoints[matched.name];
  const userId = caller === 'anyone' ? null : await authentication.identify(request);
  // Refused before the body is read, and looked up again after it: the user may have been suspended meanwhile.
  const admit = () =>
    caller === 'anyone' || userId === null ? null : authentication.admit(userId, caller);
  admit();
  const body = sends.kind === 'json' ? validate(sends.schema, await readJsonBody(request)) : null;
  // The table's types tie each handler to the body of its own endpoint; a name that is only known at run time cannot.
  const handler = handlers[matched.name] as (call: Call<unknown>) => Reply;
  const reply = await handler(makeCall(matched, admit(), body));
  return returns.kind === 'certificate'
    ? (reply as Answer)
    : { status: successStatus, body: reply };
}

export function makeCall<Body>(
  { name, parameters, query, baseUrl }: Matched,
  user: User | null,
  body: Body,
): Call<Body> {
  return {
    body,
    query,
    baseUrl,
    get caller() {
      if (user === null) throw new Error(`${name} has no caller: anybody may call it`);
      return user;
    },
    parameter(parameter) {
      const value = parameters[parameter];
      if (value === undefined) throw new Error(`${name} has no parameter ${parameter}`);
      return value;
    },
  };
}

/** Reads a JSON body, with a cap: no request of this service but an upload has reason to be large. */
const MAX_JSON_BYTES = 1_000_000;

/** Throws a refusal (400, 413) for bodies that are no JSON or too long. Rejects when the caller goes away. */
async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw badRequest('the body must be JSON, with Content-Type: application/json');
  }
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const chunk of chunksOf(request)) {
    receivedBytes += chunk.length;
    if (receivedBytes > MAX_JSON_BYTES) {
      throw new Refusal(413, `a JSON body holds at most ${MAX_JSON_BYTES} bytes`, 'BODY_TOO_LARGE');
    }
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest('the body is not valid JSON');
    throw error;
  }
}

/** Holds what arrives against the contract's strict schemas and refuses with words that name the field. */
const { localeError } = z.locales.en();

/** Returns the parsed value or throws a 400 that lists every fault found. */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const read = schema.safeParse(value, { error: localeError });
  if (read.success) return read.data;
  throw badRequest(read.error.issues.map((issue) => describe(issue, value)).join('; '));
}

function describe(issue: z.core.$ZodIssue, value: unknown): string {
  const field = issue.path.join('.');
  if (field === '') return issue.message;
  return isMissing(issue.path, value) ? `${field} is missing` : `${field}: ${issue.message}`;
}

function isMissing(path: readonly PropertyKey[], value: unknown): boolean {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return true;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at === undefined;
}
