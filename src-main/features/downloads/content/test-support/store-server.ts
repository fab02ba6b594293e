/** A store with scripted responses, and a way to download from it with time that passes at once. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { CoreFault } from '../../../../../src-shared/model/status/core-fault.ts';
import type {
  ArrivalVerdict,
  StartedAgain,
} from '../../../../../src-shared/model/files/download-view.ts';
import { ok, type Result } from '../../../../../src-shared/model/result.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { makeAgents } from '../../../../service/agents.ts';
import { addressOf, NO_SURROUNDINGS } from '../../../../service/test-support/test-client.ts';
import { realClock } from '../../../../platform/real-ports.ts';
import { temporaryFolder } from '../../../../test-support/temporary-state.ts';
import {
  type Arrived,
  type ContentFacts,
  type DownloadPorts,
  runDownload,
} from '../run-download.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export const NAME = 'run 03.raw';
export const PART = '.labseal-1.part';

/** `answers`: one for each request; the last one repeats. */
export async function startStore(...answers: readonly Answer[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(request);
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, requests };
}

/** Where received bytes are saved, by the port of the store. */
const readers = new Map<number, string>();

/** Responds like a correct store: parts of `content` under `tag`, and only as many bytes as `cutAfter` allows. */
export function store(
  content: Buffer,
  { tag = '"one"', cutAfter = Infinity, ranges = true, headers = {} } = {},
): Answer {
  return ({ headers: asked, socket }, response) => {
    const from = /^bytes=(\d+)-$/.exec(asked.range ?? '')?.[1];
    const isPart = ranges && from !== undefined && asked['if-range'] === tag;
    const body = isPart ? content.subarray(Number(from)) : content;
    response.writeHead(isPart ? 206 : 200, {
      ...(tag === '' ? {} : { ETag: tag }),
      'Content-Length': body.length,
      ...(isPart
        ? { 'Content-Range': `bytes ${from}-${content.length - 1}/${content.length}` }
        : {}),
      ...headers,
    });
    if (body.length <= cutAfter) {
      response.end(body);
      return;
    }
    // Bytes that the reader has not saved when the connection closes are lost, so this waits for them.
    const folder = readers.get(socket.localPort ?? 0) ?? '';
    const part = path.join(folder, PART);
    const keptBytes = (isPart ? Number(from) : 0) + cutAfter;
    response.write(body.subarray(0, cutAfter));
    const looking = setInterval(() => {
      const { size = 0 } = fs.statSync(part, { throwIfNoEntry: false }) ?? {};
      if (size >= keptBytes) response.destroy();
    }, 2);
    response.on('close', () => clearInterval(looking));
  };
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_request, response) => void response.writeHead(code, headers).end('no\n');
}

/** Sleeping returns at once, and the time is added up. */
function sleeplessClock() {
  const sleptMs: number[] = [];
  const clock: Clock = {
    ...realClock,
    sleep(ms, signal) {
      if (ms % 1_000 !== 0) return realClock.sleep(ms, signal); // a watchdog's sleep
      sleptMs.push(ms);
      return realClock.sleep(0, signal);
    },
  };
  return { clock, sleptMs };
}
/** Not a multiple of a second, unlike pauses. */
const WATCHED_MS = 29_999;

export interface Download {
  readonly result: Result<Arrived, CoreFault>;
  readonly links: number;
  readonly again: readonly StartedAgain[];
  readonly kept: readonly ContentFacts[];
  readonly pausesMs: readonly number[];
  /** The files in the folder afterwards. */
  readonly files: Readonly<Record<string, string>>;
}

/** Downloads from `origin` into `folder`; the test can replace any port. */
export async function download(
  origin: string,
  {
    folder = temporaryFolder(),
    known = { validator: null, totalBytes: null },
    ports = {},
    verdicts = ['match'],
    silenceMs = WATCHED_MS,
    signal = new AbortController().signal,
  }: {
    readonly folder?: string;
    readonly known?: ContentFacts;
    readonly ports?: Partial<DownloadPorts>;
    readonly verdicts?: readonly ArrivalVerdict[];
    readonly silenceMs?: number;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Download> {
  const agents = makeAgents(addressOf(origin), NO_SURROUNDINGS);
  onTestFinished(() => agents.destroy());
  readers.set(Number(new URL(origin).port), folder);
  const { clock, sleptMs } = sleeplessClock();
  const again: StartedAgain[] = [];
  const kept: ContentFacts[] = [];
  let links = 0;
  let verified = 0;
  const result = await runDownload(
    { folder, name: NAME, partName: PART, known },
    {
      tools: { agents, clock, limits: { connectMs: WATCHED_MS, silenceMs, wholeMs: Infinity } },
      askForLink: async () => ok(`${origin}/object?signature=canary-${(links += 1)}`),
      take: () => null,
      roomBytes: async () => 1e12,
      keep: (facts) => kept.push(facts),
      onMoved: () => undefined,
      onWaiting: () => undefined,
      onAgain: (why) => again.push(why),
      verify: async () => verdicts[Math.min(verified++, verdicts.length - 1)] ?? 'match',
      onChecking: () => undefined,
      ...ports,
    },
    signal,
  );
  if (JSON.stringify(result).includes('canary')) throw new Error('the link was told to somebody');
  return { result, links, again, kept, pausesMs: sleptMs, files: filesIn(folder) };
}

export function filesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fs
      .readdirSync(folder)
      .map((name) => [name, fs.readFileSync(path.join(folder, name), 'latin1')] as const),
  );
}
