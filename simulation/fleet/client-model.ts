/**
 * One Labseal as the service sees it: the requests of its files, of following their records and of its rounds, at the
 * times that the product's own schedules give. Only what a request costs and does is modelled.
 */
import {
  afterFault,
  afterSuccess,
  PASSING,
  type CircuitBreaker,
} from '../../src-main/pipeline/common/circuit-breaker.ts';
import {
  drawnPollMs,
  FIRST_POLL_MS,
  nextPollMs,
} from '../../src-main/pipeline/certify/record-stage.ts';
import { SCAN_PERIOD_MS } from '../../src-main/pipeline/scan/scan-stage.ts';
import { spreadMs } from '../../src-main/platform/waiting.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { EventQueue } from './event-queue.ts';
import type { ServiceModel } from './service-model.ts';

/** Check and form; then, once the chain has it, certificate as PDF and JSON, and document. */
const TO_SEND = 2;
const TO_PROVE = 3;
const CHAIN_MS = 20 * SECOND_MS;
/** From one request to the next of a client at work: four at once, 100 ms each. */
const STEP_MS = 25;

export type ClientModel = ReturnType<typeof makeClientModel>;

export interface ClientParts {
  readonly events: EventQueue;
  readonly service: ServiceModel;
  /** A number between 0 and 1. */
  readonly chance: () => number;
  /** False: as if every outage had just begun, which shows what spreading the return is good for. */
  readonly isReturnSpread: boolean;
  /** When the service was there again; waits are counted from then. */
  readonly backAtMs: number;
}

export function makeClientModel(parts: ClientParts) {
  const { events, service, chance, isReturnSpread, backAtMs } = parts;
  let breaker: CircuitBreaker = PASSING;
  let due: number[] = []; // when each request that waits in line could have been made
  let [isAsking, longestMs] = [false, 0];
  let toSend = 0;
  let recording: number[] = []; // when each record was made
  let isPolling = false;

  const now = () => events.nowMs();

  function line(requests: number): void {
    for (let at = 0; at < requests; at += 1) due.push(now());
    next();
  }

  function next(): void {
    if (isAsking || due.length === 0) return;
    isAsking = true;
    const fromMs = breaker.kind === 'waiting' ? Math.max(now(), breaker.untilMs) : now();
    events.add(fromMs, ask);
  }

  function ask(): void {
    isAsking = false;
    const fault = service.ask(now());
    if (fault !== null) {
      const known =
        breaker.kind === 'waiting' && !isReturnSpread ? { ...breaker, sinceMs: now() } : breaker;
      breaker = afterFault(known, fault, now(), chance(), Infinity);
      return next();
    }
    breaker = afterSuccess(breaker);
    const sinceMs = due.shift() ?? now();
    longestMs = Math.max(longestMs, now() - Math.max(sinceMs, backAtMs));
    if (toSend > 0 && (toSend -= 1) % TO_SEND === 0) {
      recording.push(now());
      follow();
    }
    events.add(now() + STEP_MS, next);
  }

  /** Reads the list until it shows all records; new ones bring the next reading forward. */
  function follow(): void {
    if (isPolling) return;
    isPolling = true;
    const sinceMs = now();
    const poll = (lastMs: number): void => {
      line(1);
      const done = recording.filter((atMs) => now() - atMs >= CHAIN_MS);
      recording = recording.filter((atMs) => now() - atMs < CHAIN_MS);
      line(TO_PROVE * done.length);
      isPolling = recording.length > 0;
      if (!isPolling) return;
      const facts = { waitedMs: now() - sinceMs, destinations: 1, requests: 1 };
      const pauseMs = done.length > 0 ? FIRST_POLL_MS : nextPollMs({ lastMs, ...facts });
      const atMs = now() + drawnPollMs(pauseMs, chance());
      const openMs = breaker.kind === 'waiting' ? breaker.untilMs : 0;
      events.add(Math.max(atMs, openMs), () => poll(pauseMs));
    };
    events.add(now() + drawnPollMs(FIRST_POLL_MS, chance()), () => poll(FIRST_POLL_MS));
  }

  function save(files: number): void {
    toSend += TO_SEND * files;
    line(TO_SEND * files);
  }

  function round(): void {
    if (due.length === 0) line(1); // the balance
    events.add(now() + spreadMs(SCAN_PERIOD_MS, chance()), round);
  }

  return {
    start(files: number) {
      round();
      save(files);
    },
    /** A file was saved. */
    save: () => save(1),
    /** The longest that anything waited to be asked for, from when it could have been, or still waits; ms. */
    longestWaitMs() {
      const [oldestMs = now()] = due;
      return Math.max(longestMs, now() - Math.max(oldestMs, backAtMs));
    },
  };
}
