/** Small players of what sync asks for: they answer what the test put down, note what was asked, and know no chance. */
import type { ChargeEvidence } from '../../../../src-shared/model/files/file-view.ts';
import type { Digests, HashMethod } from '../../../../src-shared/model/proofs/hash-method.ts';
import { fail, ok } from '../../../../src-shared/model/result.ts';
import type {
  ServiceFault,
  UnavailableCause,
} from '../../../../src-shared/model/status/service-fault.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import type { FakeClock } from '../../../test-support/fake-clock.ts';
import type {
  OwnFieldsQuirk,
  PagingQuirk,
  ServiceQuirks,
  UploadedQuirk,
} from '../service-quirks.ts';
import type { State } from '../../../db/state.ts';
import type {
  CertificateKeeper,
  ChargeHistory,
  CheckOutcome,
  ContentChecker,
  KeptCertificate,
  ContentDigests,
  Destination,
  ListedContents,
  ListReading,
  RemoteFile,
  RemoteRecords,
  Uploader,
} from '../ports.ts';
import { makeStateJournal } from '../../upload/upload-intent.ts';
import { attemptEnded } from '../../upload/upload.ts';
import type { UploadOutcome } from '../upload-outcome.ts';

/** Takes the next answer from a list; the last one stays. */
export function answers<Answer>(...list: readonly Answer[]): () => Answer {
  const left = [...list];
  return () => {
    const next = left.length > 1 ? left.shift() : left[0];
    if (next === undefined) throw new Error('no answer was put down');
    return next;
  };
}

export const SIGNED_OUT: ServiceFault = { kind: 'not-signed-in', serviceSays: null };
export const throttled = (retryAfterMs: number | null): ServiceFault => ({
  kind: 'throttled',
  retryAfterMs,
});
export const unavailable = (
  why: UnavailableCause,
  retryAfterMs: number | null = null,
): Extract<ServiceFault, { kind: 'unavailable' }> => ({
  kind: 'unavailable',
  why,
  status: null,
  retryAfterMs,
});

/** A primary file of this account, as a list shows it. */
export const remoteFile = (over: Partial<RemoteFile> = {}): RemoteFile => ({
  fileId: 'remote-1',
  name: 'a',
  ownerId: 'me',
  uploadedIso: '2026-11-21T09:00:00.123Z',
  status: 'Pending',
  fileType: 'primary',
  label: 'raw',
  ...over,
});

/** Nobody pays for this account but this computer. */
export const NO_OTHER_COMPUTER = {
  mayBegin: () => true,
  lastLook: { prepare() {}, about: async () => ({ kind: 'nothing' }) as const },
  ownRecords: { catchUp: async () => 'same' as const, takeIn() {}, doubt() {} },
  takeIn() {},
};

const TAKES_MS = 10; // every exchange takes a moment, so that others can come in between

export function playChecker(clock: FakeClock, next: () => CheckOutcome) {
  const asked: string[] = [];
  const checker: ContentChecker = {
    async check(source, _hooks, signal) {
      asked.push(source.blake3);
      await clock.sleep(TAKES_MS, signal);
      return next();
    },
  };
  return { checker, asked };
}

/** Nothing is known without asking. */
export const NOTHING_LISTED: ListedContents = { find: async () => null };

/** Opens jobs as the transfer room does: one for a content and place, with a rising time; the rest is the test's. */
export function playUploader(
  { state, clock }: { readonly state: State; readonly clock: FakeClock },
  next: (name: string) => UploadOutcome,
) {
  const sent: string[] = [];
  let jobs = 0;
  /** A test may have begun an attempt: it ends so. */
  function ended(jobId: string, outcome: UploadOutcome): UploadOutcome {
    const now = state.uploads.stateOf(jobId);
    if ('attemptId' in now) makeStateJournal(state, jobId)(attemptEnded(now.attemptId, outcome));
    return outcome;
  }

  const uploader: Uploader = {
    open({ file, content, assignment, credits, balance }) {
      const { projectId, visibility } = assignment;
      const left = state.uploads.live(content.id, projectId, visibility);
      if (left?.fileId === file.id) return left;
      if (left !== null) state.uploads.move(left.id, { type: 'dropped' }, clock.nowMs());
      jobs += 1;
      const uploadedIso = isoFromMs(clock.nowMs() + jobs);
      const what = { id: `job-${jobs}`, fileId: file.id, contentId: content.id, name: file.name };
      const money = { estimatedCredits: credits, balanceBefore: balance };
      const destination = {
        projectId,
        visibility,
        uploadedIso,
        form: '{}',
        createdAtMs: clock.nowMs(),
      };
      state.uploads.add({ ...what, ...money, ...destination });
      const job = state.uploads.get(`job-${jobs}`);
      if (job === null) throw new Error('the job was not kept');
      return job;
    },
    async send(job, source, _hooks, signal) {
      sent.push(source.name);
      try {
        await clock.sleep(TAKES_MS, signal);
      } catch {
        return ended(job.id, { kind: 'stopped', fault: { kind: 'cancelled' } }); // as before the gate
      }
      return ended(job.id, next(job.name));
    },
  };
  return { uploader, sent };
}

