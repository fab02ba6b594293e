/**
 * Asks whether identical content is already on the platform. It is sent like an upload, commit gate included: a file
 * that changed meanwhile gets no answer, because that would be about bytes nobody has. Free, so it may be asked again.
 */
import { assertNever, fail, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { Verification } from '../../../src-shared/service/files.ts';
import type { BodyHooks } from '../common/ports.ts';
import { faultOfStatus, readAnswer, strange } from '../../service/classify.ts';
import type { SourceChanged, SourceUnreadable } from './form/source-file.ts';
import { faultOfBreak, unavailable } from './outcome.ts';
import type { FormEnd, FormPorts, FormRequest } from './form/form-request.ts';
import { sendForm } from './form/send-form.ts';

/** The form has no text parts: `freezeForm` with `fields: []`. */
export type VerifyRequest = Omit<FormRequest, 'idempotencyKey' | 'resume'>;

export type VerifyFault = ServiceFault | SourceChanged | SourceUnreadable;

/** A small request that was lost is faster to repeat than to resume, and costs the service less. */
const RESUMED_FROM_BYTES = 1_048_576;
const NEVER_RESUMED: FormPorts['support'] = { recall: () => ({ kind: 'no' }), learn: () => {} };

/** The connections of `agentFor` may have carried others; those of `freshAgentFor` have not. */
export interface VerifyPorts extends FormPorts {
  readonly freshAgentFor: FormPorts['agentFor'];
}

/**
 * Rejects with `signal.reason` on abort, which ends the request. A connection that had carried others may have ended long
 * before: then the file is sent once more, over a fresh one.
 */
export async function verifyContent(
  request: VerifyRequest,
  ports: VerifyPorts,
  { onProgress, onComplete }: BodyHooks,
  signal: AbortSignal,
): Promise<Result<Verification, VerifyFault>> {
  let isComplete = false;
  const hooks = {
    async beforeFirstByte() {}, // free: no intent to keep
    isTailReleased: () => isComplete,
    async releaseTail(isStopped: () => boolean) {
      isComplete = !isStopped();
      if (isComplete) onComplete?.();
      return isComplete;
    },
    onProgress,
    // A request survives broken connections, but not restarts: it is repeated for free.
    resourceAnnounced() {},
    confirmed() {},
    resourceDropped() {},
  };
  const form = { ...request, idempotencyKey: null, resume: null };
  const isSmall = form.form.totalBytes < RESUMED_FROM_BYTES;
  const support = isSmall ? NEVER_RESUMED : ports.support;
  const over = (agentFor: FormPorts['agentFor']): Promise<FormEnd> => {
    isComplete = false;
    return sendForm(form, { ...ports, support, agentFor }, hooks, signal);
  };
  const first = await over(ports.agentFor);
  const hadEnded = first.kind === 'broken' && first.wasKept;
  const end = hadEnded ? await over(ports.freshAgentFor) : first;
  const question = { effect: 'none', mayHaveActed: false, nowMs: ports.clock.nowMs() } as const;
  switch (end.kind) {
    case 'answered': {
      // A verdict about an incomplete form, or one that broke off, is no verdict about this file.
      if (isComplete && end.answer.isComplete)
        return readAnswer(end.answer, Verification, question);
      return fail(faultOfStatus(end.answer, question) ?? strange('unreadable', question));
    }
    case 'broken':
      return fail(faultOfBreak(end.error, question));
    case 'stalled':
      return fail(unavailable(end.phase === 'connect' ? 'no-connection' : 'timed-out'));
    case 'aborted':
      throw signal.reason;
    case 'undecided':
      return fail(faultOfStatus(end.answer, question) ?? strange('unreadable', question));
    case 'resource-lost': // the next request starts from the beginning
      return fail(unavailable('broken-connection'));
    case 'over-limit':
      return fail({ kind: 'too-large', serviceSays: null });
    case 'not-sent':
    case 'body-stopped':
      return fail(faultOfFile(end.fault, signal));
    default:
      return assertNever(end);
  }
}

function faultOfFile(
  fault: Extract<FormEnd, { fault: unknown }>['fault'],
  signal: AbortSignal,
): VerifyFault {
  switch (fault.kind) {
    case 'source-changed':
    case 'source-unreadable':
    case 'not-signed-in':
      return fault;
    case 'interrupted':
      throw signal.reason;
    case 'not-released':
      // The SHA-256 of what was sent could not be stored: the database fails, as any other write to it would.
      throw Object.assign(new Error('the database cannot be written'), { code: fault.code });
    default:
      return assertNever(fault);
  }
}
