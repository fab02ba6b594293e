/**
 * Forms over the played line: in the place of node:http. Bytes count as sent when the engine handed them over and as
 * arrived when the service took them; a fault can fall between the two at any byte.
 */
import { assertNever } from '../../src-shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import {
  answerLimitMs,
  type Exchange,
  type Send,
  type ExchangeEnd,
} from '../../src-main/pipeline/upload/wire/send.ts';
import { errnoError } from '../disk/disk.ts';
import type { Intake } from '../service/uploads.ts';
import type { Line } from './line.ts';
import type { LineEnd, Trip } from './trip.ts';

const STILL_LIMIT_MS = MINUTE_MS;

/** `isOver`: the program that sends has died, and with it its connections. */
export function playSend(line: Line, isOver: () => boolean): Send {
  return (exchange, signal) => {
    if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
    return new Promise((resolve, reject) => {
      carry(exchange, { line, isOver, signal, resolve, reject }).catch(reject);
    });
  };
}

interface Carrier<BodyFault> {
  readonly line: Line;
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
  readonly resolve: (end: ExchangeEnd<BodyFault>) => void;
  readonly reject: (bug: unknown) => void;
}

async function carry<BodyFault>(
  exchange: Exchange<BodyFault>,
  { line, isOver, signal, resolve, reject }: Carrier<BodyFault>,
): Promise<void> {
  const { url, method, headers, bodyBytes, writeBody } = exchange;
  const { answerWithinMs = answerLimitMs(bodyBytes) } = exchange;
  const trip = line.begin({ method, url, headers }, bodyBytes);
  const bodyStop = new AbortController();
  let isOpen = true;

  function end(how: ExchangeEnd<BodyFault>): void {
    if (!isOpen) return;
    isOpen = false;
    line.auditor.ended(trip);
    bodyStop.abort();
    signal.removeEventListener('abort', onAbort);
    resolve(how);
  }
  function onAbort(): void {
    end({ kind: 'aborted' });
  }
  function arrive(lineEnd: LineEnd): void {
    if (!isOpen || isOver()) return;
    line.deliver(trip, lineEnd);
    end(sendEnd(lineEnd));
  }
  const isGone = (): boolean => !isOpen || isOver();
  signal.addEventListener('abort', onAbort, { once: true });

  const failed = await line.connect(trip);
  if (failed !== null) return arrive(failed);
  if (isGone()) return;
  const intake = line.uploads.open(trip.call, bodyBytes);
  if (intake.announcement !== null) {
    exchange.onInformation?.({ status: 104, headers: intake.announcement });
    if (isGone()) return;
  }
  if (writeBody !== null) {
    if (intake.early !== null) return arrive(line.answered(intake.early));
    const waits = exchange.bodyWaits.filter(({ forStatuses }) => !forStatuses.includes(100));
    const isTold = intake.announcement !== null;
    if (waits.length > 0 && !isTold) await line.nap(waits[0]?.atMostMs ?? 0);
    // What the service has completely it works on, whatever becomes of the program meanwhile.
    await new Promise<void>((arrivedWhole) => {
      const write = makeWrite({ line, trip, intake, arrive, isGone, exchange, arrivedWhole });
      const send = async (): Promise<void> => {
        const written = await writeBody(write, bodyStop.signal);
        if (!written.ok && !isGone()) end({ kind: 'body-stopped', fault: written.fault });
      };
      send().catch(reject);
    });
  }
  const decision = { decide: () => intake.finish(), hasActed: () => intake.hasActed() };
  arrive(await line.conclude(trip, decision, answerWithinMs));
}

function makeWrite<BodyFault>(parts: {
  readonly line: Line;
  readonly trip: Trip;
  readonly intake: Intake;
  readonly arrive: (end: LineEnd) => void;
  readonly isGone: () => boolean;
  readonly exchange: Exchange<BodyFault>;
  readonly arrivedWhole: () => void;
}) {
  const { line, trip, intake, arrive, isGone, exchange, arrivedWhole } = parts;
  const { trouble } = trip;
  let handedOver = 0;
  let arrived = 0;

  function take(bytes: Buffer): void {
    if (arrived === 0) line.auditor.firstByte(trip);
    line.auditor.sent(trip, bytes);
    arrived += bytes.length;
    intake.take(bytes);
    if (arrived === exchange.bodyBytes) arrivedWhole();
  }

  return async (piece: Uint8Array): Promise<void> => {
    if (isGone()) return;
    const bytes = Buffer.from(piece); // the engine uses its memory again
    handedOver += bytes.length;
    if (handedOver === exchange.bodyBytes) line.auditor.handedOver(trip);
    if (trouble?.at !== 'body' || trouble.byte >= handedOver) {
      take(bytes);
      exchange.onProgress?.(handedOver);
      if (line.chance.happens(0.3)) await line.nap(line.chance.between(1, 2 * SECOND_MS));
      return;
    }
    const lost = handedOver - trouble.byte;
    take(bytes.subarray(0, Math.max(0, bytes.length - lost)));
    const early = (status: number): void =>
      arrive(
        line.answered(intake.hasActed() ? intake.finish() : line.service.refusal(status, 'No')),
      );
    switch (trouble.kind) {
      case 'cut-in-body':
        return arrive({ kind: 'broken', code: 'ECONNRESET', wasUp: true });
      case 'stall-in-body':
        await line.nap(STILL_LIMIT_MS);
        return arrive({ kind: 'stalled', phase: 'body' });
      case 'early-413':
        return early(413);
      case 'early-401':
        return early(401);
      case 'early-500':
        return early(500);
      default:
        return assertNever(trouble);
    }
  };
}

function sendEnd<BodyFault>(end: LineEnd): ExchangeEnd<BodyFault> {
  switch (end.kind) {
    case 'answered': {
      const { status, headers, body } = end.reply;
      const text = body.toString('utf8');
      return { kind: 'answered', answer: { status, headers, text, isComplete: end.isComplete } };
    }
    case 'broken':
      return { kind: 'broken', error: errnoError(end.code), silentMs: 0, wasKept: false };
    case 'stalled':
      return end;
    default:
      return assertNever(end);
  }
}
