/** The types of a call, worked out from the endpoint table, so that a wrong one does not compile. */
import type * as z from 'zod/mini';
import type { endpoints, EndpointName } from '../../src-shared/service/endpoints.ts';

type Table = typeof endpoints;

/** Endpoints that take JSON or nothing and answer JSON; the others stream files. */
export type CallName = {
  [Name in EndpointName]: Table[Name]['returns'] extends { kind: 'json' }
    ? Table[Name]['sends'] extends { kind: 'multipart' }
      ? never
      : Name
    : never;
}[EndpointName];

/** Endpoints that take one small file and nothing beside it. */
export type SmallFileName = 'uploadAvatar';

export type CertificateName = {
  [Name in EndpointName]: Table[Name]['returns'] extends { kind: 'certificate' } ? Name : never;
}[EndpointName];

/** The documents of files that name their fingerprints. */
export type MetadataName = 'getPublicMetadata' | 'getPrivateMetadata';

/** Names of the `{name}` parameters in a path. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

export type PathOf<Name extends EndpointName> = Readonly<
  Record<PathNames<Table[Name]['path']>, string>
>;

type WithPath<Name extends EndpointName> = [PathNames<Table[Name]['path']>] extends [never]
  ? { readonly path?: never }
  : { readonly path: PathOf<Name> };

type WithBody<Name extends EndpointName> = Table[Name]['sends'] extends {
  kind: 'json';
  schema: infer Schema extends z.ZodMiniType;
}
  ? { readonly body: z.input<Schema> }
  : { readonly body?: never };

/** What the caller gives. Values of the query are written as text. */
export type CallInput<Name extends CallName> = WithPath<Name> &
  WithBody<Name> & {
    readonly query?: Readonly<Record<string, string | number>>;
    /** Constant over all tries of one paid change. A courtesy to services that know it, never a licence to send again. */
    readonly idempotencyKey?: string;
  };

export type CallOutput<Name extends CallName> = Table[Name]['returns'] extends {
  schema: infer Schema extends z.ZodMiniType;
}
  ? z.output<Schema>
  : never;
