/** A client of the resumable protocol that does one step at a time, and gives a test each complete answer. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { exchange, start, type Running } from './exchange.ts';
import { form, FORM_TYPE } from './form.ts';
import { type Bench, type BenchOptions, startBench } from './upload-server.ts';

export const FILES = '/projects/p1/files';
const WORDS = { 'Upload-Draft-Interop-Version': 9 } as const;
export const PROBLEMS = 'https://iana.org/assignments/http-problem-types#';

export type Headers = Record<string, string | number>;

export function creating(headers: Headers = {}): Headers {
  return { 'Content-Type': FORM_TYPE, 'Upload-Complete': '?1', ...WORDS, ...headers };
}

export function patching(offset: number, headers: Headers = {}): Headers {
  return {
    'Content-Type': 'application/partial-upload',
    'Upload-Offset': offset,
    'Upload-Complete': '?1',
    ...WORDS,
    ...headers,
  };
}

/** POST `?0` with an empty body: the address, and nothing sent yet. */
export async function careful(bench: Bench, headers: Headers = {}): Promise<string> {
  const more = creating({ 'Upload-Complete': '?0', 'Content-Length': 0, ...headers });
  const answer = await exchange(bench.origin + FILES, { method: 'POST', headers: more });
  expect(answer.status).toBe(201);
  return bench.origin + (answer.headers['location'] ?? '');
}

export const patch = (url: string, offset: number, body: Buffer, headers: Headers = {}) =>
  exchange(url, {
    method: 'PATCH',
    headers: { 'Content-Length': body.length, ...patching(offset, headers) },
    body,
  });

export const head = (url: string, headers: Headers = {}) =>
  exchange(url, { method: 'HEAD', headers });

/** A service on which an upload was made, with a form of which nothing is sent yet. */
export async function begun(options: BenchOptions = {}, headers: Headers = {}) {
  const bench = await startBench(options);
  return { bench, body: form(), url: await careful(bench, headers) };
}

/** POST of the complete form. */
export const create = (bench: Bench, body: Buffer, headers: Headers = {}) =>
  exchange(bench.origin + FILES, {
    method: 'POST',
    headers: creating({ 'Content-Length': body.length, ...headers }),
    body,
  });

/** Sends the first bytes of a form and leaves the request open. */
export async function open(
  bench: Bench,
  body: Buffer,
  sentBytes: number,
): Promise<{ readonly running: Running; readonly url: string }> {
  const headers = creating({ 'Content-Length': body.length, 'Upload-Length': body.length });
  const sending = { method: 'POST', headers, body: body.subarray(0, sentBytes), open: true };
  const running = start(bench.origin + FILES, sending);
  const { location = '' } = await running.informed;
  await spooled(bench, sentBytes);
  return { running, url: bench.origin + location };
}

/** Sends the first bytes of a form, then cuts the connection. */
export async function cutUpload(bench: Bench, body: Buffer, sentBytes: number): Promise<string> {
  const { running, url } = await open(bench, body, sentBytes);
  running.request.destroy();
  return url;
}

export const spooled = (bench: Bench, bytes: number) =>
  expect.poll(() => spooledBytes(bench)).toBe(bytes);

/** Names in the folder in which uploads wait. */
export const spool = (bench: Bench) => readdir(join(bench.folder, 'uploads'));

export async function spooledBytes(bench: Bench): Promise<number> {
  const name = (await spool(bench)).find((each) => each.endsWith('.body'));
  return name === undefined ? 0 : (await stat(join(bench.folder, 'uploads', name))).size;
}
