/**
 * The requests that carry one form: the documented POST, and for a resumable service creating, querying, appending to
 * and cancelling its upload. It decides nothing; the token goes only to the form's own origin.
 */
import { isOwnReason } from '../../../service/classify.ts';
import { cancelUpload } from '../cancel-upload.ts';
import { writeForm } from './write-form.ts';
import type { FormEnd, FormPorts, FormRequest } from './form-request.ts';
import type { ContentOpener } from './form-content.ts';
import type { FormFault, HashCarry } from './form-source.ts';
import { formContentType, type FrozenForm } from './representation.ts';
import { appendFields, creationFields, interopField, isVerdict } from '../resumption.ts';
import {
  answerLimitMs,
  send as sendReally,
  type Exchange,
  type InterimWait,
  type ExchangeEnd,
} from '../wire/send.ts';
import { startOfTail, type Hearing, type UploadKnowledge } from '../upload-knowledge.ts';

export type Exchanged =
  | ExchangeEnd<FormFault>
  /** There will be no further exchange. */
  | { readonly kind: 'over'; readonly end: FormEnd };

export type FormExchanges = ReturnType<typeof makeFormExchanges>;

type Spec = Pick<Exchange<FormFault>, 'url' | 'method' | 'headers'> & Partial<Exchange<FormFault>>;

const EXPECT_FROM_BYTES = 8_388_608; // below it, sending costs less than asking first
const EXPECT_WAIT_MS = 1_000; // a service that ignores the question gets the body anyway
const ANNOUNCEMENT_FROM_BYTES = 1_048_576; // less is faster to send again than to resume
const ANNOUNCEMENT_WAIT_MS = 400; // a reset can overtake an unread 104, and with it the only way to resume
const QUESTION_LIMIT_MS = 30_000; // looking up a number takes less than five minutes

/** `content` is opened when the first byte is needed. */
export function makeFormExchanges(
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
export function partEnd(form: FrozenForm, fromByte: number, maxBytes: number | null): number {
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
