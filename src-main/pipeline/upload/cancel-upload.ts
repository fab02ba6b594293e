/**
 * Tells a service to forget what it has of an upload. A courtesy with a short time limit of its own: a service that
 * misses it forgets later by itself. Call it only for an incomplete upload: a complete one may be recorded.
 */
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { faultOfStatus } from '../../service/classify.ts';
import { type Answer, send as sendReally } from './wire/send.ts';
import { interopField } from './resumption.ts';
import type { FormPorts } from './form/form-request.ts';

type CancelPorts = Pick<
  FormPorts,
  'clock' | 'token' | 'agentFor' | 'interop' | 'send' | 'onTokenRefused' | 'onPauseAsked'
>;

const LIMIT_MS = 5_000;

/**
 * True when the service has answered: then it needs no further notice, unless it asks for a later one. `resource` is an
 * address that was checked when the service announced it. An abort ends it early.
 */
export async function cancelUpload(
  resource: string,
  ports: CancelPorts,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, interop, send = sendReally } = ports;
  const token = ports.token();
  if (token === null) return false;
  const url = new URL(resource);
  const headers = { authorization: `Bearer ${token}`, ...interopField(interop) };
  const spec = { headers, bodyBytes: 0, writeBody: null, bodyWaits: [], clock };
  const agent = ports.agentFor(url);
  let isTold = false;
  await withinLimit(clock, signal, async (limit) => {
    const end = await send({ ...spec, url, method: 'DELETE', agent }, limit);
    if (end.kind !== 'answered') return;
    const pause = pauseIn(end.answer, clock.nowMs());
    if (end.answer.status === 401) ports.onTokenRefused?.(token);
    else if (pause !== null) ports.onPauseAsked?.(pause);
    else isTold = true;
  });
  return isTold;
}

/** A request that all clients wait; null for every other answer, since nobody waits for this one. */
function pauseIn(answer: Answer, nowMs: number): ServiceFault | null {
  const fault = faultOfStatus(answer, { effect: 'none', mayHaveActed: false, nowMs });
  if (fault?.kind === 'throttled') return fault;
  return fault?.kind === 'unavailable' && fault.retryAfterMs !== null ? fault : null;
}

/** Runs `work` with a signal that aborts after the limit, or with the given one. */
async function withinLimit(
  clock: CancelPorts['clock'],
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<void>,
): Promise<void> {
  const limit = new AbortController();
  const timer = new AbortController();
  const expiry = clock.sleep(LIMIT_MS, timer.signal).then(
    () => limit.abort(),
    (error: unknown) => {
      if (!timer.signal.aborted) throw error;
    },
  );
  try {
    await work(AbortSignal.any([limit.signal, signal]));
  } finally {
    timer.abort();
    await expiry;
  }
}
