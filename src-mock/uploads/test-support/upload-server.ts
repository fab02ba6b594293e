/** A real server around the upload transport, with a target that only remembers what it was given. */
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeFaults, type Faults } from '../../control/faults.ts';
import { defaultReadings, type Readings } from '../../control/readings.ts';
import { type Answer, Refusal } from '../../http/answer.ts';
import { handleUploadResource, receiveUpload } from '../receive-upload.ts';
import type { ReceivedForm, UploadContext, UploadTarget } from '../upload-types.ts';

export interface Received {
  readonly fields: Readonly<Record<string, string>>;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly form: ReceivedForm;
  /** Null for content that was not asked to be read. */
  readonly content: Buffer | null;
}

export interface Bench {
  readonly origin: string;
  readonly port: number;
  readonly folder: string;
  readonly faults: Faults;
  readonly received: Received[];
  /** Changes what the target does next; it still records what it received. */
  setTarget(complete: (form: ReceivedForm) => Promise<Answer>): void;
  setReadings(over: Partial<Readings>): void;
  advanceClock(ms: number): void;
  /** Bugs that reached the dispatcher. */
  readonly bugs: unknown[];
  /** A second service on the same folder: what is left after the first one died. */
  restart(options?: { readonly withTargets?: boolean }): Promise<Bench>;
}

export interface BenchOptions {
  readonly maxFileBytes?: number;
  readonly readings?: Partial<Readings>;
  readonly folder?: string;
  readonly withTargets?: boolean;
  readonly keepContent?: boolean;
  readonly wantsContent?: boolean;
  readonly basePath?: string;
}

export async function startBench(options: BenchOptions = {}): Promise<Bench> {
  const folder = options.folder ?? (await temporaryFolder());
  const { maxFileBytes = 1_000_000, basePath = '', wantsContent = true } = options;
  const { keepContent = wantsContent } = options;
  let readings: Readings = { ...defaultReadings(), ...options.readings };
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const received: Received[] = [];
  const bugs: unknown[] = [];
  const faults = makeFaults([], () => nowMs);
  let answerTo = async (_form: ReceivedForm): Promise<Answer> => ({
    status: 201,
    body: { message: 'File uploaded', fileId: `file-${received.length}` },
  });

  const targetFor = (resource: string, ownerKey: string): UploadTarget => ({
    filePart: 'file',
    maxFileBytes,
    wantsContent,
    ownerKey,
    resource,
    async complete(form) {
      const { name, contentType, sizeBytes, temporaryPath } = form.file;
      const content = keepContent ? await readFile(temporaryPath) : null;
      received.push({ fields: form.fields, name, contentType, sizeBytes, form, content });
      return answerTo(form);
    },
  });
  const context: UploadContext = {
    folder,
    readings: () => readings,
    nowMs: () => nowMs,
    faults,
    basePath,
    async authenticate({ headers }) {
      if (headers.authorization === undefined) throw new Refusal(401, 'sign in first');
      return headers.authorization;
    },
    sendAnswer(response, answer) {
      const { req } = response;
      const place = placeOf(req, basePath);
      faults
        .send(place, req, response, answer, () => write(response, answer))
        .catch((error: unknown) => bugs.push(error));
    },
    refusalAnswer: ({ status, message }) => ({
      status,
      body: { error: { statusCode: status, message } },
    }),
    ...(options.withTargets === false
      ? {}
      : { restoreTarget: async (resource, ownerKey) => targetFor(resource, ownerKey) }),
  };

  async function dispatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpointName = placeOf(request, basePath);
    const verdict = await faults.beforeHandling({ endpointName, request, response });
    if (verdict === 'taken') return;
    if (endpointName === 'upload-resource') {
      await handleUploadResource(request, response, context);
      return;
    }
    const ownerKey = request.headers.authorization ?? 'nobody';
    await receiveUpload(request, response, targetFor(request.url ?? '', ownerKey), context);
  }

  const server = createServer((request, response) => {
    dispatch(request, response).catch((error: unknown) => {
      bugs.push(error);
      if (!response.headersSent) write(response, { status: 500, body: {} });
    });
  });
  server.requestTimeout = 0;
  const port = await listen(server);

  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    folder,
    faults,
    received,
    bugs,
    setTarget: (complete) => {
      answerTo = complete;
    },
    setReadings: (over) => {
      readings = { ...readings, ...over };
    },
    advanceClock: (ms) => {
      nowMs += ms;
    },
    restart: (again) => startBench({ ...options, folder, ...again }),
  };
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'labseal-mock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Listens on a free loopback port until the test is over. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return (server.address() as AddressInfo).port;
}

function placeOf(request: IncomingMessage, basePath: string) {
  const isResource = request.url?.startsWith(`${basePath}/uploads/`) === true;
  return isResource ? 'upload-resource' : 'uploadPublicFile';
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  const length = status === 204 ? {} : { 'Content-Length': bytes.length };
  response.writeHead(status, { 'Content-Type': type, ...headers, ...length });
  response.end(bytes);
}
