/**
 * Sends a frozen form with its file, and resumes after a break where the service says it was. Every path releases the
 * tail through the commit gate. Paid uploads and the free check share this code. Neither the form nor the token goes
 * elsewhere, and a form whose tail was released is never begun anew here.
 */
import { assertNever, ok } from '../../../../src-shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { spreadMs, UploadCancelled } from '../../../platform/waiting.ts';
import { makeContentOpener, type ContentOpener, writeForm } from './write-form.ts';
import type { FormFault, HashCarry } from './source-file.ts';
import type { FormEnd, FormHooks, FormPorts, FormRequest } from './form-request.ts';
import {
  afterAppend,
  afterAsk,
  afterPost,
  afterReserve,
  firstStep,
  type Facts,
  type Step,
} from '../next-step.ts';
import {
  mayAuthorize,
  appendFields,
  creationFields,
  interopField,
  isVerdict,
} from '../resumption.ts';
import {
  makeUploadKnowledge,
  type UploadKnowledge,
  startOfTail,
  type Hearing,
} from '../upload-knowledge.ts';
import { codeOf } from '../../../platform/errno.ts';
import { isOwnReason } from '../../../service/classify.ts';
import { cancelUpload } from '../cancel-upload.ts';
import { formContentType, type FrozenForm } from './representation.ts';
import {
  answerLimitMs,
  send as sendReally,
  type Exchange,
  type InterimWait,
  type ExchangeEnd,
} from '../wire/send.ts';

const MAX_FRUITLESS = 4; // the module that coordinates all requests to the service handles longer waits
const FIRST_PAUSE_MS = SECOND_MS;
const SHORTEST_PAUSE_MS = SECOND_MS / 2;
const LONGEST_PAUSE_MS = MINUTE_MS;

/**
 * One attempt to send the form. Resolves with how it ended; rejects only for bugs. An abort ends it at once: before the
 * tail the message stays incomplete, after it the answer is lost. With `UploadCancelled` as the abort's reason the
 * service is told to forget what it has, which takes up to five seconds.
 */
export async function sendForm(
  request: FormRequest,
  ports: FormPorts,
  hooks: FormHooks,
  signal: AbortSignal,
): Promise<FormEnd> {
  const url = new URL(request.url);
  if (!mayAuthorize(url, url)) throw new Error(`no token goes to a ${url.protocol} address`);
  if (ports.token() === null) {
    return { kind: 'not-sent', fault: { kind: 'not-signed-in', serviceSays: null } };
  }
  const { origin } = url;
  const { form, resume } = request;
  const content = makeContentOpener(request, ports, signal);
  const known = makeUploadKnowledge(request, origin, ports, hooks);
  const exchanges = makeFormExchanges(request, ports, known, content, signal);
  const trip: Trip = { known, exchanges, signal };
  const facts = (): Facts => ({
    hasResource: known.resource() !== null,
    isTailReleased: known.isTailReleased(),
    totalBytes: form.totalBytes,
    nowMs: ports.clock.nowMs(),
  });
  async function asked(): Promise<Step> {
    const end = await exchanges.ask();
    return next(end, (ended) => afterAsk(ended, { ...facts(), ceiling: known.ceiling() }));
  }

  async function lose(why: 'gone' | 'unusable'): Promise<FormEnd> {
    if (why === 'unusable') {
      ports.support.learn(origin, { kind: 'spare' });
      if (!known.isTailReleased()) await exchanges.cancel();
    }
    known.drop();
    return { kind: 'resource-lost', why };
  }

  try {
    // A form that left completely may lack only its answer: that needs no file any more.
    const source = known.isTailReleased() ? ok(null) : await content.open();
    if (!source.ok) return await withoutSource(source.fault, trip);
    if (signal.aborted) return await afterAbort(trip);
    try {
      await hooks.beforeFirstByte();
    } catch (error) {
      return { kind: 'not-sent', fault: { kind: 'not-released', code: codeOf(error) } };
    }
    let fruitless = 0;
    let reached = resume?.confirmedBytes ?? 0;
    const isPlain = ports.ownFields?.areLeftOut() === true;
    const support = isPlain ? ({ kind: 'no' } as const) : ports.support.recall(origin);
    let step = resume === null ? firstStep(support, form.totalBytes) : await asked();
    for (;;) {
      if (signal.aborted && step.step !== 'return') return await afterAbort(trip);
      switch (step.step) {
        case 'return':
          return await settle(step.end, trip);
        case 'lose':
          return await lose(step.why);
        case 'post':
        case 'post-plainly': {
          const asks = step.step === 'post';
          known.drop(); // an upload that was announced, then refused, never hears of this form
          const end = await exchanges.post(asks);
          step = next(end, (ended) => afterPost(ended, { ...facts(), asked: asks }));
          break;
        }
        case 'reserve': {
          const end = await exchanges.reserve();
          step = next(end, (ended) => afterReserve(ended, facts()));
          if (step.step === 'post-plainly') ports.support.learn(origin, { kind: 'no' });
          break;
        }
        case 'ask': {
          fruitless += 1;
          if (fruitless > MAX_FRUITLESS) {
            step = givenUp(step.orElse);
            break;
          }
          const pauseMs = Math.max(
            spreadMs(step.waitMs, ports.chance()),
            resumePauseMs(fruitless, ports.chance()),
          );
          if (!(await paused(pauseMs, ports, signal))) return await afterAbort(trip);
          step = await asked();
          break;
        }
        case 'append': {
          const { fromByte, isRepeat } = step;
          if (fromByte > reached) fruitless = 0;
          else if (isRepeat) fruitless += 1;
          if (fruitless > MAX_FRUITLESS) return await lose('unusable');
          reached = Math.max(reached, fromByte);
          const fault = known.confirm(fromByte);
          if (fault !== null) return { kind: 'body-stopped', fault };
          const { toByte, ended } = exchanges.append(fromByte);
          const end = await ended;
          step = next(end, (how) => {
            const range = { toByte, size: toByte - fromByte, ceiling: known.ceiling() };
            return afterAppend(how, { ...facts(), ...range });
          });
          break;
        }
        default:
          return assertNever(step);
      }
    }
  } finally {
    exchanges.close();
    await content.close();
  }
}

