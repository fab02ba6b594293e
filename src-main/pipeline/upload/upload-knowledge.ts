/**
 * What the exchanges of one form have revealed so far: where the service keeps it, its limits, how much of it can be
 * there. Everything is checked here; a foreign address, a second address and impossible offsets are rejected.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { FormFault } from './form/source-file.ts';
import type { FormEnd, FormHooks, FormPorts, FormRequest } from './form/form-request.ts';
import type { FrozenForm } from './form/representation.ts';
import {
  isVerdict,
  readAnnouncement,
  readLimits,
  uploadAddress,
  type UploadLimits,
  DEFAULT_INTEROP,
  type Interop,
} from './resumption.ts';
import type { ExchangeEnd } from './wire/send.ts';
import type { Clock } from '../../platform/clock.ts';
import { codeOf } from '../../platform/errno.ts';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '../../../src-shared/model/text/time.ts';
import { parseJson } from '../../service/json-text.ts';
import type { State } from '../../db/state.ts';

/** What one request has received in interim answers. */
export interface Hearing {
  isAnnounced: boolean;
  isForeign: boolean;
  /** If set, the request must end before its next byte. */
  stop: FormEnd | null;
}

const CONFIRM_EVERY_MS = 1_000; // each is a write that waits for the disk
// A proxy that took the 104 for the answer waits for the rest of it, then hangs up; a broken connection ends at once.
const PROXY_PATIENCE_MS = 15_000;
const HUNG_UP: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

export type UploadKnowledge = ReturnType<typeof makeUploadKnowledge>;

