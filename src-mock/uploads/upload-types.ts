/** What the transport of uploads and the rest of the service know of each other, and nothing more. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { Faults } from '../control/faults.ts';
import type { HashAlgorithm, Readings } from '../control/readings.ts';
import type { Answer, Refusal } from '../http/answer.ts';

/** SHA-256 always; beside it the algorithm the readings named when the content was read. */
export type Digests = Readonly<Partial<Record<HashAlgorithm, Buffer>> & { sha256: Buffer }>;

export interface ReceivedFile {
  /** As the sender's form said it, byte for byte. It may hold separators or dots: it is a label, never a path. */
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Deleted when `complete` is over, unless `complete` renamed it away. Nothing is there if the target wants no content. */
  readonly temporaryPath: string;
  readonly digests: Digests;
}

export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  /** Always there: a form without its file part is refused before anybody sees it. */
  readonly file: ReceivedFile;
}

/** Where an upload goes: the endpoint that was called, seen from the transport. */
export interface UploadTarget {
  /** Name of the part that carries the file. */
  readonly filePart: string;
  readonly maxFileBytes: number;
  /** False when its digests are enough: then it is not written to disk. */
  readonly wantsContent: boolean;
  readonly ownerKey: string;
  /** Names the endpoint and its parameters, so that the target can be found again after a restart. */
  readonly resource: string;
  /** Runs once per upload, with a complete form. A thrown `Refusal` is the answer; anything else is a bug. */
  complete(form: ReceivedForm): Promise<Answer>;
}

/** One object for the lifetime of a service: uploads in progress are stored per context. */
export interface UploadContext {
  /** The service's data folder; everything here lives in `uploads` below it. */
  readonly folder: string;
  readonly readings: () => Readings;
  readonly nowMs: () => number;
  readonly faults: Faults;
  /** Path before `/uploads/`, without a slash at its end; empty at the root. */
  readonly basePath: string;
  /** The caller's owner key; throws `Refusal` (401) when nobody is signed in. */
  authenticate(request: IncomingMessage): Promise<string>;
  sendAnswer(response: ServerResponse, answer: Answer): void;
  refusalAnswer(refusal: Refusal): Answer;
  /** Finds the target of an upload begun before a restart; without it such uploads are gone (404). */
  readonly restoreTarget?: (resource: string, ownerKey: string) => Promise<UploadTarget | null>;
}

/** What is kept of an upload on disk, so that it survives a restart of the service. Pure: no disk here. */
const KeptAnswer = z.strictObject({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.union([
    z.strictObject({ json: z.looseObject({}) }),
    z.strictObject({ base64: z.string() }),
  ]),
});
type KeptAnswer = z.output<typeof KeptAnswer>;

/**
 * `receiving`: the spool's size is the offset. `completing`: the target has been called and has not answered; found so
 * after a restart, nobody knows what it did, and it is never called again. `completed`: its answer can be replayed.
 */
const Stage = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('receiving') }),
  z.strictObject({ at: z.literal('completing') }),
  z.strictObject({ at: z.literal('completed'), answer: KeptAnswer }),
]);

export const UploadRecord = z.strictObject({
  ownerKey: z.string(),
  resource: z.string(),
  contentType: z.string(),
  /** Bytes of the complete body; null until the client has sent that number. */
  lengthBytes: z.nullable(z.int().check(z.nonnegative())),
  expiresAtMs: z.int(),
  stage: Stage,
});
export type UploadRecord = z.output<typeof UploadRecord>;

/** An array body cannot come back as an object, so it travels as bytes. */
export function keepAnswer({ status, headers = {}, body }: Answer): KeptAnswer {
  const asBytes = Buffer.isBuffer(body) || Array.isArray(body);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return {
    status,
    headers: { ...headers },
    body: asBytes ? { base64: bytes.toString('base64') } : { json: { ...body } },
  };
}

export function replayAnswer({ status, headers, body }: KeptAnswer): Answer {
  return { status, headers, body: 'json' in body ? body.json : Buffer.from(body.base64, 'base64') };
}
