/**
 * How one try to send an upload ended. Made by `judgeEnd` from what happened on the wire, or by the check before a retry;
 * read by the journal of attempts, the upload stage, the confirm stage and the pace of uploads.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';

export type UploadOutcome =
  | { readonly kind: 'recorded'; readonly fileId: string }
  /** The service said no: nothing was recorded. What may be tried again, and when, depends on the fault. */
  | { readonly kind: 'refused'; readonly fault: ServiceFault }
  /** Ended before its last bytes left: nothing was recorded. */
  | { readonly kind: 'stopped'; readonly fault: StopFault }
  /** Before its last bytes too: the file is no longer the one that was fingerprinted. */
  | { readonly kind: 'source-changed' }
  /** It may be recorded and paid for: never sent again by itself. */
  | {
      readonly kind: 'unknown';
      readonly why: UnknownCause;
      /** The service asked everybody to wait, instead of telling. */
      readonly fault?: ServiceFault;
    }
  /** Not begun: everybody waits for the service. */
  | { readonly kind: 'put-off' };

/** Why a try ended before its last bytes left. */
export type StopFault =
  | ServiceFault
  | { readonly kind: 'source-unreadable'; readonly code: string }
  /** The journal could not be written, so nothing (more) was sent. */
  | { readonly kind: 'journal-failed'; readonly code: string | null }
  | { readonly kind: 'cancelled' }
  /** The service no longer has what it had, or cannot go on with it. The next try starts at byte 0. */
  | { readonly kind: 'resource-lost'; readonly why: 'gone' | 'unusable' };

/** Why nobody can say whether a complete form was recorded. */
export type UnknownCause =
  | Extract<ServiceFault, { kind: 'unknown-outcome' }>['why']
  /** Accepted, without an id we can use. */
  | 'recorded-without-id'
  /** A redirect or a page: something else answered in the service's place. */
  | 'not-the-service'
  /** Success was announced before the form was complete. */
  | 'early-success'
  | 'cancelled'
  /** Only the upload's own address could tell, and it is not ours to ask (now, or any more). */
  | 'not-signed-in'
  | 'throttled'
  | 'resource-lost'
  /** A part is missing at the service, and the file or the journal does not let us send it. */
  | 'cannot-go-on'
  /** The service's list shows more than one file that may be it. */
  | 'several-found';

/** What a stop says about the service as a whole; null: nothing. */
export function serviceFaultOf(fault: StopFault): ServiceFault | null {
  switch (fault.kind) {
    case 'resource-lost': // a service that forgot what it had is like one that broke the connection
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
