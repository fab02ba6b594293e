/**
 * The states of one upload and the only function that moves them; the database keeps what it returns. The law: once the
 * last bytes were released, only evidence leads back to a state from which the form may be sent again, whatever was
 * answered. What was released ends by the id of its record, by evidence, or by a person; an id that names no record
 * after all is no end, and leads back to the search.
 */
import type { Received } from './file-view.ts';
import { assertNever } from '../result.ts';

export type UploadState =
  /** Nothing of it can be recorded: the form may be sent. */
  | { readonly state: 'waiting'; readonly part: UploadPart | null }
  /** An attempt is under way; its last bytes are still here. */
  | { readonly state: 'sending'; readonly attemptId: string; readonly part: UploadPart | null }
  /** The last bytes have left, or success was announced before: it may be recorded and paid for. */
  | {
      readonly state: 'tail-released';
      readonly attemptId: string;
      readonly part: UploadPart | null;
    }
  /** Its answer is lost. */
  | { readonly state: 'unknown'; readonly part: UploadPart | null }
  | { readonly state: 'recorded' }
  /** The service said no, before the last bytes left or with evidence that it recorded and charged nothing. */
  | { readonly state: 'refused' }
  /** Nothing was recorded, and nobody sends it any more. */
  | { readonly state: 'dropped' }
  /** It was ended so that the content is sent again; it counts as spent. */
  | { readonly state: 'given-up' };

/** What the service keeps of the form that an attempt has sent. */
export interface UploadPart {
  readonly attemptId: string;
  /** The upload's own address; a secret. */
  readonly resource: string;
  /** These need no resend. */
  readonly confirmedBytes: number;
}

export type UploadEvent =
  | { readonly type: 'attempt-begun'; readonly attemptId: string }
  /** An attempt goes on where the service keeps its part. */
  | { readonly type: 'attempt-resumed'; readonly attemptId: string }
  | {
      readonly type: 'resource-announced';
      readonly attemptId: string;
      readonly resource: string;
    }
  /** The part at the service is over or given up. */
  | { readonly type: 'resource-dropped'; readonly attemptId: string }
  | { readonly type: 'bytes-confirmed'; readonly attemptId: string; readonly bytes: number }
  | { readonly type: 'tail-released'; readonly attemptId: string }
  | {
      readonly type: 'attempt-ended';
      readonly attemptId: string;
      /** It ended before its last bytes: nothing was recorded. False: it may be. */
      readonly isUnrecorded: boolean;
      /** How it ended (JSON), for the row of the attempt. */
      readonly note: string;
    }
  /** Evidence: the upload's own answer, or the file on the service. `by`: what that was recognised by. */
  | {
      readonly type: 'recorded';
      /** Null: the service gave the id of its record to another content before. */
      readonly recordId: number | null;
      readonly reusedFileId?: string;
      readonly by: 'uploaded' | 'file-hash' | null;
    }
  /** The service's "no" to this upload. Once the last bytes were released: together with evidence that it holds. */
  | { readonly type: 'refused' }
  /**
   * Evidence that it was neither recorded nor charged: the same form may be sent again. `after`: a denial, or no answer, after
   * which that happens once without a person.
   */
  | { readonly type: 'unrecorded'; readonly after: 'denial' | 'silence' }
  | { readonly type: 'answer-lost'; readonly received?: Received | undefined }
  /**
   * Evidence against its own answer: complete lists, long after, do not show the id that was confirmed. `fileId`: the row
   * that stands for the content now.
   */
  | { readonly type: 'unlisted'; readonly received: Received; readonly fileId: number }
  /** Its file changed or went, or a person stopped it. */
  | { readonly type: 'dropped' }
  /** A person, who has seen the price, has the content sent again. */
  | { readonly type: 'given-up' }
  /** The program starts and finds the upload as it was left. */
  | { readonly type: 'recovered' };

type Under<Code extends UploadState['state']> = Extract<UploadState, { state: Code }>;

/** The state after `event`; null when the event does not fit, and nothing may follow from it. */
export function nextUpload(from: UploadState, event: UploadEvent): UploadState | null {
  switch (from.state) {
    case 'waiting':
      return fromWaiting(from, event);
    case 'sending':
      return fromSending(from, event);
    case 'tail-released':
      return fromReleased(from, event);
    case 'unknown':
      return fromUnknown(from, event);
    case 'dropped':
    case 'given-up':
      return afterEnd(from, event);
    case 'recorded':
      if (event.type === 'unlisted') return { state: 'unknown', part: null };
      return isLateNews(event) ? from : null;
    case 'refused':
      return isLateNews(event) ? from : null;
    default:
      return assertNever(from);
  }
}

/** True when nothing can have been recorded, so that the form may be sent without asking anybody. */
export function mayBeSent({ state }: UploadState): boolean {
  return state === 'waiting';
}

/** True while stopping it loses no answer: its last bytes are still here. */
export function mayBeStopped({ state }: UploadState): boolean {
  return state === 'waiting' || state === 'sending';
}

