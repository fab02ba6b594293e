/**
 * The way between the program and the service: connects or not, lets the service decide or not, brings the answer back
 * or not. What the service began goes on when the connection, or the whole program, is gone.
 */
import type { LineEnd, Trip } from './trip.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../../src-main/platform/clock.ts';
import type { Chance } from '../chance.ts';
import type { Auditor } from '../checks/auditor.ts';
import type { Trace } from '../trace.ts';
import type { FaultAt, FaultProfile } from '../fault-profile.ts';
import { bareReply, jsonReply, type Call, type Reply } from '../service/call.ts';
import { httpDate } from '../service/http-date.ts';
import { ME } from '../service/ledger.ts';
import { UPLOAD, type Service } from '../service/service.ts';
import type { Uploads } from '../service/uploads.ts';
import { drawTrouble, type Trouble } from './trouble.ts';

export interface LineParts {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly faultProfile: FaultProfile;
  readonly trace: Trace;
  readonly service: Service;
  readonly uploads: Uploads;
  readonly auditor: Auditor;
  /** Nothing goes through just now. */
  readonly isOut: () => boolean;
  readonly serverNowMs: () => number;
  /** Runs `work` in `ms`, whatever becomes of the program. */
  readonly later: (ms: number, work: () => void) => void;
}

export interface Decision {
  /** Carries the request out; called at most once. */
  readonly decide: () => Reply;
  /** It was carried out already, before its last byte. */
  readonly hasActed: () => boolean;
}

/** A page that some box on the way shows in the service's place. */
function page(status: number, text: string): Reply {
  const body = Buffer.from(`<html><body>${text}</body></html>`);
  return { status, headers: { 'content-type': 'text/html' }, body };
}

const DENIALS = [
  301, 302, 307, 308, 400, 401, 402, 403, 404, 405, 409, 410, 411, 413, 415, 417, 421, 422, 423,
  425, 426, 428, 429, 451, 499, 501, 505, 511,
];
const OUT: Trouble = { at: 'connect', kind: 'refused' };
const ELSEWHERE = 'https://elsewhere.test/caught';
const SWAPPED_WITHIN_MS = 2 * SECOND_MS;
const CONNECT_LIMIT_MS = 30 * SECOND_MS;

export type Line = ReturnType<typeof makeLine>;

