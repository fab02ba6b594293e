/** What is kept of an upload on disk, so that it survives a restart of the service. Pure: no disk here. */
import * as z from 'zod/mini';
import type { Answer } from '../http/answer.ts';

const KeptAnswer = z.strictObject({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.union([
    z.strictObject({ json: z.looseObject({}) }),
    z.strictObject({ base64: z.string() }),
  ]),
});
export type KeptAnswer = z.output<typeof KeptAnswer>;

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
  /** Bytes of the whole body; null until the client has said it. */
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
