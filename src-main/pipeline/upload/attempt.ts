/**
 * The states of one attempt and the only function that moves them. The law it keeps: once the tail was released, no way
 * leads to a state from which the form may be sent again by itself; such an attempt ends by evidence or by a person.
 */
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { assertNever } from '../../../src-shared/model/result.ts';

export type Attempt =
  | { readonly state: 'ready' }
  /** `resource`: where a resumable service keeps what it has, of which `confirmedBytes` need no resend. */
  | {
      readonly state: 'sending';
      readonly resource: string | null;
      readonly confirmedBytes: number;
    }
  | { readonly state: 'tail-released'; readonly resource: string | null }
  | { readonly state: 'recorded'; readonly fileId: string }
  /** The service accepted it and gave no usable id; only looking finds it. */
  | { readonly state: 'recorded-without-id' }
  /** The service said no: nothing was recorded by this attempt. */
  | { readonly state: 'refused'; readonly fault: ServiceFault }
  /** It may be recorded and paid for. */
  | { readonly state: 'unknown'; readonly why: UnknownCause; readonly resource: string | null }
  /** Ended before the gate: nothing was recorded, whatever was sent. */
  | {
      readonly state: 'stopped';
      readonly why: StopFault | { readonly kind: 'source-changed' };
      readonly resource: string | null;
      readonly confirmedBytes: number;
    };

/** Why an attempt ended before its tail. */
export type StopFault =
  | ServiceFault
  | { readonly kind: 'source-unreadable'; readonly code: string }
  /** The journal could not be written, so nothing (more) was sent. */
  | { readonly kind: 'journal-failed'; readonly code: string | null }
  | { readonly kind: 'cancelled' }
  /**
   * The service no longer has what it had, or cannot go on with it. The next attempt starts at byte 0: whoever starts
   * it looks once at the project's list first, because bytes of this form have left.
   */
  | { readonly kind: 'resource-lost'; readonly why: 'gone' | 'unusable' }
  /** The program ended while it was sending. */
  | { readonly kind: 'crashed' };

/** Why nobody can say what became of a complete form. */
export type UnknownCause =
  | Extract<ServiceFault, { kind: 'unknown-outcome' }>['why']
  /** A redirect or a page: something else answered in the service's place. */
  | 'not-the-service'
  /** Success was announced before the form was complete. */
  | 'early-success'
  | 'cancelled'
  | 'crashed'
  /** Only the upload's own address could tell, and it is not ours to ask (now, or any more). */
  | 'not-signed-in'
  | 'throttled'
  | 'resource-lost'
  /** A part is missing at the service, and the file or the journal does not let us send it. */
  | 'cannot-go-on';

export type AttemptEvent =
  | { readonly type: 'started' }
  | { readonly type: 'resource-announced'; readonly resource: string }
  /** The upload at the resource is over or given up. */
  | { readonly type: 'resource-dropped' }
  | { readonly type: 'confirmed'; readonly bytes: number }
  | { readonly type: 'tail-released' }
  | { readonly type: 'recorded'; readonly fileId: string }
  | { readonly type: 'recorded-without-id' }
  | { readonly type: 'refused'; readonly fault: ServiceFault }
  | { readonly type: 'stopped'; readonly why: StopFault | { readonly kind: 'source-changed' } }
  | { readonly type: 'lost'; readonly why: UnknownCause }
  /** An attempt goes on at its resource, released or not; without one, a new attempt begins instead. */
  | { readonly type: 'resumed' }
  /** The program starts and finds the attempt as it was left. */
  | { readonly type: 'found-after-crash' };

/** The state after `event`, or null when the event does not fit: late and repeated events are logged, not obeyed. */
export function nextAttempt(from: Attempt, event: AttemptEvent): Attempt | null {
  switch (from.state) {
    case 'ready':
      return fromReady(event);
    case 'sending':
      return fromSending(from, event);
    case 'tail-released':
      return fromReleased(from.resource, event);
    case 'unknown':
    case 'recorded-without-id':
      return byEvidence(from, event);
    case 'stopped':
      return fromStopped(from, event);
    case 'recorded':
    case 'refused':
      return null;
    default:
      return assertNever(from);
  }
}

