/**
 * How one attempt to send an upload ended. Made by `evaluateEnd` from what happened on the wire, or by the check before
 * a retry; read by the journal of attempts, the upload stage, the confirm stage and the concurrency limits.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Received } from '../../../src-shared/model/files/file-view.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';

export type UploadOutcome =
  | { readonly kind: 'recorded'; readonly fileId: string }
  /** Refused before its last bytes left: nothing was recorded. */
  | { readonly kind: 'refused'; readonly fault: ServiceFault }
  /** Ended before its last bytes left: nothing was recorded. */
  | { readonly kind: 'stopped'; readonly fault: StopFault }
  /** Also before its last bytes: the file is no longer the one that was fingerprinted. */
  | { readonly kind: 'source-changed' }
  /** It may be recorded and charged: never sent again automatically. */
  | {
      readonly kind: 'unknown';
      readonly why: UnknownCause;
      /** What came instead of an answer; absent when nothing was sent. */
      readonly received?: Received;
      /** What the answer says to all requests: the session has ended, or they have to wait. */
      readonly fault?: ServiceFault;
    }
  /** Not begun: all requests wait for the service. */
  | { readonly kind: 'put-off' };

/** Why an attempt ended before its last bytes left. */
export type StopFault =
  | ServiceFault
  | { readonly kind: 'source-unreadable'; readonly code: string }
  /** The journal could not be written, so nothing (more) was sent. */
  | { readonly kind: 'journal-failed'; readonly code: string | null }
  | { readonly kind: 'cancelled' }
  /** The service no longer has the upload, or cannot continue it. The next attempt starts at byte 0. */
  | { readonly kind: 'resource-lost'; readonly why: 'gone' | 'unusable' };

/** Why it is unknown whether a complete form was recorded. */
export type UnknownCause =
  | Extract<ServiceFault, { kind: 'unknown-outcome' }>['why']
  /** Accepted, without a usable id. */
  | 'recorded-without-id'
  /** The answer's status says that nothing was carried out; list and balance have to agree. */
  | 'denied'
  /** A page or a redirect to a result: something else answered, and may have done so afterwards. */
  | 'not-the-service'
  /** Success was announced before the form was complete. */
  | 'early-success'
  | 'cancelled'
  /** Only the upload's own address could tell, and we may not ask it (now, or any more). */
  | 'not-signed-in'
  | 'throttled'
  | 'resource-lost'
  /** A part is missing at the service, and the file or the journal does not allow sending it. */
  | 'cannot-go-on'
  /** The service's list shows more than one candidate. */
  | 'several-found';

/** What a stop says about the service itself; null: nothing. */
export function serviceFaultOf(fault: StopFault): ServiceFault | null {
  switch (fault.kind) {
    case 'resource-lost': // a service that lost its part is treated like a broken connection
      return { kind: 'unavailable', why: 'broken-connection', status: null, retryAfterMs: null };
    case 'source-unreadable':
    case 'journal-failed':
    case 'cancelled':
      return null;
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
    case 'not-the-service':
    case 'unknown-outcome':
      return fault;
    default:
      return assertNever(fault);
  }
}
