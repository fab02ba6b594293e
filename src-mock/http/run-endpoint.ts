/** Runs one endpoint of the contract: lets the caller in, reads what was sent, asks the handler, shapes the answer. */
import type { IncomingMessage } from 'node:http';
import { endpoints, type EndpointName } from '../../src-shared/service/endpoints.ts';
import type { User } from '../store/user-table.ts';
import type { Answer } from './answer.ts';
import type { Call, Handlers } from './call.ts';
import type { Gate } from './gate.ts';
import { readJsonBody } from './json-body.ts';
import type { Parameters } from './routes.ts';
import { validate } from './validate.ts';

/** A request whose endpoint is known. */
export interface Matched {
  readonly name: EndpointName;
  readonly parameters: Parameters;
  readonly query: URLSearchParams;
  readonly baseUrl: string;
}

/** What a handler without upload may return: the JSON of a success, or a whole answer. */
type Reply = object | Promise<object>;

/** For every endpoint but those that take a file. Throws a `Refusal` for whatever is not in order. */
export async function runEndpoint(
  request: IncomingMessage,
  matched: Matched,
  handlers: Handlers,
  gate: Gate,
): Promise<Answer> {
  const { caller, sends, returns, successStatus } = endpoints[matched.name];
  const userId = caller === 'anyone' ? null : await gate.identify(request);
  // Refused before the body is read, and looked up again after it: the user may have been suspended meanwhile.
  const admit = () => (caller === 'anyone' || userId === null ? null : gate.admit(userId, caller));
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
