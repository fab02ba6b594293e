/** What a handler gets to see of a request, and the types that hold the handlers to the contract's table. */
import type * as z from 'zod/mini';
import type { EndpointName, endpoints } from '../../src-shared/service/endpoints.ts';
import type { User } from '../store/user-table.ts';
import type { ReceivedFile } from '../uploads/upload-types.ts';
import type { Answer } from './answer.ts';

export interface Call<Body = null> {
  /** The signed-in user, read in the same breath as the handler runs. Throws on endpoints that anybody may call. */
  readonly caller: User;
  readonly body: Body;
  readonly query: URLSearchParams;
  /** Address the caller reached the service under, without a slash at the end. */
  readonly baseUrl: string;
  /** Value of a `{name}` in the path. */
  readonly parameter: (name: string) => string;
}

/** An upload that was let in: what it may weigh, and what to do once it is here. */
export interface Admission<Fields> {
  readonly maxFileBytes: number;
  /** False when the digests of the content are enough. */
  readonly wantsContent: boolean;
  /** Returns the body of the answer; throws a `Refusal` otherwise. Runs once. */
  complete(fields: Fields, file: ReceivedFile): Promise<object>;
}

type Table = typeof endpoints;
type SentBy<Name extends EndpointName> = Table[Name]['sends'];

/** The body after the contract's schema, null where none is sent. */
export type BodyOf<Name extends EndpointName> =
  SentBy<Name> extends {
    readonly kind: 'json';
    readonly schema: infer Schema extends z.ZodMiniType;
  }
    ? z.output<Schema>
    : null;

/** The text parts after the contract's schema, null where none are expected. */
export type FieldsOf<Name extends EndpointName> =
  SentBy<Name> extends { readonly fields: infer Schema extends z.ZodMiniType }
    ? z.output<Schema>
    : null;

/** Files are admitted, certificates are complete answers, everything else returns the JSON of a success. */
export type HandlerOf<Name extends EndpointName> =
  SentBy<Name> extends { readonly kind: 'multipart' }
    ? (call: Call) => Admission<FieldsOf<Name>>
    : Table[Name]['returns'] extends { readonly kind: 'certificate' }
      ? (call: Call<BodyOf<Name>>) => Promise<Answer>
      : (call: Call<BodyOf<Name>>) => object | Promise<object>;

/** One handler for each endpoint of the contract: leaving one out breaks the build. */
export type Handlers = { readonly [Name in EndpointName]: HandlerOf<Name> };

/** The info envelope of account, user and tag endpoints. */
export function info(responseMessage: string, statusCode = 200): object {
  return { info: { statusCode, responseMessage } };
}
