/**
 * Faults as data: what shall go wrong, where, and how often. Rules come from files, from tests and over HTTP, so the
 * schemas are strict: a misspelt key is an error, not a fault that silently never fires.
 */
import * as z from 'zod/mini';
import { type EndpointName, endpoints } from '../../src-shared/service/endpoints.ts';

/** What a fault can be put on: an endpoint, an upload's own address, the object store, or everything. */
export type FaultPlace = EndpointName | 'upload-resource' | 'object-store';

const PLACES = [...Object.keys(endpoints), 'upload-resource', 'object-store', '*'] as (
  | FaultPlace
  | '*'
)[];

const Milliseconds = z.int().check(z.nonnegative());
const Bytes = z.int().check(z.nonnegative());
/** How a connection ends: politely (FIN) or with a reset. */
const Cut = z._default(z.enum(['fin', 'rst']), 'rst');
export type Cut = z.output<typeof Cut>;
/**
 * Before the handler runs: as soon as the request's head is there, or once all of its body has come and was thrown away. Or
 * after the handler has run and recorded its effects, instead of its answer.
 */
const At = z._default(z.enum(['before-handling', 'after-body', 'after-commit']), 'before-handling');
export type At = z.output<typeof At>;

const actions = [
  // Before and during the request
  z.strictObject({ kind: z.literal('delay'), ms: Milliseconds }),
  z.strictObject({ kind: z.literal('drop-in-body'), afterBytes: Bytes, how: Cut }),
  z.strictObject({ kind: z.literal('stop-reading'), afterBytes: Bytes }),
  // Instead of handling, or instead of the answer
  z.strictObject({ kind: z.literal('drop'), how: Cut, at: At }),
  z.strictObject({ kind: z.literal('hang'), at: At }),
  z.strictObject({ kind: z.literal('garbage'), bytes: z._default(Bytes, 64), at: At }),
  z.strictObject({ kind: z.literal('html'), status: z._default(z.int(), 200), at: At }),
  z.strictObject({
    kind: z.literal('redirect'),
    to: z.string().check(z.minLength(1)),
    status: z._default(z.literal([301, 302, 303, 307, 308]), 307),
    at: At,
  }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().check(z.minimum(200), z.maximum(599)),
    message: z._default(z.string(), 'this fault was asked for'),
    envelope: z._default(z.enum(['usual', 'coded']), 'usual'),
    code: z._default(z.string(), 'FAULT'),
    details: z._default(z.string(), ''),
    retryAfter: z.optional(
      z.strictObject({
        seconds: Milliseconds,
        as: z._default(z.enum(['seconds', 'date']), 'seconds'),
      }),
    ),
    at: At,
  }),
  // To the answer of a handler that ran
  z.strictObject({ kind: z.literal('delay-answer'), ms: Milliseconds }),
  z.strictObject({
    kind: z.literal('drip'),
    bytes: z.int().check(z.positive()),
    intervalMs: Milliseconds,
  }),
  z.strictObject({ kind: z.literal('cut-answer'), afterBytes: Bytes, how: Cut }),
  z.strictObject({
    kind: z.literal('wrong-shape'),
    shape: z.enum(['array', 'text', 'null', 'empty-object', 'huge', 'deep', 'not-json']),
  }),
  // Resumable uploads
  z.strictObject({ kind: z.literal('suppress-104') }),
  z.strictObject({ kind: z.literal('late-104'), ms: Milliseconds }),
  z.strictObject({ kind: z.literal('no-replay') }),
  z.strictObject({ kind: z.literal('offset-shift'), by: z.int() }),
  z.strictObject({
    kind: z.literal('foreign-location'),
    location: z.string().check(z.minLength(1)),
  }),
  z.strictObject({
    kind: z.literal('resource-gone'),
    status: z._default(z.literal([404, 410]), 404),
  }),
] as const;

export const FaultAction = z.discriminatedUnion('kind', actions);
export type FaultAction = z.output<typeof FaultAction>;

export const FaultRule = z.strictObject({
  /** Generated when absent. A rule added under a known id replaces that one and counts from zero. */
  id: z.optional(z.string().check(z.minLength(1))),
  endpoint: z.enum(PLACES),
  when: z.optional(
    z.strictObject({
      method: z.optional(z.string().check(z.minLength(1))),
      pathContains: z.optional(z.string().check(z.minLength(1))),
      /** Lets this many matching requests through first. */
      afterCount: z.optional(z.int().check(z.nonnegative())),
    }),
  ),
  /** How often it fires; until removed when absent. */
  times: z.optional(z.int().check(z.positive())),
  /** Fires for this share of matching requests, drawn from a generator that `seed` starts: the same run, every run. */
  chance: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  seed: z._default(z.int(), 1),
  do: FaultAction,
});
/** A rule as it is written, with defaults left out. */
export type FaultRule = z.input<typeof FaultRule>;
/** A rule as it is kept. */
export type KeptFaultRule = z.output<typeof FaultRule> & { readonly id: string };