interface Trip {
  readonly known: UploadKnowledge;
  readonly exchanges: FormExchanges;
  readonly signal: AbortSignal;
}

function next(
  exchanged: Exchanged,
  decide: (ended: Exclude<Exchanged, { kind: 'over' }>) => Step,
): Step {
  if (exchanged.kind !== 'over') return decide(exchanged);
  const { end } = exchanged;
  return end.kind === 'resource-lost' ? { step: 'lose', why: end.why } : { step: 'return', end };
}

/** A service that keeps contradicting itself will not change later; one that keeps failing may. */
function givenUp(end: FormEnd): Step {
  const contradicts = end.kind === 'undecided' && [409, 413].includes(end.answer.status);
  return contradicts ? { step: 'lose', why: 'unusable' } : { step: 'return', end };
}

/** What the end means for the upload at the service: it is kept for later, or forgotten on both sides. */
async function settle(end: FormEnd, trip: Trip): Promise<FormEnd> {
  const { known } = trip;
  if (end.kind === 'aborted') return afterAbort(trip);
  // An answer before the tail leaves nothing to resume; after it the upload's address may still tell what became of it.
  if (end.kind === 'answered' && !known.isTailReleased()) known.drop();
  const isOutdated = end.kind === 'body-stopped' && end.fault.kind === 'source-changed';
  if (isOutdated || end.kind === 'over-limit') await giveUp(trip);
  return end;
}

async function afterAbort(trip: Trip): Promise<FormEnd> {
  if (trip.signal.reason instanceof UploadCancelled) await giveUp(trip);
  return { kind: 'aborted' };
}

async function withoutSource(fault: FormFault, trip: Trip): Promise<FormEnd> {
  if (fault.kind === 'interrupted') return afterAbort(trip);
  if (fault.kind === 'source-changed') await giveUp(trip);
  return { kind: 'not-sent', fault };
}

/** A complete form may be recorded: then the upload stays, as evidence. */
async function giveUp({ known, exchanges }: Trip): Promise<void> {
  if (known.isTailReleased()) return;
  await exchanges.cancel();
  known.drop();
}

/** Full jitter, so that many uploads do not return at once. `fruitless`: consecutive tries without progress. */
export function resumePauseMs(fruitless: number, chance: number): number {
  const widest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (fruitless - 1));
  return Math.max(SHORTEST_PAUSE_MS, widest * chance);
}

/** False when the pause was cut short by an abort. */
async function paused(ms: number, { clock }: FormPorts, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}

/**
 * The requests that carry one form: the documented POST, and for a resumable service creating, querying, appending to
 * and cancelling its upload. It decides nothing; the token goes only to the form's own origin.
 */
