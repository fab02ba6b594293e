/**
 * Why a call to the service did not give its answer. Classified once, in src-main/service, where the status or the
 * errno is known; plain data, so that it survives a database, a clone and a log. Words are written by the faces.
 */
import type { Withheld } from '../people/session-view.ts';
import { traitsOfCause, type UnavailableCause } from './unavailable-cause.ts';

export type ServiceFault =
  /** The service said no (400, 402, any other 4xx). `serviceSays` are its own words. */
  | { readonly kind: 'refused'; readonly status: number; readonly serviceSays: string | null }
  /** No token, an expired one, or a 401. */
  | {
      readonly kind: 'not-signed-in';
      readonly serviceSays: string | null;
      /** The session did not end: its token cannot be had now. */
      readonly withheld?: Withheld;
    }
  | { readonly kind: 'forbidden'; readonly serviceSays: string | null }
  | {
      readonly kind: 'not-found';
      readonly serviceSays: string | null;
      /** What is missing where nothing in particular was asked about: the balance, or any page of a service. */
      readonly lacks?: 'balance' | 'service';
    }
  | { readonly kind: 'too-large'; readonly serviceSays: string | null }
  /** 429. `retryAfterMs` is null when the service named no time. */
  | { readonly kind: 'throttled'; readonly retryAfterMs: number | null }
  /** Nothing reached the service, or it answered 5xx before acting could matter. */
  | {
      readonly kind: 'unavailable';
      readonly why: UnavailableCause;
      readonly status: number | null;
      readonly retryAfterMs: number | null;
      /** Who was asked, where no answer came. */
      readonly address?: string;
      /** A partial outage: other requests are answered. */
      readonly isPartial?: true;
    }
  /** Something answered that is not the service: a portal's HTML page, a redirect, text that does not parse. */
  | {
      readonly kind: 'not-the-service';
      readonly what: 'html' | 'redirect' | 'unreadable';
      /** The field whose value is not as documented, in an answer that is the service's otherwise. */
      readonly field?: string;
    }
  /** The request may have been carried out; only looking can tell. Never for reads. */
  | { readonly kind: 'unknown-outcome'; readonly why: UnavailableCause | 'unreadable-answer' }
  /** The same of what costs credits: the answer denies it, which it may also do after the deed. */
  | { readonly kind: 'unknown-outcome'; readonly why: 'denied'; readonly denial: DenyingAnswer };

/** An answer that denies a request. */
export interface DenyingAnswer {
  /** Of the answer, or of the envelope in it. */
  readonly status: number;
  /** What it means if nothing was carried out. */
  readonly fault: ServiceFault;
}

/** The service said no to this request; any other fault says nothing about it. */
export type Refusal = Extract<
  ServiceFault,
  { kind: 'refused' | 'forbidden' | 'not-found' | 'too-large' }
>;

/** What an answer says to all requests, whatever became of its own. */
export function answeredFault(fault: ServiceFault): ServiceFault {
  return fault.kind === 'unknown-outcome' && fault.why === 'denied' ? fault.denial.fault : fault;
}

/** It may be a fault of the one thing that was asked about, or of the service as a whole: other requests tell. */
export function mayBeOfOneThing(fault: ServiceFault): boolean {
  if (fault.kind === 'not-the-service') return true;
  if (fault.kind !== 'unavailable') return false;
  return traitsOfCause(fault.why).reached === 'request';
}

/** The service answers that it failed, and asks for no pause. */
export function isFailureAnswer(fault: ServiceFault): boolean {
  return fault.kind === 'unavailable' && (fault.status ?? 0) >= 500 && fault.retryAfterMs === null;
}

const REFUSED_STATUS = { forbidden: 403, 'not-found': 404, 'too-large': 413 } as const;

export function isRefusal(fault: ServiceFault): fault is Refusal {
  return fault.kind === 'refused' || fault.kind in REFUSED_STATUS;
}

export function statusOfRefusal(fault: Refusal): number {
  return fault.kind === 'refused' ? fault.status : REFUSED_STATUS[fault.kind];
}

/** A refusal by its status. */
export function refusalOf(status: number, serviceSays: string | null): Refusal {
  if (status === 403) return { kind: 'forbidden', serviceSays };
  if (status === 404) return { kind: 'not-found', serviceSays };
  if (status === 413) return { kind: 'too-large', serviceSays };
  return { kind: 'refused', status, serviceSays };
}
