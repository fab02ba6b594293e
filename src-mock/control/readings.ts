/**
 * The readings: this service's choices where the API document is open. Each can be changed at start and while running,
 * so that a client can be tested against every plausible service.
 */
import * as z from 'zod/mini';

export const HASH_ALGORITHMS = [
  'sha256',
  'sha512',
  'sha1',
  'md5',
  'sha3-256',
  'keccak-256',
  'blake2b512',
  'blake3',
] as const;
export type HashAlgorithm = (typeof HASH_ALGORITHMS)[number];

export const Readings = z.strictObject({
  /** `ignored`: every list answers its first 50 records whatever is asked. `empty-total`: totalRecords is left out. */
  paging: z._default(z.enum(['honoured', 'ignored', 'empty-total']), 'honoured'),
  /** Records a page holds at most, whatever the client asks for. */
  maxPageLimit: z._default(z.int().check(z.positive()), 200),
  /** The all-tags list sends `records` as one object (the last tag), or as an array. */
  tagRecords: z._default(z.enum(['object', 'array']), 'object'),
  /**
   * Who sees a project: its leader, members, those invited, and colleagues where its scope is Public; or its leader and
   * active members alone. Everybody else gets 403.
   */
  projectsShownTo: z._default(z.enum(['involved', 'members']), 'involved'),
  /** Integer codes of the scopes in answers, in the order Public, Private / Full Access, Limited Access. */
  organisationScopeCodes: z._default(z.tuple([z.int(), z.int()]), [0, 1]),
  leaderScopeCodes: z._default(z.tuple([z.int(), z.int()]), [0, 1]),
  fileHash: z._default(
    z.strictObject({
      algorithm: z.enum(HASH_ALGORITHMS),
      /** `cid-v0` exists for sha256 alone, whatever the algorithm. */
      encoding: z.enum(['hex', 'HEX', 'base64', 'cid-v0', 'cid-v1']),
    }),
    { algorithm: 'sha256', encoding: 'hex' },
  ),
  /** How the form's `uploaded` value is handled: echoed, cut to seconds, or replaced by the server's time. */
  uploaded: z._default(z.enum(['echoed', 'cut', 'replaced']), 'echoed'),
  /** How public files are priced: MB = 10^6 or 2^20 bytes, rounded up, to nearest, or down (never below 0). */
  megabyte: z._default(
    z.strictObject({
      bytes: z.literal([1_000_000, 1_048_576]),
      rounding: z.enum(['up', 'nearest', 'down']),
    }),
    { bytes: 1_000_000, rounding: 'up' },
  ),
  maxFileBytes: z._default(z.int().check(z.positive()), 2_500_000_000),
  /** Which envelope errors come in: {error:{statusCode,message}} or {success:false,error:{code,message,details}}. */
  errorEnvelope: z._default(z.enum(['usual', 'coded']), 'usual'),
  /** Status with which a lack of credits is answered; the document names none. */
  insufficientCreditsStatus: z._default(z.literal([400, 402, 403]), 402),
  /** The word for subtracting credits; the document shows `add` only. */
  subtractWord: z._default(z.string().check(z.minLength(1)), 'subtract'),
  /** Time from upload to Available, and from deletion to Deleted. */
  chainDelayMs: z._default(z.int().check(z.nonnegative()), 2_000),
  /** Files whose name contains one of these texts end as NotarizationError. */
  notarizationErrorNames: z._default(z.array(z.string().check(z.minLength(1))), []),
  /** The same of their deletions. */
  deletionErrorNames: z._default(z.array(z.string().check(z.minLength(1))), []),
  /** Off: the service does not support resumable uploads. */
  resumableUploads: z._default(z.enum(['on', 'off']), 'on'),
  /** The draft interop number it understands. */
  resumableInteropVersion: z._default(z.int().check(z.positive()), 9),
  /** Seconds an unfinished upload, or the answer of a finished one, is kept. */
  resumableMaxAgeSeconds: z._default(z.int().check(z.positive()), 86_400),
  /** Largest body of one append; null: no limit. */
  resumableMaxAppendBytes: z._default(z.nullable(z.int().check(z.positive())), null),
  /** Life of a pre-signed link. */
  linkLifetimeMs: z._default(z.int().check(z.positive()), 5 * 60_000),
  /** Life of a token; the document says 24 hours. */
  tokenLifetimeMs: z._default(z.int().check(z.positive()), 24 * 60 * 60 * 1_000),
  /** Credits a newly registered user starts with; the document names none. */
  initialCredits: z._default(z.int().check(z.nonnegative()), 0),
});
export type Readings = z.output<typeof Readings>;

/** @internal For tests; the service reads what it is started with. */
export function defaultReadings(): Readings {
  return Readings.parse({});
}