const PAGE = 50;

/** A service's lists. `read` answers each reading; `listed` notes the places. */
export function playRemote(clock: FakeClock) {
  const listed: string[] = [];
  const play = {
    files: [] as RemoteFile[],
    fault: null as ServiceFault | null,
    /** Null: as many as there are files. */
    totalRecords: null as number | null,
    pageFiles: PAGE,
    paging: null as ListReading['paging'],
    /** FileHash by file id. */
    hashes: new Map<string, string>(),
    hashFault: null as ServiceFault | null,
    hashed: [] as string[],
    balance: 1_000 as number | ServiceFault,
    balanceAsked: 0,
    listed,
  };
  const remote: RemoteRecords = {
    async list({ projectId, visibility }: Destination, { isEnough, from = 0 }, signal) {
      listed.push(`${visibility} ${projectId} at ${clock.monotonicMs()}`);
      await clock.sleep(TAKES_MS, signal);
      const { fault, files, paging } = play;
      if (fault !== null) return { ok: false, fault };
      const asked = files.slice(from);
      const enough = asked.findIndex(isEnough) + 1;
      const seen =
        enough === 0 ? asked : asked.slice(0, Math.ceil(enough / play.pageFiles) * play.pageFiles);
      const totalRecords = play.totalRecords ?? files.length;
      return ok({ files: seen, isComplete: totalRecords === seen.length, totalRecords, paging });
    },
    async fileHash(_place, fileId, signal) {
      play.hashed.push(fileId);
      await clock.sleep(TAKES_MS, signal);
      const { hashFault } = play;
      return hashFault === null ? ok(play.hashes.get(fileId) ?? null) : fail(hashFault);
    },
    ownerId: () => 'me',
    balance: async () => {
      play.balanceAsked += 1;
      return typeof play.balance === 'number' ? ok(play.balance) : fail(play.balance);
    },
  };
  return { remote, play };
}

/** A memory of a service that lasts as long as the test. */
export function playQuirks() {
  const known = {
    uploaded: null as UploadedQuirk | null,
    hashMethod: null as HashMethod | null,
    paging: null as PagingQuirk | null,
    ownFields: null as OwnFieldsQuirk | null,
  };
  const quirks: ServiceQuirks = {
    uploaded: () => known.uploaded,
    learnUploaded: (quirk) => void (known.uploaded = quirk),
    hashMethod: () => known.hashMethod,
    learnHashMethod: (method) => void (known.hashMethod = method),
    paging: () => known.paging,
    learnPaging: (quirk) => void (known.paging = quirk),
    ownFields: () => known.ownFields,
    learnOwnFields: (quirk) => void (known.ownFields = quirk),
  };
  return { quirks, known };
}

/** Files that cannot be read again, unless the test puts their digests down by BLAKE3. */
export function playDigests(byBlake3: Readonly<Record<string, Digests>> = {}): ContentDigests {
  return { of: async ({ blake3 }) => byBlake3[blake3] ?? null };
}

/** A credit history of which the test says what it shows. */
export function playCharges() {
  const play = {
    evidence: 'none' as ChargeEvidence,
    fault: null as ServiceFault | null,
    read: [] as number[],
  };
  const charges: ChargeHistory = {
    async refresh(sinceMs) {
      play.read.push(sinceMs);
      return play.fault;
    },
    evidence: () => play.evidence,
    changeEvidence: () => 'not-told',
    wereAdded: () => false,
  };
  return { charges, play };
}

export function playCertificates(clock: FakeClock, next: (fileId: string) => KeptCertificate) {
  const asked: string[] = [];
  const keeper: CertificateKeeper = {
    async keep(record, signal) {
      asked.push(record.fileId);
      await clock.sleep(TAKES_MS, signal);
      return next(record.fileId);
    },
  };
  return { keeper, asked };
}
