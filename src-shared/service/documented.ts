/**
 * What the document promises, kept beside schemas that accept more. The published description of the interface is made
 * from these forms: our tolerance in reading must never look like a promise of the service. Parsing ignores them.
 */
import * as z from 'zod/mini';

/** A JSON Schema (2020-12) node as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

interface Documented {
  /** Turns the node made from the schema as it reads into the node the document describes. */
  readonly form: (asRead: JsonSchema) => JsonSchema;
}

export const documented = z.registry<Documented>();

/** A twin of `schema` that parses alike and is published as `form`; the original stays as it is. */
export function documentedAs<Schema extends z.ZodMiniType>(
  schema: Schema,
  form: JsonSchema | Documented['form'],
): Schema {
  const twin = z.clone(schema, schema.def);
  documented.add(twin, { form: typeof form === 'function' ? form : () => form });
  return twin;
}