export function makeUploadKnowledge(
  { form, resume, url }: FormRequest,
  origin: string,
  { clock, interop, support }: FormPorts,
  hooks: FormHooks,
) {
  const progress = makeReportedProgress(form.totalBytes, clock, hooks.onProgress);
  let resource = resume?.resource ?? null;
  let limits: UploadLimits | null = null;
  let confirmAgainAtMs = Number.NEGATIVE_INFINITY;
  let handedOverBytes = 0;
  let toldBytes = 0;
  if (resume !== null) {
    handedOverBytes = hooks.isTailReleased() ? form.totalBytes : startOfTail(form);
  }

  /** Writes to the journal; when it cannot be written, no further byte leaves. */
  function note(write: () => void, hearing: Hearing): void {
    const fault = noted(write);
    if (fault !== null) stopWith({ kind: 'body-stopped', fault }, hearing);
  }

  /** Only before the tail: after it the answer is worth more than our doubts. */
  function stopWith(end: FormEnd, hearing: Hearing): void {
    if (!hooks.isTailReleased()) hearing.stop ??= end;
  }

  function takeLocation(location: string, hearing: Hearing): void {
    const address = uploadAddress(location, url);
    if (address === null) {
      hearing.isForeign = true;
    } else if (resource === null) {
      resource = address;
      note(() => hooks.resourceAnnounced(address), hearing);
    } else if (resource !== address) {
      stopWith({ kind: 'resource-lost', why: 'unusable' }, hearing);
    }
  }

  /** Whether the service got further than it had reported before. */
  function takeConfirmation(bytes: number, hearing: Hearing): boolean {
    if (resource === null || bytes > handedOverBytes) return false;
    const isFurther = bytes > toldBytes;
    toldBytes = Math.max(toldBytes, bytes);
    progress.confirmedTo(bytes);
    if (clock.monotonicMs() < confirmAgainAtMs) return isFurther;
    confirmAgainAtMs = clock.monotonicMs() + CONFIRM_EVERY_MS;
    note(() => hooks.confirmed(bytes), hearing);
    return isFurther;
  }

  return {
    progress,
    resource: () => resource,
    isTailReleased: () => hooks.isTailReleased(),
    maxAppendBytes: () => limits?.maxAppendBytes ?? null,
    /** The service cannot hold more of the form than this: what left this computer, now or before a restart. */
    ceiling: () => handedOverBytes,

    handedOverTo(byte: number): void {
      handedOverBytes = Math.max(handedOverBytes, byte);
    },

    /** False when the body was stopped before. Rejects when it cannot be stored. In both cases the gate stays closed. */
    releaseTail: async (isStopped: () => boolean): Promise<boolean> =>
      hooks.isTailReleased() || hooks.releaseTail(isStopped),

    /** An interim answer; true when it says that the service got further. */
    hear(headers: IncomingHttpHeaders, hearing: Hearing): boolean {
      const said = readAnnouncement(headers, interop);
      if (said === null) return false;
      hearing.isAnnounced = true;
      limits = said.limits ?? limits;
      if (said.location !== null) takeLocation(said.location, hearing);
      const isFurther = said.offset !== null && takeConfirmation(said.offset, hearing);
      const maxSizeBytes = limits?.maxSizeBytes ?? form.totalBytes;
      if (maxSizeBytes < form.totalBytes) stopWith({ kind: 'over-limit' }, hearing);
      return isFurther;
    },

    /** What the end of any exchange reveals. */
    heardEnd(end: ExchangeEnd<FormFault>, { isAnnounced }: Hearing): void {
      if (end.kind === 'answered') limits = readLimits(end.answer.headers) ?? limits;
      if (isAnnounced && isIndigestion(end)) support.learn(origin, { kind: 'spare' });
    },

    /** A final answer of the upload protocol names the upload too. */
    heardMachinery(end: ExchangeEnd<FormFault>, hearing: Hearing): void {
      if (end.kind !== 'answered' || isVerdict(end.answer) !== false) return;
      const { location } = end.answer.headers;
      if (location !== undefined) takeLocation(location, hearing);
    },

    /** What the answer to our fields reveals about the service's support. */
    learnSupport(end: ExchangeEnd<FormFault>, { isAnnounced, isForeign }: Hearing): void {
      if (isForeign) return support.learn(origin, { kind: 'no' });
      if (isAnnounced && isIndigestion(end)) return; // learned already
      const maxAppendBytes = limits?.maxAppendBytes ?? null;
      const isSure =
        resource !== null || (end.kind === 'answered' && isVerdict(end.answer) !== null);
      // Something in between may hold back interim answers: the final one still tells.
      if (isSure) return support.learn(origin, { kind: 'yes', maxAppendBytes });
      const isPlainSuccess = end.kind === 'answered' && Math.trunc(end.answer.status / 100) === 2;
      if (isPlainSuccess) support.learn(origin, { kind: 'no' });
    },

    /** The service holds this much; the fault when that cannot be stored. */
    confirm(bytes: number): FormFault | null {
      progress.confirmedTo(bytes);
      return noted(() => hooks.confirmed(bytes));
    },

    drop(): void {
      if (resource === null) return;
      resource = null;
      // If this is not stored, a later run asks once more and finds it gone: no reason to lose the outcome.
      noted(() => hooks.resourceDropped());
    },
  };
}

/** The first byte of the closing delimiter. */
export function startOfTail(form: FrozenForm): number {
  return form.totalBytes - Buffer.byteLength(form.tail);
}

/** Signs of an intermediary that took an interim answer for the final one. */
function isIndigestion(end: ExchangeEnd<FormFault>): boolean {
  if (end.kind === 'broken') {
    const code = codeOf(end.error) ?? '';
    return code.startsWith('HPE_') || (HUNG_UP.has(code) && end.silentMs >= PROXY_PATIENCE_MS);
  }
  return end.kind === 'stalled' && end.phase !== 'connect';
}

/** Null when it could be stored. */
function noted(write: () => void): FormFault | null {
  try {
    write();
    return null;
  } catch (error) {
    return { kind: 'not-released', code: codeOf(error) };
  }
}

const EVERY_MS = 250;
const MOST_BEFORE_ANSWER = 0.99;