/** True when nothing can have been recorded, so that the form may be sent without asking anybody. */
export function mayBeSent(attempt: Attempt): boolean {
  return attempt.state === 'ready' || attempt.state === 'stopped';
}

function fromReady(event: AttemptEvent): Attempt | null {
  if (event.type === 'started') return { state: 'sending', resource: null, confirmedBytes: 0 };
  if (event.type !== 'stopped') return null;
  return { state: 'stopped', why: event.why, resource: null, confirmedBytes: 0 };
}

function fromStopped(
  from: Extract<Attempt, { state: 'stopped' }>,
  event: AttemptEvent,
): Attempt | null {
  const { resource, confirmedBytes } = from;
  if (resource === null) return null;
  if (event.type === 'resource-dropped') return { ...from, resource: null, confirmedBytes: 0 };
  return event.type === 'resumed' ? { state: 'sending', resource, confirmedBytes } : null;
}

function fromSending(
  from: Extract<Attempt, { state: 'sending' }>,
  event: AttemptEvent,
): Attempt | null {
  const { resource, confirmedBytes } = from;
  switch (event.type) {
    case 'resource-announced': // one upload has one resource; another one is a mistake of the other side
      return resource === null || resource === event.resource
        ? { ...from, resource: event.resource }
        : null;
    case 'confirmed': // a promise only grows
      return event.bytes >= confirmedBytes ? { ...from, confirmedBytes: event.bytes } : null;
    case 'resource-dropped':
      return { state: 'sending', resource: null, confirmedBytes: 0 };
    case 'tail-released':
      return { state: 'tail-released', resource };
    case 'refused':
      return { state: 'refused', fault: event.fault };
    case 'stopped':
      return { state: 'stopped', why: event.why, resource, confirmedBytes };
    case 'found-after-crash':
      return { state: 'stopped', why: { kind: 'crashed' }, resource, confirmedBytes };
    case 'lost': // success announced too early: it may have been recorded although the gate was shut
      return event.why === 'early-success' ? { state: 'unknown', why: event.why, resource } : null;
    case 'started':
    case 'recorded':
    case 'recorded-without-id':
    case 'resumed':
      return null;
    default:
      return assertNever(event);
  }
}

function fromReleased(resource: string | null, event: AttemptEvent): Attempt | null {
  switch (event.type) {
    case 'recorded':
      return { state: 'recorded', fileId: event.fileId };
    case 'recorded-without-id':
      return { state: 'recorded-without-id' };
    case 'refused':
      return { state: 'refused', fault: event.fault };
    case 'lost':
      return { state: 'unknown', why: event.why, resource };
    case 'found-after-crash':
      return { state: 'unknown', why: 'crashed', resource };
    case 'resource-announced': // the answer that names it may come late; it is where the outcome can be asked
      return resource === null || resource === event.resource
        ? { state: 'tail-released', resource: event.resource }
        : null;
    case 'resource-dropped':
      return { state: 'tail-released', resource: null };
    case 'started':
    case 'confirmed':
    case 'tail-released':
    case 'stopped':
    case 'resumed':
      return null;
    default:
      return assertNever(event);
  }
}

/** The record was found, or the resource of the upload gave its final answer at last. */
function byEvidence(
  from: Extract<Attempt, { state: 'unknown' | 'recorded-without-id' }>,
  event: AttemptEvent,
): Attempt | null {
  if (event.type === 'resumed' && from.state === 'unknown' && from.resource !== null) {
    return { state: 'tail-released', resource: from.resource }; // the same upload, which completes at most once
  }
  if (event.type === 'recorded') return { state: 'recorded', fileId: event.fileId };
  if (from.state !== 'unknown') return null;
  if (event.type === 'recorded-without-id') return { state: 'recorded-without-id' };
  return event.type === 'refused' && from.resource !== null
    ? { state: 'refused', fault: event.fault }
    : null;
}