function fromWaiting(from: Under<'waiting'>, event: UploadEvent): UploadState | null {
  const { part } = from;
  switch (event.type) {
    case 'attempt-begun': // with a part at the service it goes on there, or gives that up first
      return part === null ? { state: 'sending', attemptId: event.attemptId, part } : null;
    case 'attempt-resumed':
      return part?.attemptId === event.attemptId
        ? { state: 'sending', attemptId: event.attemptId, part }
        : null;
    case 'resource-dropped':
      return { state: 'waiting', part: null };
    case 'recorded': // a service that records what it did not get to the end is found out before a retry
      return { state: 'recorded' };
    case 'refused':
      return { state: 'refused' };
    case 'answer-lost':
      return { state: 'unknown', part };
    case 'dropped':
      return { state: 'dropped' };
    case 'recovered':
      return from;
    case 'resource-announced':
    case 'bytes-confirmed':
    case 'tail-released':
    case 'attempt-ended':
    case 'unrecorded':
    case 'given-up':
    case 'unlisted':
      return null;
    default:
      return assertNever(event);
  }
}

function fromSending(from: Under<'sending'>, event: UploadEvent): UploadState | null {
  if (isOfAnother(event, from.attemptId)) return null;
  const { attemptId, part } = from;
  switch (event.type) {
    case 'resource-announced':
    case 'bytes-confirmed':
    case 'resource-dropped':
      return withPart(from, event);
    case 'tail-released':
      return { state: 'tail-released', attemptId, part };
    case 'attempt-ended': // otherwise success was announced too early, and only looking can tell
      return event.isUnrecorded
        ? { state: 'waiting', part }
        : { state: 'tail-released', attemptId, part };
    case 'recovered':
      return { state: 'waiting', part };
    case 'dropped': // the attempt may continue, and finds the commit gate closed
      return { state: 'dropped' };
    case 'recorded':
      return { state: 'recorded' };
    case 'answer-lost':
      return { state: 'unknown', part };
    case 'attempt-begun':
    case 'attempt-resumed':
    case 'refused':
    case 'unrecorded':
    case 'given-up':
    case 'unlisted':
      return null;
    default:
      return assertNever(event);
  }
}

function fromReleased(from: Under<'tail-released'>, event: UploadEvent): UploadState | null {
  if (isOfAnother(event, from.attemptId)) return null;
  const { part } = from;
  switch (event.type) {
    case 'resource-announced': // it may come late, and is where the outcome can be asked for
    case 'bytes-confirmed':
    case 'resource-dropped':
      return withPart(from, event);
    case 'attempt-resumed': // the same form at the same address, which completes at most once
      return part === null ? null : from;
    case 'attempt-ended':
      return event.isUnrecorded ? null : from;
    case 'recorded':
      return { state: 'recorded' };
    case 'answer-lost':
    case 'recovered':
      return { state: 'unknown', part };
    case 'attempt-begun':
    case 'tail-released':
    case 'refused':
    case 'unrecorded':
    case 'dropped':
    case 'given-up':
    case 'unlisted':
      return null;
    default:
      return assertNever(event);
  }
}

function fromUnknown(from: Under<'unknown'>, event: UploadEvent): UploadState | null {
  if (from.part !== null && isOfAnother(event, from.part.attemptId)) return null;
  switch (event.type) {
    case 'attempt-resumed':
      return from.part === null ? null : from;
    case 'bytes-confirmed':
    case 'resource-dropped':
      return withPart(from, event);
    case 'attempt-ended': // what its own address answered is taken over with the row of the file
      return event.isUnrecorded ? null : from;
    case 'recorded':
      return { state: 'recorded' };
    case 'refused':
      return { state: 'refused' };
    case 'unrecorded':
      return { state: 'waiting', part: null };
    case 'given-up':
      return { state: 'given-up' };
    case 'recovered':
      return from;
    case 'attempt-begun':
    case 'resource-announced':
    case 'tail-released':
    case 'answer-lost':
    case 'dropped':
    case 'unlisted':
      return null;
    default:
      return assertNever(event);
  }
}

/** A decision of ours does not outweigh the evidence of a check that was under way: what was charged is known then. */
function afterEnd(from: Under<'dropped' | 'given-up'>, event: UploadEvent): UploadState | null {
  if (event.type === 'recorded') return { state: 'recorded' };
  return isLateNews(event) ? from : null;
}

/** One upload has one address, and a promise about bytes only grows. */
function withPart<From extends Under<'sending' | 'tail-released' | 'unknown'>>(
  from: From,
  event: Extract<
    UploadEvent,
    { type: 'resource-announced' | 'bytes-confirmed' | 'resource-dropped' }
  >,
): From | null {
  const { part } = from;
  switch (event.type) {
    case 'resource-announced': {
      const { attemptId, resource } = event;
      if (part !== null) return part.resource === resource ? from : null;
      return { ...from, part: { attemptId, resource, confirmedBytes: 0 } };
    }
    case 'bytes-confirmed':
      if (part === null || event.bytes <= part.confirmedBytes) return from;
      return { ...from, part: { ...part, confirmedBytes: event.bytes } };
    case 'resource-dropped':
      return { ...from, part: null };
    default:
      return assertNever(event);
  }
}

/** An event of an attempt that is not this one. */
function isOfAnother(event: UploadEvent, attemptId: string): boolean {
  return 'attemptId' in event && event.attemptId !== attemptId;
}

/** What an attempt still reports when its upload is over changes nothing. */
function isLateNews({ type }: UploadEvent): boolean {
  return (
    type === 'attempt-ended' ||
    type === 'resource-announced' ||
    type === 'resource-dropped' ||
    type === 'bytes-confirmed'
  );
}