/**
 * An upload's progress for display: what the service has confirmed, if it does; else what was given to the kernel.
 * Never more than 99 % before there is an answer, and at most four times a second.
 */
function makeReportedProgress(
  totalBytes: number,
  clock: Clock,
  onProgress: (bytes: number) => void,
) {
  const most = Math.floor(totalBytes * MOST_BEFORE_ANSWER);
  let isTold = false;
  let nextAtMs = Number.NEGATIVE_INFINITY;
  const show = (byte: number): void => {
    const nowMs = clock.monotonicMs();
    if (nowMs < nextAtMs) return;
    nextAtMs = nowMs + EVERY_MS;
    onProgress(Math.min(byte, most));
  };
  return {
    /** A request begins at this byte of the form. */
    beginAt(byte: number) {
      isTold = false;
      if (byte > 0) show(byte);
    },
    /** Bytes up to here were given to the kernel. */
    writtenTo(byte: number) {
      if (!isTold) show(byte);
    },
    /** The service holds the form up to here; from now on only this counts for the request. */
    confirmedTo(byte: number) {
      isTold = true;
      show(byte);
    },
  };
}

/**
 * `spare`: it announced an upload and then hung, or broke the HTTP grammar; something in between cannot handle interim
 * answers. It gets no upload fields, like `no`.
 */
export type Support =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'yes'; readonly maxAppendBytes: number | null }
  | { readonly kind: 'no' }
  | { readonly kind: 'spare' };

export type UploadSupport = ReturnType<typeof makeStateSupport>;

const REMEMBERED_MS = DAY_MS; // services are updated; a wrong memory must expire
const FACT = 'resumable-uploads';
export const INTEROP_FACT = 'upload-interop'; // 'none', or a number

/** The interop number to offer a service: the configured one, else the default. */
export function recallInterop(state: State, origin: string): Interop {
  const set = state.serverFacts.get(origin, INTEROP_FACT)?.value;
  if (set === 'none') return set;
  return set !== undefined && /^\d{1,6}$/.test(set) ? Number(set) : DEFAULT_INTEROP;
}

const REWRITTEN_AFTER_MS = HOUR_MS; // each write waits for the disk: one for many uploads is enough

/**
 * Known support of services for resumable uploads, by origin. It only saves time and spares services what they cannot
 * handle: forgetting it costs one request, so nothing here may stop an upload. Remembers in the account's database.
 */
export function makeStateSupport(state: State, clock: Clock) {
  /** Null when nothing is remembered, or not any more; the clock may have gone back. */
  const recent = (origin: string, withinMs: number): string | null => {
    const fact = state.serverFacts.get(origin, FACT);
    if (fact === null || Math.abs(clock.nowMs() - fact.learnedAtMs) >= withinMs) return null;
    return fact.value;
  };
  return {
    recall: (origin: string) => readSupport(recent(origin, REMEMBERED_MS)),
    /** Never throws. */
    learn(origin: string, support: Exclude<Support, { kind: 'unknown' }>) {
      const value = JSON.stringify(support);
      if (recent(origin, REWRITTEN_AFTER_MS) === value) return;
      try {
        state.serverFacts.keep({ origin, name: FACT, value, learnedAtMs: clock.nowMs() });
      } catch (error) {
        // A disk that accepts no writes stops the upload at its journal, with a clear message; this memory must not.
        if (codeOf(error) === null) throw error;
      }
    },
  };
}

const Kept = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('yes'), maxAppendBytes: z.nullable(z.int()) }),
  z.strictObject({ kind: z.literal('no') }),
  z.strictObject({ kind: z.literal('spare') }),
]);

function readSupport(value: string | null): Support {
  const json = value === null ? null : parseJson(value);
  const kept = Kept.safeParse(json?.ok === true ? json.value : null);
  return kept.success ? kept.data : { kind: 'unknown' };
}
