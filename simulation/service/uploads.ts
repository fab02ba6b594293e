/**
 * Bodies as they arrive: the documented form in one request, or in parts at an address of its own for a service that
 * keeps what it has (draft-ietf-httpbis-resumable-upload-12). A form is carried out once, when it is complete.
 */
import { bareReply, jsonReply, type Call, type Reply } from './call.ts';
import { readForm } from './form-reader.ts';
import type { Service, Target } from './service.ts';
import type { Front, ServiceReading } from '../fault-profile.ts';

/** What the service does with one request while its body comes. */
export interface Intake {
  /** The whole of what the request means to send would be too much, or it may not send: answered before the body. */
  readonly early: Reply | null;
  /** Fields of the 104 to be sent now. */
  readonly announcement: Readonly<Record<string, string>> | null;
  take(bytes: Buffer): void;
  /** It was carried out before the request came to its end. */
  hasActed(): boolean;
  /** The request has come to its end. */
  finish(): Reply;
}

interface Upload {
  readonly target: Target;
  readonly call: Call;
  readonly totalBytes: number;
  received: Buffer;
  answer: Reply | null;
}

const INTEROP = { 'upload-draft-interop-version': '9' };
const VERDICT = { 'upload-complete': '?1', ...INTEROP };
const MACHINERY = { 'upload-complete': '?0', ...INTEROP };

export type Uploads = ReturnType<typeof makeUploads>;

export function makeUploads(service: Service, reading: ServiceReading) {
  const uploads = new Map<string, Upload>();
  const limits: Readonly<Record<string, string>> =
    reading.maxAppendBytes === null
      ? {}
      : { 'upload-limit': `max-append-size=${reading.maxAppendBytes}` };
  let made = 0;

  /** The request as the service first hears of it: its header is there, its body is not. */
  function open(call: Call, bodyBytes: number): Intake {
    const { front } = reading;
    const isKnown =
      front === null || Object.keys(call.headers).every((name) => !name.startsWith(front.refuses));
    if (!isKnown) return refusedByFront(front);
    const away = service.turnAway(call);
    if (away !== null) return refused(away);
    if (call.url.pathname.startsWith('/uploads/')) return openUpload(call, bodyBytes);
    const target = service.targetOf(call);
    if (!target.ok) return refused(target.fault);
    const isAsked = reading.resumption !== 'none' && 'upload-complete' in call.headers;
    return isAsked ? create(call, target.value, bodyBytes) : plain(call, target.value);
  }

  function plain(call: Call, target: Target): Intake {
    const body = makeSpool(call, target);
    return {
      early: null,
      announcement: null,
      take: (bytes) => body.take(bytes),
      hasActed: () => body.acted !== null,
      finish: () => body.acted ?? service.takeForm(target, body.bytes(), call),
    };
  }

  /** `acted`: the reply of a service that acts at the closing delimiter, whatever else is announced. */
  function makeSpool(call: Call, target: Target) {
    let bytes: Buffer = Buffer.alloc(0);
    let acted: Reply | null = null;
    return {
      bytes: () => bytes,
      get acted() {
        return acted;
      },
      take(more: Buffer): void {
        bytes = Buffer.concat([bytes, more]);
        if (!reading.actsAtDelimiter || acted !== null) return;
        if (readForm(bytes, call.headers['content-type'] ?? '') === null) return;
        acted = service.takeForm(target, bytes, call);
      },
    };
  }

  function create(call: Call, target: Target, bodyBytes: number): Intake {
    const totalBytes = Number(call.headers['upload-length']);
    const isWhole = call.headers['upload-complete'] === '?1';
    if (isWhole && reading.maxAppendBytes !== null && bodyBytes > reading.maxAppendBytes) {
      return refused({
        ...service.refusal(413, 'In parts, please'),
        headers: { ...limits, ...MACHINERY },
      });
    }
    const path = `/uploads/${(made += 1)}`;
    const location = new URL(path, call.url).href;
    const upload: Upload = { target, call, totalBytes, received: Buffer.alloc(0), answer: null };
    uploads.set(path, upload);
    return {
      early: null,
      announcement: { location, ...limits, ...INTEROP },
      take: (bytes) => void (upload.received = Buffer.concat([upload.received, bytes])),
      hasActed: () => false,
      finish: () =>
        isWhole ? complete(upload) : bareReply(201, { location, ...limits, ...MACHINERY }),
    };
  }

  function openUpload(call: Call, bodyBytes: number): Intake {
    const upload = uploads.get(call.url.pathname);
    if (upload === undefined) return refused(bareReply(404, MACHINERY));
    const offset = String(upload.received.length);
    if (call.method === 'HEAD') {
      return refused(bareReply(204, { 'upload-offset': offset, ...limits, ...MACHINERY }));
    }
    if (call.method === 'DELETE') {
      uploads.delete(call.url.pathname);
      return refused(bareReply(204, MACHINERY));
    }
    if (call.headers['upload-offset'] !== offset) {
      return refused(
        jsonReply(409, { title: 'offset' }, { 'upload-offset': offset, ...MACHINERY }),
      );
    }
    if (bodyBytes > (reading.maxAppendBytes ?? Infinity)) {
      return refused(bareReply(413, { ...limits, ...MACHINERY }));
    }
    const isLast = call.headers['upload-complete'] === '?1';
    return {
      early: null,
      announcement: null,
      take: (bytes) => void (upload.received = Buffer.concat([upload.received, bytes])),
      hasActed: () => false,
      finish() {
        if (isLast) return complete(upload);
        return bareReply(204, { 'upload-offset': String(upload.received.length), ...MACHINERY });
      },
    };
  }

  function complete(upload: Upload): Reply {
    if (upload.received.length !== upload.totalBytes) {
      return jsonReply(400, { title: 'inconsistent length' }, MACHINERY);
    }
    if (upload.answer !== null && !reading.replaysAnswers) return bareReply(410, MACHINERY);
    upload.answer ??= service.takeForm(upload.target, upload.received, upload.call);
    return { ...upload.answer, headers: { ...upload.answer.headers, ...VERDICT } };
  }

  return {
    open,
    /** Loses what it kept, as a service does that was restarted. */
    forget(path: string): void {
      uploads.delete(path);
    },
    /** Loses the end of what it kept. */
    cutBack(path: string, bytes: number): void {
      const upload = uploads.get(path);
      if (upload?.answer === null) upload.received = upload.received.subarray(0, bytes);
    },
    /** The client's key of the job whose form is kept there. */
    jobOf: (path: string): string | null =>
      uploads.get(path)?.call.headers['idempotency-key'] ?? null,
    heldBytes: (path: string): number => uploads.get(path)?.received.length ?? 0,
  };
}

/** A page of something that is not the service. */
function refusedByFront({ status, isLate }: Front): Intake {
  const body = Buffer.from('<html><body>Bad request</body></html>');
  const reply = refused({ status, headers: { 'content-type': 'text/html', via: 'front' }, body });
  // The service never hears of it, and says nothing in its place.
  return { ...reply, early: isLate ? null : reply.early, hasActed: () => true };
}

function refused(reply: Reply): Intake {
  return {
    early: reply,
    announcement: null,
    take() {},
    hasActed: () => false,
    finish: () => reply,
  };
}