type Exchanged =
  | ExchangeEnd<FormFault>
  /** There will be no further exchange. */
  | { readonly kind: 'over'; readonly end: FormEnd };

type FormExchanges = ReturnType<typeof makeFormExchanges>;

type Spec = Pick<Exchange<FormFault>, 'url' | 'method' | 'headers'> & Partial<Exchange<FormFault>>;

const EXPECT_FROM_BYTES = 8_388_608; // below it, sending costs less than asking first
const EXPECT_WAIT_MS = 1_000; // a service that ignores the question gets the body anyway
const ANNOUNCEMENT_FROM_BYTES = 1_048_576; // less is faster to send again than to resume
const ANNOUNCEMENT_WAIT_MS = 400; // a reset can overtake an unread 104, and with it the only way to resume
const QUESTION_LIMIT_MS = 30_000; // looking up a number takes less than five minutes

/** `content` is opened when the first byte is needed. */
function makeFormExchanges(
  request: FormRequest,
  ports: FormPorts,
  known: UploadKnowledge,
  content: ContentOpener,
  signal: AbortSignal,
) {
  const { form, idempotencyKey } = request;
  const { clock, interop, send = sendReally } = ports;
  const { totalBytes } = form;
  const url = new URL(request.url);
  const carry: HashCarry = { current: null };
  const documentedHeaders = { accept: 'application/json', 'content-type': formContentType(form) };
  const formHeaders = {
    ...documentedHeaders,
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
  };

  /** One request with the current token; interim answers are believed, or end it. */
  async function run(spec: Spec, hearing = newHearing()): Promise<Exchanged> {
    const token = ports.token();
    if (token === null) {
      return {
        kind: 'over',
        end: { kind: 'not-sent', fault: { kind: 'not-signed-in', serviceSays: null } },
      };
    }
    const stop = new AbortController();
    const exchange: Exchange<FormFault> = {
      bodyBytes: 0,
      writeBody: null,
      bodyWaits: [],
      agent: ports.agentFor(spec.url),
      clock,
      onInformation: ({ status, headers }) => {
        if (status !== 104) return false;
        const isFurther = known.hear(headers, hearing);
        if (hearing.stop !== null) stop.abort();
        return isFurther;
      },
      ...spec,
      headers: { authorization: `Bearer ${token}`, ...spec.headers },
    };
    // Wired by hand, because every form needs it: `AbortSignal.any` takes several times as long.
    const abort = (): void => stop.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const end = await send(exchange, stop.signal).finally(() => {
      signal.removeEventListener('abort', abort);
    });
    if (hearing.stop !== null && end.kind === 'aborted') return { kind: 'over', end: hearing.stop };
    known.heardEnd(end, hearing);
    return end;
  }

  /** The documented POST, with none of our fields. */
  async function postPlainly(): Promise<Exchanged> {
    ports.ownFields?.sentPlainly();
    const end = await run({
      url,
      method: 'POST',
      headers: documentedHeaders,
      ...body(0, totalBytes),
    });
    if (end.kind !== 'answered') return end;
    const { status } = end.answer;
    if (status >= 200 && status < 300) ports.ownFields?.takenPlainly();
    else if (!known.isTailReleased() && !isOwnReason(end.answer))
      ports.ownFields?.refused(status, true);
    return end;
  }

  /** The documented POST; `asks` adds the fields of resumable uploads. */
  async function post(
    asks: boolean,
    expects = totalBytes >= EXPECT_FROM_BYTES,
  ): Promise<Exchanged> {
    if (ports.ownFields?.areLeftOut() === true) return postPlainly();
    const hearing = newHearing();
    const spec: Spec = {
      url,
      method: 'POST',
      headers: {
        ...formHeaders,
        ...(asks ? creationFields(interop, { isWhole: true, totalBytes }) : {}),
        ...(expects ? { expect: '100-continue' } : {}),
      },
      ...body(0, totalBytes),
      bodyWaits: waitsOf(asks, expects, totalBytes),
    };
    const end = await run(spec, hearing);
    if (end.kind === 'over') return end;
    const dislikesExpect = expects && end.kind === 'answered' && end.answer.status === 417;
    if (dislikesExpect && !known.isTailReleased()) return post(asks, false);
    const isEarly = end.kind === 'answered' && !known.isTailReleased();
    if (isEarly && isVerdict(end.answer) === null && !isOwnReason(end.answer)) {
      ports.ownFields?.refused(end.answer.status, false);
      if (ports.ownFields?.areLeftOut() === true) return postPlainly(); // nothing can be recorded
    }
    if (!asks) return end;
    known.heardMachinery(end, hearing);
    known.learnSupport(end, hearing);
    return end;
  }

  /** The form's bytes of one request. The service can have no more than what was handed over. */
  function body(fromByte: number, toByte: number): Partial<Spec> {
    known.progress.beginAt(fromByte);
    return {
      bodyBytes: toByte - fromByte,
      writeBody: async (write, stopped) => {
        const opened = await content.open();
        if (!opened.ok) return opened;
        let position = fromByte;
        const counted = (bytes: Uint8Array): Promise<void> => {
          position += bytes.byteLength;
          known.handedOverTo(position);
          return write(bytes);
        };
        const source = {
          ...request,
          ...ports,
          content: opened.value,
          carry,
          releaseTail: (isStopped: () => boolean) => known.releaseTail(isStopped),
        };
        return writeForm(source, { fromByte, toByte }, counted, stopped);
      },
      bandwidth: ports.bandwidth,
      onProgress: (writtenBytes) => known.progress.writtenTo(fromByte + writtenBytes),
    };
  }

  function address(): URL {
    const resource = known.resource();
    if (resource === null) throw new Error('there is no upload to go on with');
    return new URL(resource);
  }

  return {
    post,

    /** A POST that makes an empty upload. */
    async reserve(): Promise<Exchanged> {
      const hearing = newHearing();
      const fields = creationFields(interop, { isWhole: false, totalBytes });
      const headers = { ...formHeaders, ...fields };
      const end = await run(
        { url, method: 'POST', headers, answerWithinMs: QUESTION_LIMIT_MS },
        hearing,
      );
      if (end.kind === 'over') return end;
      known.heardMachinery(end, hearing);
      if (hearing.stop !== null) return { kind: 'over', end: hearing.stop };
      known.learnSupport(end, hearing);
      return end;
    },

    /** Asks for the upload's offset. */
    ask: () =>
      run({
        url: address(),
        method: 'HEAD',
        headers: interopField(interop),
        answerWithinMs: QUESTION_LIMIT_MS,
      }),

    /** One PATCH from this byte; `toByte` is where it ends. */
    append(fromByte: number): { readonly toByte: number; readonly ended: Promise<Exchanged> } {
      const toByte = partEnd(form, fromByte, known.maxAppendBytes());
      const isLast = toByte === totalBytes;
      const headers = {
        accept: 'application/json',
        ...appendFields(interop, { fromByte, isLast }),
      };
      const ended = run({
        url: address(),
        method: 'PATCH',
        headers,
        // With nothing left to send there is no commit gate to pass, and no file to read.
        ...(fromByte === totalBytes ? {} : body(fromByte, toByte)),
        // The request with the last byte makes the service process the whole form.
        answerWithinMs: answerLimitMs(isLast ? totalBytes : toByte - fromByte),
      });
      return { toByte, ended };
    },

    /**
     * Tells the service to forget the upload, whether or not it answers. Has its own short limit, with or without an
     * abort.
     */
    async cancel() {
      const resource = known.resource();
      // It uses its own limit, not the abort that may have led here.
      if (resource !== null) await cancelUpload(resource, ports, new AbortController().signal);
    },

    /** Frees what a hash may hold. Call it at the end. */
    close() {
      carry.current?.hash.discard?.();
    },
  };
}

/** Where a request that begins at `fromByte` ends: with the form, or before its tail, which is never split. */
function partEnd(form: FrozenForm, fromByte: number, maxBytes: number | null): number {
  const tailStart = startOfTail(form);
  const isWhole = maxBytes === null || maxBytes === 0 || form.totalBytes - fromByte <= maxBytes;
  return isWhole || fromByte >= tailStart
    ? form.totalBytes
    : Math.min(fromByte + maxBytes, tailStart);
}

function newHearing(): Hearing {
  return { isAnnounced: false, isForeign: false, stop: null };
}

function waitsOf(asks: boolean, expects: boolean, totalBytes: number): readonly InterimWait[] {
  const announced = asks && totalBytes >= ANNOUNCEMENT_FROM_BYTES;
  return [
    ...(expects ? [{ forStatuses: [100, 104], atMostMs: EXPECT_WAIT_MS }] : []),
    ...(announced ? [{ forStatuses: [104], atMostMs: ANNOUNCEMENT_WAIT_MS }] : []),
  ];
}