export function makeLine(parts: LineParts) {
  const { clock, chance, faultProfile, trace, service, uploads, auditor } = parts;
  let trips = 0;
  let mistold = 0;
  /** The answer to an upload that waits for the one with which it is swapped. */
  let kept: { readonly reply: Reply; readonly give: (other: Reply) => void } | null = null;
  const nap = (ms: number): Promise<void> => clock.sleep(ms, never);

  function begin(call: Call, bodyBytes: number): Trip {
    const isCalm = clock.monotonicMs() >= faultProfile.calmAtMs;
    const drawn = isCalm ? null : drawTrouble(call, bodyBytes, faultProfile, chance);
    const trouble = parts.isOut() ? OUT : drawn;
    const trip = { id: (trips += 1), call, trouble };
    const { pathname, search } = call.url;
    const what =
      trouble === null ? '' : `, ${trouble.at === 'status' ? `${trouble.status}` : trouble.kind}`;
    trace.tell(`#${trip.id}`, `${call.method} ${pathname}${search}, ${bodyBytes} bytes${what}`);
    auditor.started(trip, bodyBytes);
    return trip;
  }

  /** Null once the connection stands. */
  async function connect({ call, trouble }: Trip): Promise<LineEnd | null> {
    await nap(chance.between(1, 40));
    if (trouble?.at === 'upload') {
      const { pathname } = call.url;
      if (trouble.kind === 'forgets-upload') uploads.forget(pathname);
      else uploads.cutBack(pathname, chance.below(uploads.heldBytes(pathname) + 1));
    }
    if (trouble?.at !== 'connect') return null;
    switch (trouble.kind) {
      case 'no-address':
        return { kind: 'broken', code: 'ENOTFOUND', wasUp: false };
      case 'refused':
        return { kind: 'broken', code: 'ECONNREFUSED', wasUp: false };
      case 'expired-certificate':
        return { kind: 'broken', code: 'CERT_HAS_EXPIRED', wasUp: false };
      case 'connect-hangs':
        await nap(CONNECT_LIMIT_MS);
        return { kind: 'stalled', phase: 'connect' };
      default:
        return assertNever(trouble);
    }
  }

  function isMistold(): boolean {
    const { unknownIdRate, calmAtMs } = faultProfile;
    return unknownIdRate > 0 && clock.monotonicMs() < calmAtMs && chance.happens(unknownIdRate);
  }

  function isSwapped(): boolean {
    const { swappedIdRate, calmAtMs } = faultProfile;
    return swappedIdRate > 0 && clock.monotonicMs() < calmAtMs && chance.happens(swappedIdRate);
  }

  /** The answer of another upload that ends at about the same time; its own where none does. */
  async function swapped(reply: Reply): Promise<Reply> {
    if (reply.status !== 201) return reply;
    if (kept !== null) {
      const { reply: other, give } = kept;
      kept = null;
      trace.tell('service', 'swaps two answers');
      give(reply);
      return other;
    }
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const mine = { reply, give: resolve };
    kept = mine;
    await Promise.race([promise, nap(SWAPPED_WITHIN_MS)]);
    if (kept === mine) {
      kept = null;
      return reply;
    }
    return promise;
  }

  /** The service has the whole request. */
  async function conclude(
    { call, trouble }: Trip,
    { decide, hasActed }: Decision,
    answerWithinMs: number,
  ): Promise<LineEnd> {
    await nap(chance.between(1, 400));
    if (trouble?.at === 'status') {
      if (trouble.isRecorded) decide();
      return answered(service.refusal(trouble.status, 'Denied'));
    }
    if (trouble?.at === 'outcome') return strangeEnd(trouble.kind, decide, answerWithinMs);
    const isForm = call.method === 'POST' && UPLOAD.test(call.url.pathname);
    if (trouble === null && isForm && isMistold()) {
      const others = service.ledger.files.filter(({ ownerId }) => ownerId !== ME);
      const isOthers = others.length > 0 && chance.happens(0.5);
      const fileId = isOthers ? chance.pick(others).fileId : `none-${(mistold += 1)}`;
      if (chance.happens(0.5)) decide();
      return answered(jsonReply(201, { message: 'File uploaded', fileId }));
    }
    if (trouble === null && isForm && isSwapped()) return answered(await swapped(decide()));
    // Who has acted does not say "not now" any more.
    const isReplaced = trouble?.at === 'instead' && !hasActed();
    return answered(isReplaced ? replyInstead(trouble.kind) : decide());
  }

  async function strangeEnd(
    kind: FaultAt<'outcome'>,
    decide: () => Reply,
    answerWithinMs: number,
  ): Promise<LineEnd> {
    const code = chance.pick(['ECONNRESET', 'EPIPE']);
    const lost: LineEnd = { kind: 'broken', code, wasUp: true };
    switch (kind) {
      case 'cut-before-commit':
        return lost;
      case 'lost-after-commit':
        decide();
        return lost;
      case 'late-commit':
        parts.later(chance.between(0, faultProfile.reading.latestCommitMs), decide);
        return lost;
      case 'hang-before-commit':
        return silence(answerWithinMs);
      case 'hang-after-commit':
        decide();
        return silence(answerWithinMs);
      case 'error-after-commit':
        decide();
        return answered(service.refusal(500, 'Internal error'));
      case 'page-after-commit':
        decide();
        return answered(page(chance.pick([200, 502]), 'Bad gateway'));
      case 'redirect-after-commit':
        decide();
        return answered(redirect(chance));
      case 'denial-after-commit':
        decide();
        return answered(denial());
      case 'answer-cut': {
        const reply = decide();
        const body = reply.body.subarray(0, Math.floor(reply.body.length / 2));
        return { ...answered({ ...reply, body }), isComplete: false };
      }
      case 'answers-empty-object':
        if (chance.happens(0.5)) decide();
        return answered({ status: 200, headers: {}, body: Buffer.from('{}') });
      default:
        return assertNever(kind);
    }
  }

  /** A status that denies, from the service, a gateway or a rate limit. */
  function denial(): Reply {
    const status = chance.pick(DENIALS);
    if (status < 400) return bareReply(status, { location: ELSEWHERE });
    const asks = status === 429 && chance.happens(0.5) ? { 'retry-after': '3' } : {};
    const words = chance.pick([
      service.refusal(status, 'Denied'),
      page(status, 'Denied'),
      bareReply(status, {}),
    ]);
    return { ...words, headers: { ...words.headers, ...asks } };
  }

  /** What comes in the place of the service's own answer when it carried nothing out. */
  function replyInstead(kind: FaultAt<'instead'>): Reply {
    switch (kind) {
      case 'error-before-commit':
        return service.refusal(500, 'Internal error');
      case 'unavailable':
        return bareReply(503, chance.happens(0.5) ? { 'retry-after': '7' } : {});
      case 'throttled':
        return bareReply(429, { 'retry-after': String(chance.pick([0, 2, 30, 200, 99_999])) });
      case 'refuses-400':
        return service.refusal(400, 'Invalid file format');
      case 'refuses-403':
        return service.refusal(403, 'No permission for this project');
      case 'answers-page':
        return page(200, 'Sign in to the network');
      case 'answers-garbage':
        return { status: 200, headers: {}, body: Buffer.from('{"mess') };
      case 'redirects':
        return redirect(chance);
      default:
        return assertNever(kind);
    }
  }

  async function silence(ms: number): Promise<LineEnd> {
    await nap(ms);
    return { kind: 'stalled', phase: 'answer' };
  }

  function answered(reply: Reply): Extract<LineEnd, { kind: 'answered' }> {
    const { dateAheadMs } = faultProfile;
    const date = dateAheadMs === null ? {} : { date: httpDate(parts.serverNowMs() + dateAheadMs) };
    const headers = { ...date, ...reply.headers };
    return { kind: 'answered', reply: { ...reply, headers }, isComplete: true };
  }

  /** The program has got this end: what it may conclude from it begins here. */
  function deliver(trip: Trip, end: LineEnd): LineEnd {
    const how = end.kind === 'answered' ? `${end.reply.status}` : end.kind;
    const more =
      end.kind === 'broken' ? ` ${end.code}` : end.kind === 'stalled' ? ` ${end.phase}` : '';
    trace.tell(`#${trip.id}`, `${how}${more}`);
    auditor.delivered(trip, end);
    return end;
  }

  return { begin, connect, conclude, answered, deliver, nap, service, uploads, auditor, chance };
}

const never = new AbortController().signal;

function redirect(chance: Chance): Reply {
  return bareReply(chance.pick([301, 302, 303, 307, 308]), { location: ELSEWHERE });
}
