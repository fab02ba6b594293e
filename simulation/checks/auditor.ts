/**
 * Watches every request and every record while they happen, and holds them against the invariants that can be broken
 * at any step. It knows what both sides know; the engine knows nothing of it.
 */
import { MINUTE_MS, msFromIso, SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { SessionState } from '../../src-shared/model/people/session-view.ts';
import { canMove, type FileState } from '../../src-shared/model/files/file-state.ts';
import type { SyncEvent } from '../../src-main/pipeline/common/ports.ts';
import type { CheckPolicy } from '../../src-shared/model/files/assignment.ts';
import { blake3Of, type Disk } from '../disk/disk.ts';
import { isInBatch, isStrange } from '../disk/lab.ts';
import type { LineEnd, Trip } from '../network/trip.ts';
import type { Call } from '../service/call.ts';
import { boundaryOf } from '../service/form-reader.ts';
import { findCanary } from '../service/tokens.ts';
import { makeAsking } from './asking.ts';
import { chargeKey, type Visibility } from '../service/ledger.ts';
import type { Recording, Service } from '../service/service.ts';
import type { ServiceReading } from '../fault-profile.ts';
import type { Trace } from '../trace.ts';
import { Violation, type InvariantNumber } from '../violation.ts';
import { saysAbsent, type Books, type JobPage } from './books.ts';
import type { Elsewhere } from './elsewhere.ts';

export const ORIGIN = 'https://labseal.test';

export type Auditor = ReturnType<typeof makeAuditor>;

const MOST_PARALLEL_UPLOADS = 10; // six, a person's ceiling of eight, and two extra for small files
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;
const LONGEST_OWN_PAUSE_MS = MINUTE_MS;
/** Lists and balances: what is read by whoever looks after everything. */
const LOOK = /^\/projects\/[^/]+\/files$|^\/private-files\/project\/[^/]+$|\/credit-balance$/;
/** A form whose file is being opened when the pause comes has begun. */
const LAST_MOMENT_MS = 250;
const ROUNDING_MS = 2; // the wall clock counts whole milliseconds, the steady one fractions
const NO_DENIAL = new Set([408]); // said by boxes on the way that gave up waiting
const DENIED_OTHERWISE = new Set([301, 302, 307, 308, 501, 505, 511]);
/** Between a denial and the list and balance that confirm it. */
const DENIAL_WAIT_MS = 20 * SECOND_MS;
/** A service that records within this time keeps what the program says about absence true. */
const JUDGED_AFTER_MS = 10 * MINUTE_MS;
const DOCUMENTED_FIELDS = new Set(['authorization', 'accept', 'content-type']);
/** A connection is over some time before the program takes it for lost. */
const NOTICED_MS = 2 * SECOND_MS;

interface Running {
  readonly jobId: string;
  /** What may be paid for once; null when no intent was found. */
  readonly key: string | null;
  isHandedOver: boolean;
}

export interface AuditorParts {
  readonly trace: Trace;
  readonly disk: Disk;
  readonly monotonicMs: () => number;
  readonly fail: (violation: Violation) => void;
  readonly service: () => Service;
  readonly jobOf: (path: string) => string | null;
  readonly serverNowMs: () => number;
  readonly hasLargeBatch: boolean;
  readonly reserve: number | null;
  readonly reading: Pick<ServiceReading, 'latestCommitMs' | 'listLagMs' | 'balanceLagMs'>;
  /** The time that the service's answers show, now and when the world began; null: none. Absent: nobody checks it. */
  readonly shownNowMs?: () => { readonly nowMs: number; readonly startMs: number } | null;
  /** False: the service's answers show another time than it goes by, or none. */
  readonly isTimeShown?: boolean;
  readonly elsewhere: Elsewhere;
  /** Of all folders. */
  readonly checkPolicy: CheckPolicy;
  /** A form of this job begins to leave. */
  readonly onForm?: (job: JobPage) => void;
}

export function makeAuditor(parts: AuditorParts) {
  const { trace, disk, fail, elsewhere } = parts;
  const { latestCommitMs, listLagMs, balanceLagMs } = parts.reading;
  const isLate = latestCommitMs > JUDGED_AFTER_MS;
  let secondCharges = 0;
  let books: Books | null = null;
  const running = new Map<number, Running>();
  const paid = new Map<string, number>();
  /** How often a person let something be sent again that may have been paid for. */
  const sentAgain = new Map<string, number>();
  /** Sent to the end, and no answer that decides: nothing new may be sent for these by itself. */
  const doubts = new Set<string>();
  /** When the service denied them, on the steady clock. */
  const denials = new Map<string, number>();
  /** The same for each job: a backup knows those of its own jobs alone. */
  const denialsOfJobs = new Map<string, number>();
  /** Sent again without a person, and when what was sent before was over, on the steady clock. */
  const byEvidence = new Map<string, { readonly lostAtMs: number }>();
  /** When the last form of each was over for the program. */
  const overAtMs = new Map<string, number>();
  /** When the service first recorded each. */
  const firstAtMs = new Map<string, number>();
  /** When the program heard of it, on the steady clock: what begins in the same moment may not know yet. */
  const refusedTokens = new Map<string, number>();
  /** Paths of the large batch with the bytes that a person has looked at there. */
  const lookedAt = new Set<string>();
  const states = new Map<number, FileState>();
  /** The last state that was announced since what is durable was read. */
  const reported = new Map<number, FileState>();
  const events: string[] = [];
  const uploading = new Set<string>();
  let knownBalance: number | null = null;
  let pausedUntilMs = 0;
  let pauseHeardMs = 0;
  let charges = 0;
  let allowance: number | null = null;
  const sentJobs = new Set<string>();

  function broken(invariant: InvariantNumber, what: string): void {
    trace.tell('CHECK', `invariant ${invariant}: ${what}`);
    fail(new Violation(invariant, what));
  }

  /** Jobs whose last form was refused over our own fields. */
  const turnedAway = new Set<string>();
  /** Jobs by the boundaries of their forms. */
  const boundaries = new Map<string, string>();
  const asking = makeAsking({ checkPolicy: parts.checkPolicy, broken });

  function checkDoor({ call }: Trip): void {
    const { url, headers } = call;
    const token = headers['authorization'];
    if (url.origin !== ORIGIN) {
      broken(10, `a request went to ${url.origin}`);
      if (token !== undefined || headers['cookie'] !== undefined) broken(9, 'with the token');
    }
    if (token === undefined) return;
    const bare = token.slice('Bearer '.length);
    if ((refusedTokens.get(bare) ?? Infinity) < parts.monotonicMs())
      broken(7, 'a token that was refused is used again');
    const isOld = parts.service().tokens.expiresAtMs(bare) + 2 * SECOND_MS < parts.serverNowMs();
    if (isOld && isClockHeard) broken(7, 'a token is used after its time');
  }
  let isClockHeard = false;
  /** The person was told that her session is over, and has not signed in since. */
  let isAsked = false;
  let signIns = 0;

  /** Its form has a boundary of its own. */
  function jobSentAs({ headers }: Call): string | null {
    const boundary = boundaryOf(headers['content-type'] ?? '');
    const jobId = boundaries.get(boundary) ?? books?.jobWith(boundary) ?? null;
    if (jobId !== null) boundaries.set(boundary, jobId);
    return jobId;
  }

  /** Invariant 26: what is sent without our key is sent as the document says. */
  function checkDocumented({ headers }: Call): void {
    const own = Object.keys(headers).find((name) => !DOCUMENTED_FIELDS.has(name));
    if (own !== undefined) broken(26, `a form without a key has the field ${own}`);
  }

  function checkPaid(trip: Trip): void {
    const { call } = trip;
    const known = call.headers['idempotency-key'] ?? parts.jobOf(call.url.pathname);
    if (known === null) checkDocumented(call);
    const jobId = known ?? jobSentAs(call);
    if (jobId === null) return broken(3, 'a paid request has no job');
    if (known === null) turnedAway.delete(jobId);
    const job = books?.job(jobId) ?? null;
    const key = job === null ? null : keyOf(job);
    running.set(trip.id, { jobId, key, isHandedOver: false });
    // A form whose last bytes have left can be recorded at any time: asking for its end begins nothing.
    const isAsking = call.method !== 'POST' && (job?.releasedTails ?? 0) > 0;
    if (key !== null && !isAsking) elsewhere.begins(key);
    if (running.size > MOST_PARALLEL_UPLOADS) broken(16, `${running.size} uploads at once`);
    if (job === null) return broken(3, `job ${jobId} is sent without a durable intent`);
    if (call.method !== 'POST') return;
    parts.onForm?.(job);
    checkTime(job);
    checkLook(job);
    asking.pays(job.blake3, job.name);
    if (key !== null && doubts.has(key) && !isDisproved(key) && !isSentAgainByEvidence(key)) {
      broken(4, `${job.name} is sent again, its outcome is open`);
    }
    if (knownBalance !== null && job.credits > knownBalance) {
      broken(17, `${job.credits} credits are spent of ${knownBalance}`);
    }
    sentJobs.add(jobId);
    if (allowance !== null && spentJobs() > allowance) {
      broken(17, `more than the ${allowance} credits allowed are spent`);
    }
  }

  /** Invariant 17: of what came in too great a number at once nothing is paid for that nobody has looked at. */
  function checkLook({ fileId, blake3 }: JobPage): void {
    if (!parts.hasLargeBatch) return;
    const path = books?.files().find(({ id }) => id === fileId)?.path ?? '';
    if (isInBatch(path) && !lookedAt.has(`${path} ${blake3}`))
      broken(17, `${path} of a large batch is paid for unseen`);
  }

  /** Invariant 17, for a charge of so many credits that has just been made. */
  function checkReserve(credits: number): void {
    if (parts.reserve === null || credits === 0) return;
    const left = parts.service().ledger.left();
    if (left < parts.reserve)
      broken(17, `${left} credits are left of a reserve of ${parts.reserve}`);
  }

  /** Denied long enough ago, and truly not recorded. */
  function isDisproved(key: string): boolean {
    const deniedAtMs = denials.get(key);
    if (deniedAtMs === undefined || parts.monotonicMs() < deniedAtMs + DENIAL_WAIT_MS) return false;
    if (timesOf(paid, key) > timesOf(sentAgain, key)) return false;
    denials.delete(key);
    return doubts.delete(key);
  }

  /** Invariant 24: what is sent is dated by the service's own time, as far as it shows any, and never ahead of it. */
  function checkTime({ name, uploadedIso }: JobPage): void {
    const dates = parts.shownNowMs?.() ?? null;
    if (dates === null) return;
    const uploadedMs = msFromIso(uploadedIso) ?? Infinity;
    if (uploadedMs > dates.nowMs)
      broken(24, `${name} is dated ${uploadedIso}, later than the service's time`);
    if (uploadedMs < dates.startMs - SECOND_MS * 2)
      broken(24, `${name} is dated ${uploadedIso}, before this world began`);
  }

  /** Allowed once for each content and destination, ten minutes after the first form was over. */
  function isSentAgainByEvidence(key: string): boolean {
    const times = (books?.jobs() ?? []).filter(
      (job) => job.sentAgainAtMs !== null && keyOf(job) === key,
    ).length;
    if (times === 0 || byEvidence.has(key)) return false;
    if (times > 1) broken(4, 'something is sent again twice without a person');
    const [atMs, lostAtMs] = [parts.monotonicMs(), overAtMs.get(key) ?? -Infinity];
    if (atMs < lostAtMs + JUDGED_AFTER_MS - NOTICED_MS)
      broken(4, `something is sent again ${atMs - lostAtMs} ms after it was lost`);
    byEvidence.set(key, { lostAtMs });
    doubts.delete(key);
    return true;
  }

  /** It was recorded, and neither list nor balance showed that for ten minutes after it was lost: the exception to the promise. */
  function isShownTooLate(key: string): boolean {
    const lostAtMs = byEvidence.get(key)?.lostAtMs ?? overAtMs.get(key) ?? Infinity;
    const shownMs = (firstAtMs.get(key) ?? -Infinity) + Math.min(listLagMs, balanceLagMs);
    return shownMs >= lostAtMs + JUDGED_AFTER_MS;
  }

  function isOver({ key, isHandedOver }: Running): void {
    if (key !== null && isHandedOver) overAtMs.set(key, parts.monotonicMs());
  }

  /** Credits that what was sent since the person allowed something has cost, or may cost. */
  function spentJobs(): number {
    let credits = 0;
    for (const jobId of sentJobs) {
      const job = books?.job(jobId) ?? null;
      if (job !== null && mayCost(job)) credits += job.credits;
    }
    return credits;
  }

  /** A person's sign-in is hers alone; so is a short pause of an upload that only lacks its answer. */
  function heardPause({ id, call }: Trip, askedMs: number): void {
    const { pathname } = call.url;
    const isAtUpload = pathname.startsWith('/uploads/') && call.method !== 'DELETE';
    const isUpload = running.get(id)?.isHandedOver === true || isAtUpload;
    if (pathname === '/login') return;
    if (isUpload && askedMs <= LONGEST_OWN_PAUSE_MS) return;
    if (!isPaused()) pauseHeardMs = parts.monotonicMs();
    pausedUntilMs = parts.monotonicMs() + Math.min(askedMs, LONGEST_PAUSE_MS);
  }

  function isPaused(): boolean {
    return parts.monotonicMs() < pausedUntilMs - ROUNDING_MS;
  }

  /** From here on changes are judged by what is durable now. */
  function readStates(): void {
    states.clear();
    reported.clear();
    for (const { id, state } of books?.files() ?? []) states.set(id, state as FileState);
  }

  return {
    events,
    charges: () => charges,
    /** Of files that were sent again without a person, by a service that showed nothing of the first form for ten minutes. */
    secondCharges: () => secondCharges,
    sentAgainByEvidence: () => byEvidence.size,
    isShownTooLate,
    reported: (): ReadonlyMap<number, FileState> => new Map(reported),
    /** What is durable now. Throws while no program runs. */
    books(): Books {
      if (books === null) throw new Error('the books are closed');
      return books;
    },
    broken,
    /** Another life of the program: `open` reads its database; null when there is none now. */
    follow(open: Books | null): void {
      books?.close();
      books = open;
      for (const upload of running.values()) isOver(upload);
      running.clear();
      pausedUntilMs = 0; // a new start asks for itself
      isClockHeard = false;
      isAsked = false;
      asking.agrees();
      readStates();
    },
    asksPrice: asking.asksPrice,
    agrees: asking.agrees,
    /** A run begins in which the person allows so much; null: whatever it comes to. */
    allow(credits: number | null): void {
      pausedUntilMs = 0; // who starts a run wants to know now
      allowance = credits;
      sentJobs.clear();
    },
    /** The database that the next life opens is an older one: nothing is known any more of what it forgot. */
    wentBack(open: Books): void {
      const before = books;
      if (before !== null) elsewhere.forgets(before, open);
      const doubted = new Set(open.jobs().filter(isInDoubt).map(keyOf));
      for (const key of doubts) {
        if (!doubted.has(key)) doubts.delete(key);
        const known = open.jobs().filter((job) => isInDoubt(job) && keyOf(job) === key);
        const deniedAtMs = Math.max(...known.map(({ id }) => denialsOfJobs.get(id) ?? Infinity));
        if (Number.isFinite(deniedAtMs)) denials.set(key, deniedAtMs);
        else denials.delete(key);
      }
      this.follow(open);
    },
    jobSentAs,
    /** Invariant 26: no file is given up over fields that no document asks for. */
    checkGivenUp(): void {
      const jobs = books?.jobs() ?? [];
      for (const { id, path, state } of books?.files() ?? []) {
        const job = jobs.findLast(({ fileId }) => fileId === id);
        if (state === 'failed' && job !== undefined && turnedAway.has(job.id))
          broken(26, `${path} is given up for fields that are not documented`);
      }
    },
    isUploading: (path: string): boolean => uploading.has(path),
    /** A person lets a content be notarized again whose record was deleted. */
    approvedAgain(key: string): void {
      readStates();
      doubts.delete(key);
      sentAgain.set(key, timesOf(sentAgain, key) + 1);
    },
    /** A person approves these bytes under this path. */
    looksAt(path: string, blake3: string): void {
      lookedAt.add(`${path} ${blake3}`);
    },
    /** A person signs in, which is good for one question to the service. */
    signsIn(): void {
      signIns += 1;
    },
    sessionMoved(state: SessionState['state']): void {
      if (state === 'ended' && isAsked) broken(7, 'a person is asked to sign in a second time');
      isAsked = state === 'ended';
    },
    /** A session may end for good only when its token has, by the service's own clock. `token`: in the keychain. */
    judgedSession(session: SessionState, token: string | null): void {
      if (session.state !== 'ended' || session.why !== 'expired' || token === null) return;
      const leftMs = parts.service().tokens.expiresAtMs(token) - parts.serverNowMs();
      if (leftMs > 0) broken(7, `a session is called ended ${leftMs} ms before its time`);
    },
    /** A person asks about a lost answer: she wants to know now. */
    asksAbout(): void {
      pausedUntilMs = 0;
    },
    /** What a person did about a lost answer is no news to her. `job`: the one she let be sent again; null: none. */
    decidedAbout(job: JobPage | null): void {
      readStates();
      if (job === null) return;
      const key = keyOf(job);
      doubts.delete(key);
      sentAgain.set(key, timesOf(sentAgain, key) + 1);
    },
    started(trip: Trip, bodyBytes: number): void {
      const { method, url } = trip.call;
      checkDoor(trip);
      if (url.pathname === '/login') {
        signIns -= 1;
        if (signIns < 0) broken(16, 'a sign-in that nobody asked for');
      }
      const isNewForm = method === 'POST' && bodyBytes > 0;
      const isLook = method === 'GET' && LOOK.test(url.pathname);
      const isUnderWay = isNewForm && parts.monotonicMs() - pauseHeardMs <= LAST_MOMENT_MS;
      if ((isNewForm || isLook) && isPaused() && !isUnderWay) {
        broken(16, `${method} ${url.pathname} comes before the pause that was asked for is over`);
      }
      const isForm = isNewForm && url.pathname !== '/projects/files/verify';
      const isRest = method === 'PATCH' && url.pathname.startsWith('/uploads/');
      asking.begins(trip, bodyBytes);
      if (isForm || isRest) checkPaid(trip);
    },

    firstByte(trip: Trip): void {
      const upload = running.get(trip.id);
      if (upload === undefined) return;
      const job = books?.job(upload.jobId) ?? null;
      if (job === null || job.openAttempts === 0)
        broken(3, 'bytes leave and no attempt is durable');
    },

    /** Bytes of a form leave. */
    sent(trip: Trip, bytes: Buffer): void {
      asking.sends(trip, bytes);
      if (findCanary(bytes) !== null) broken(8, 'bytes of a data folder leave');
    },

    handedOver(trip: Trip): void {
      const upload = running.get(trip.id);
      const { call } = trip;
      if (upload === undefined || call.headers['upload-complete'] === '?0') return;
      upload.isHandedOver = true;
      if (upload.key !== null) {
        doubts.add(upload.key);
        elsewhere.leaves(upload.key);
      }
      const job = books?.job(upload.jobId) ?? null;
      if ((job?.releasedTails ?? 0) === 0) broken(3, 'the last byte leaves before that is durable');
    },

    /** Over for the program, with an answer or without. */
    ended(trip: Trip): void {
      const upload = running.get(trip.id);
      if (upload !== undefined) isOver(upload);
      running.delete(trip.id);
    },

    delivered(trip: Trip, end: LineEnd): void {
      const upload = running.get(trip.id);
      asking.hears(trip, end);
      if (end.kind !== 'answered') return;
      const { status, headers, body } = end.reply;
      if (headers['via'] !== undefined && upload !== undefined) turnedAway.add(upload.jobId);
      const token = trip.call.headers['authorization'];
      if (status === 401 && token !== undefined) {
        const bare = token.slice('Bearer '.length);
        if (!refusedTokens.has(bare)) refusedTokens.set(bare, parts.monotonicMs());
      }
      if (status === 429) heardPause(trip, Number(headers['retry-after'] ?? 0) * SECOND_MS);
      if (status === 200 && headers['content-type'] === 'application/json')
        isClockHeard ||= parts.isTimeShown !== false && tellsTime(trip);
      const balance = /"creditBalance":(-?\d+)/.exec(body.toString('latin1'))?.[1];
      if (balance !== undefined) knownBalance = Number(balance);
      if (upload === undefined || upload.key === null || !doubts.has(upload.key)) return;
      const isClientError = status >= 400 && status < 500 && !NO_DENIAL.has(status);
      const isDenied = isClientError || DENIED_OTHERWISE.has(status);
      const isVerdict = headers['upload-complete'] !== '?0';
      if (!isDenied || !isVerdict) return;
      denials.set(upload.key, parts.monotonicMs());
      denialsOfJobs.set(upload.jobId, parts.monotonicMs());
    },

    /** The service carries an upload out. */
    recorded({ key, jobId, content, name, credits }: Recording): void {
      if (isStrange(content)) broken(23, `${name} of somebody else's drive is recorded`);
      charges += 1;
      checkReserve(credits);
      trace.tell('service', `records ${name} for job ${jobId ?? '?'}`);
      if (books === null) return; // later than the end of the world
      const times = timesOf(paid, key) + (credits > 0 ? 1 : 0); // an empty public file is free
      paid.set(key, times);
      if (!firstAtMs.has(key)) firstAtMs.set(key, parts.monotonicMs());
      const late = byEvidence.has(key) && isShownTooLate(key) ? 1 : 0;
      if (late === 1 && times > 1 + timesOf(sentAgain, key)) secondCharges += 1;
      if (elsewhere.isForgotten(jobId)) return elsewhere.comesTooLate(key);
      if (times > 1 + timesOf(sentAgain, key) + late + elsewhere.unavoidable(key))
        broken(2, `${name} is charged ${times} times`);
      elsewhere.charges(key);
      const isSeen = elsewhere.wasKnowable(key) || elsewhere.wasInSight(key);
      if (isSeen && timesOf(sentAgain, key) === 0)
        broken(2, `${name} is charged although another computer had paid for it`);
      const job = jobId === null ? null : (books?.job(jobId) ?? null);
      const blake3 = blake3Of(content);
      if (job === null) return broken(3, `${name} is recorded and no intent is durable`);
      if (job.releasedTails === 0) broken(3, `${name} is recorded before its gate was opened`);
      if (job.blake3 !== blake3) broken(5, `${name} is recorded with other bytes than the job's`);
      if (saysAbsent(job) && !isLate)
        broken(4, `${name} was said to be not recorded, and is recorded now`);
      const held = disk.everHeld(blake3);
      if (held === null) broken(6, `${name} is recorded with bytes no file ever had`);
      else if (job.sha256 !== held) broken(6, `${name} is recorded without its SHA-256`);
    },

    announced(event: SyncEvent): void {
      events.push(JSON.stringify(event));
      if (event.kind === 'added') {
        for (let index = 0; index < event.files; index += 1) {
          states.set(event.firstId + index, event.state);
          reported.set(event.firstId + index, event.state);
        }
        trace.tell('file', `${event.files} from number ${event.firstId} on are ${event.state}`);
      }
      if (event.kind !== 'moved') return;
      const before = states.get(event.fileId);
      states.set(event.fileId, event.state);
      reported.set(event.fileId, event.state);
      if (event.state === 'uploading') uploading.add(event.path);
      else uploading.delete(event.path);
      trace.tell(
        'file',
        `${event.path} is ${event.state}${event.hold === null ? '' : ` (${event.hold})`}`,
      );
      if (event.state === 'missing' && (disk.isAway(event.path) || disk.isSilent(event.path))) {
        broken(23, `${event.path} is called missing, and its drive is not there`);
      }
      if (before !== undefined && before !== event.state && !canMove(before, event.state)) {
        broken(13, `${event.path} goes from ${before} to ${event.state}`);
      }
    },
  };
}

/** The program reads the service's clock from its JSON calls. */
function tellsTime({ call }: Trip): boolean {
  return call.method === 'GET' || call.url.pathname === '/login';
}

/** Its last bytes may have left, as far as this database knows. */
function isInDoubt({ outcome, openAttempts, releasedTails }: JobPage): boolean {
  return outcome === 'unknown' || (outcome === 'open' && openAttempts > 0 && releasedTails > 0);
}

/** Nothing of an open job whose attempts have ended is at the service. */
function mayCost({ outcome, openAttempts }: JobPage): boolean {
  return outcome === 'open' ? openAttempts > 0 : outcome !== 'refused' && outcome !== 'dropped';
}

function timesOf(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0;
}

function keyOf(job: JobPage): string {
  const place = { projectId: job.projectId, visibility: job.visibility as Visibility };
  return chargeKey(job.blake3, place);
}
