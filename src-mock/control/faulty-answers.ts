/** The wrong answers faults send: other people's pages, JSON of another shape, refusals nobody earned. */
import type { ServerResponse } from 'node:http';
import { endAnswer } from '../http/write-answer.ts';
import type { FaultAction } from './fault-rules.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

type Of<Kind extends FaultAction['kind']> = Extract<FaultAction, { kind: Kind }>;

const HUGE_JSON_BYTES = 32 * 1024 * 1024;
const DEEP_JSON_LEVELS = 100_000;

export function statusAnswer(action: Of<'status'>, nowMs: number): RawAnswer {
  const { status, message, code, details, retryAfter } = action;
  const body =
    action.envelope === 'usual'
      ? { error: { statusCode: status, message } }
      : { success: false, error: { code, message, details } };
  const headers = retryAfter === undefined ? {} : { 'Retry-After': retryValue(retryAfter, nowMs) };
  return jsonAnswer(status, Buffer.from(JSON.stringify(body)), headers);
}

/** What a hotel's sign-in page or a proxy sends instead of an answer. */
export function htmlAnswer(status: number): RawAnswer {
  const bytes = Buffer.from(
    '<!doctype html><title>Welcome</title><h1>Please sign in to the network</h1>',
  );
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, bytes };
}

export function redirectAnswer({ status, to }: Of<'redirect'>): RawAnswer {
  return { status, headers: { Location: to }, bytes: Buffer.alloc(0) };
}

export function wrongShapeAnswer(shape: Of<'wrong-shape'>['shape'], status: number): RawAnswer {
  const texts: Readonly<Record<typeof shape, () => string>> = {
    array: () => '[1,2,3]',
    text: () => '"a text"',
    null: () => 'null',
    'empty-object': () => '{}',
    huge: () => `{"message":"${'x'.repeat(HUGE_JSON_BYTES)}"}`,
    deep: () => '['.repeat(DEEP_JSON_LEVELS) + ']'.repeat(DEEP_JSON_LEVELS),
    'not-json': () => '{"message": "cut of',
  };
  return jsonAnswer(status, Buffer.from(texts[shape]()), {});
}

export function writeRaw(response: ServerResponse, { status, headers, bytes }: RawAnswer): void {
  response.writeHead(status, { ...headers, 'Content-Length': String(bytes.length) });
  endAnswer(response, bytes);
}

function jsonAnswer(
  status: number,
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): RawAnswer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, bytes };
}

function retryValue(
  { seconds, as }: { readonly seconds: number; readonly as: 'seconds' | 'date' },
  nowMs: number,
): string {
  return as === 'seconds' ? String(seconds) : new Date(nowMs + seconds * 1_000).toUTCString();
}
