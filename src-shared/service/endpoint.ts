/**
 * How one endpoint of the service is written down. The client, the bundled service and the OpenAPI document are all
 * made from these descriptions, so that the three cannot disagree about the wire.
 */
import * as z from 'zod/mini';

/** Who may call: anybody, a signed-in user, or an administrator. */
export type Caller = 'anyone' | 'user' | 'admin';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What travels with the request. `multipart` names the part that carries a file; `fields` are the text parts. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly schema: z.ZodMiniType }
  | {
      readonly kind: 'multipart';
      readonly filePart: string;
      readonly fileDescription: string;
      readonly fields: z.ZodMiniType | null;
    };

/** `json`: one schema. `certificate`: PDF, or any JSON when the query says `raw=true`. */
export type Answer =
  | { readonly kind: 'json'; readonly schema: z.ZodMiniType }
  | { readonly kind: 'certificate' };

export interface Endpoint<
  Sent extends RequestBody = RequestBody,
  Returned extends Answer = Answer,
  Path extends string = string,
> {
  readonly method: Method;
  /** Path below the base address, with `{name}` for parameters, exactly as documented. Kept as a literal type, so
   * that a caller who forgets a parameter is told by the compiler. */
  readonly path: Path;
  readonly summary: string;
  readonly tag: string;
  readonly caller: Caller;
  /** Query parameters: name → meaning. */
  readonly query: Readonly<Record<string, string>>;
  readonly sends: Sent;
  readonly returns: Returned;
  /** Status of success. Clients accept 200 and 201 alike: the document uses both words for success. */
  readonly successStatus: 200 | 201;
  /** Documented error statuses of this endpoint, beyond the ones every endpoint shares. */
  readonly errors: readonly ErrorStatus[];
  /** Credits it costs, as documented; null where it is free. */
  readonly price: string | null;
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 413 | 500;

/** The documented meaning of each error status. */
export const ERROR_MEANINGS: Readonly<Record<ErrorStatus, string>> = {
  400: 'Invalid request parameters, invalid file format or missing required fields',
  401: 'Invalid credentials, or missing or invalid authentication',
  403: 'The caller lacks permission for the file, project or user operation',
  404: 'The file, project or user does not exist',
  413: 'The file exceeds the maximum size',
  500: 'Internal server error',
};

const NOTHING_SENT = { kind: 'none' } as const;

export function json<Schema extends z.ZodMiniType>(
  schema: Schema,
): { readonly kind: 'json'; readonly schema: Schema } {
  return { kind: 'json', schema };
}

type Defaults = 'caller' | 'query' | 'sends' | 'successStatus' | 'errors' | 'price';
type Given = 'method' | 'path' | 'summary' | 'tag';

/** The endpoints under one heading of the document. Nothing of them is inferred from the path or the method. */
export function endpointsOf(tag: string) {
  const by =
    (method: Method) =>
    /** Completes a description with what most endpoints share. */
    <Returned extends Answer, Path extends string, Sent extends RequestBody = typeof NOTHING_SENT>(
      path: Path,
      summary: string,
      description: Omit<Endpoint<Sent, Returned, Path>, Defaults | Given> &
        Partial<Pick<Endpoint<Sent, Returned, Path>, Exclude<Defaults, 'sends'>>> & {
          readonly sends?: Sent;
        },
    ): Endpoint<Sent, Returned, Path> => ({
      method,
      path,
      tag,
      summary,
      caller: 'user',
      query: {},
      sends: NOTHING_SENT as unknown as Sent,
      successStatus: 200,
      errors: [],
      price: null,
      ...description,
    });
  return { get: by('GET'), post: by('POST'), patch: by('PATCH'), remove: by('DELETE') };
}

/**
 * Fills `{name}` parameters. Every value is encoded and stays one segment. Throws for a value that would change the
 * path's meaning: an empty one, and `.` or `..`, which every URL parser resolves even when written as %2E.
 */
export function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = parameters[name];
    if (value === undefined || value === '') throw new Error(`path ${path} lacks "${name}"`);
    if (value === '.' || value === '..') throw new Error(`"${value}" cannot be ${name} in ${path}`);
    return encodeURIComponent(value);
  });
}

/** Names of the `{name}` parameters, in order. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** A JSON Schema (2020-12) node as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

interface Documented {
  /** Turns the node made from the schema as it reads into the node the document describes. */
  readonly form: (asRead: JsonSchema) => JsonSchema;
}

/**
 * What the document promises, kept beside schemas that accept more: our tolerance in reading must never look like a
 * promise of the service. Parsing ignores it.
 */
export const documented = z.registry<Documented>();

/** A copy of `schema` that parses alike and is published as `form`; the original stays as it is. */
export function documentedAs<Schema extends z.ZodMiniType>(
  schema: Schema,
  form: JsonSchema | Documented['form'],
): Schema {
  const twin = z.clone(schema, schema.def);
  documented.add(twin, { form: typeof form === 'function' ? form : () => form });
  return twin;
}
