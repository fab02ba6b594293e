/**
 * Audits of folders that a person requests, and the fixity schedule that starts them automatically. An audit reads and
 * compares: it sends nothing, changes no file state, and writes nothing into the folder.
 */
import { basename } from 'node:path';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  MOST_EXPORTED_ROWS,
  type AuditForm,
  type AuditPiece,
  type AuditRange,
  type AuditSchedules,
  type AuditTarget,
  type StartedAudit,
} from '../../../src-shared/bridge/audit-calls.ts';
import {
  type AuditProgress,
  type AuditRhythm,
  type AuditRun,
  type AuditSchedule,
  type AuditSource,
  isListGone,
} from '../../../src-shared/model/proofs/audit.ts';
import { auditFileName, auditText } from '../../../src-shared/model/proofs/audit-report.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Clock } from '../../platform/clock.ts';
import type {
  AuditRowFilter,
  KeptAuditRow,
  KeptAuditRun,
} from '../../db/proofs/audit-repository.ts';
import type { State } from '../../db/state.ts';
import { isWithin } from '../../platform/disk/paths.ts';
import { realFolder } from '../../pipeline/scan/new-folder.ts';
import { auditDiskAt } from './audit-disk.ts';
import {
  bytesKnownIn,
  type FingerprintParts,
  makeAuditFingerprints,
  makeAuditLedger,
} from './audit-ledger.ts';
import {
  ALL_FOLDERS,
  type AuditRuns,
  makeAuditRuns,
  rhythmForAll,
  runFixitySchedule,
  scheduleOf,
  waitForQuiet,
} from './audit-runs.ts';
import type { Workers } from '../workers.ts';
import { untilAborted } from '../../platform/waiting.ts';

/** Audits kept for one folder. Rows of proven files are kept only for the latest. */
const KEPT_RUNS = 12;
const PRUNED_AT_ONCE = 500;

export interface AuditParts extends Omit<FingerprintParts, 'state'> {
  readonly state: State;
  readonly workers: Workers;
  readonly clock: Clock;
  /** Address of the service. */
  readonly service: string;
  /** Empty when nobody is signed in. */
  readonly accountName: () => string;
  readonly tell: (
    news:
      | { readonly kind: 'audits-changed' }
      | { readonly kind: 'audit-progress'; readonly progress: AuditProgress },
  ) => void;
}

export type Audits = ReturnType<typeof makeAudits>;

export function makeAudits(parts: AuditParts) {
  const { state, workers, clock, tell, service, accountName, verifying } = parts;
  const { audits, fixity } = state;
  let wake = new AbortController();
  let failing = new AbortController(); // passes the error that broke an audit to the supervisor of audits
  const runs: AuditRuns = makeAuditRuns({
    state,
    clock,
    portsFor({ root }) {
      const fingerprints = makeAuditFingerprints(parts);
      const algorithms = () => fingerprints.algorithms();
      return {
        ...auditDiskAt(root, { state, workers, clock, algorithms }),
        ...makeAuditLedger(root, state),
        prepare: (signal) => fingerprints.prepare(signal),
        lookUp: (relative, { sha256, blake3, more }) =>
          fingerprints.lookUp(basename(relative), { ...more, sha256, blake3 }),
      };
    },
    bytesKnownIn: ({ folderId }) => bytesKnownIn(folderId, state),
    whenQuiet: waitForQuiet({ state, clock }),
    onProgress: (progress) => tell({ kind: 'audit-progress', progress }),
    onChange: () => tell({ kind: 'audits-changed' }),
    onBroken: (error) => failing.abort(error),
  });

  function shown(kept: KeptAuditRun): AuditRun {
    const run = runs.asItIs(kept);
    const { id, folderId, totals } = run;
    return {
      ...run,
      id: String(id),
      folderId: folderId === null ? null : String(folderId),
      state: runs.isPaused(id) ? 'paused' : run.state,
      totals: runs.totals(id) ?? totals,
    };
  }

  function find(runId: string): Result<KeptAuditRun, CoreFault> {
    const run = /^\d{1,15}$/.test(runId) ? audits.run(Number(runId)) : null;
    return run === null ? fail({ kind: 'unknown-audit', asked: runId }) : ok(run);
  }

  /** The real path, and the watched folder at that path. */
  async function place(target: AuditTarget) {
    const watched = state.folders.watched();
    if ('folderId' in target) {
      const folder = watched.find(({ id }) => String(id) === target.folderId);
      if (folder === undefined) {
        return fail({ kind: 'unknown-folder', folderId: target.folderId } satisfies CoreFault);
      }
      return ok({ root: folder.path, folderId: folder.id });
    }
    const real = await realFolder(target.path);
    if (!real.ok) return real;
    const root = real.value;
    return ok({ root, folderId: watched.find((folder) => folder.path === root)?.id ?? null });
  }

  /** The same, when the folder need not be on the disk: a drive may be disconnected while it is audited or its schedule ended. */
  async function knownPlace(target: AuditTarget) {
    const at = await place(target);
    if (at.ok || 'folderId' in target) return at;
    const root = target.path;
    const around = state.folders.watched().find(({ path }) => isWithin(root, path));
    if (around?.path === root) return ok({ root, folderId: around.id });
    const isAway = around !== undefined && !(await realFolder(around.path)).ok;
    const isKnown = fixity.rhythms().some((kept) => kept.root === root) || latestOf(root) !== null;
    return isAway || isKnown ? ok({ root, folderId: null }) : at;
  }

  function schedule(): readonly AuditSchedule[] {
    const watched = state.folders.watched().map((folder) => {
      return { path: folder.path, folderId: String(folder.id), addedAtMs: folder.addedAtMs };
    });
    return scheduleOf(fixity.rhythms(), watched, (root) => ({
      complete: audits.latestComplete(root),
      latest: latestOf(root),
    }));
  }

  function latestOf(root: string): KeptAuditRun | null {
    const [latest] = audits.runs(root, 1);
    return latest === undefined ? null : runs.asItIs(latest);
  }

  const schedules = (): AuditSchedules => ({
    all: rhythmForAll(fixity.rhythms()),
    folders: schedule(),
  });

  function exported(runId: string, form: AuditForm, from: number): Result<AuditPiece, CoreFault> {
    const run = find(runId);
    if (!run.ok) return run;
    const about = shown(run.value);
    if (form === 'csv' && isListGone(about)) {
      return fail({ kind: 'audit-list-gone', asked: runId, listSha256: about.listSha256 });
    }
    const { total, rows } = audits.range(run.value.id, {}, from, MOST_EXPORTED_ROWS);
    const next = from + rows.length;
    const isLast = rows.length === 0 || next >= total;
    return ok({
      text: auditText(form, about, rows.map(shownRow), {
        source: source(),
        isFirst: from === 0,
        isLast,
      }),
      next: isLast ? null : next,
      fileName: auditFileName(about, form),
    });
  }

  /** In small steps: there may be many rows, and everything else waits for the database meanwhile. */
  async function prune(signal: AbortSignal): Promise<void> {
    for (;;) {
      while (audits.prune(KEPT_RUNS, PRUNED_AT_ONCE)) await clock.sleep(0, signal);
      const old = audits.withOldProvenRows();
      if (old === null) return;
      const digest = await listDigest(String(old.id), { export: exported });
      if (!digest.ok) return;
      audits.giveUpProvenRows(old.id, digest.value);
    }
  }

  const source = (): AuditSource => ({
    service,
    account: accountName(),
    algorithm: verifying.method()?.algorithm ?? null,
  });

  return {
    source,

    /** Starts one in the background, or returns the one that is running over the same folder. */
    async start(
      target: AuditTarget,
      signal: AbortSignal,
    ): Promise<Result<StartedAudit, CoreFault>> {
      const at = await knownPlace(target);
      if (!at.ok) return at;
      const { root, folderId } = at.value;
      await prune(signal);
      const isNew = latestOf(root)?.state !== 'running';
      return ok({ ...shown(runs.begin(root, folderId, 'person')), isNew });
    },
    /** Resolves with the run in its final state. Aborting ends the wait alone, and rejects with the signal's reason. */
    async ended(runId: string, signal: AbortSignal) {
      const run = find(runId);
      return run.ok ? ok(shown(await untilAborted(runs.ended(run.value.id), signal))) : run;
    },
    async cancel(runId: string) {
      const run = find(runId);
      if (!run.ok) return run;
      runs.cancel(run.value.id);
      return ok(shown(await runs.ended(run.value.id)));
    },
    setPaused(runId: string, isPaused: boolean) {
      const run = find(runId);
      if (!run.ok) return run;
      runs.setPaused(run.value.id, isPaused);
      return ok(shown(run.value));
    },
    async runs(target: AuditTarget | null, most: number) {
      const at = target === null ? null : await knownPlace(target);
      if (at !== null && !at.ok) return at;
      return ok(audits.runs(at?.value.root ?? null, most).map(shown));
    },
    show(runId: string) {
      const run = find(runId);
      return run.ok ? ok(shown(run.value)) : run;
    },
    rows(
      runId: string,
      filter: AuditRowFilter,
      { first, count }: { readonly first: number; readonly count: number },
    ): Result<AuditRange, CoreFault> {
      const run = find(runId);
      if (!run.ok) return run;
      const { total, rows } = audits.range(run.value.id, filter, first, count);
      return ok({ total, first, rows: rows.map(shownRow) });
    },
    export: exported,
    acknowledge(runId: string) {
      const run = find(runId);
      if (!run.ok) return run;
      fixity.acknowledge(run.value.id);
      tell({ kind: 'audits-changed' });
      return ok(null);
    },
    schedules,
    /** `target` null: for all watched folders. `rhythm` null: the target follows the one for all. */
    async setSchedule(target: AuditTarget | null, rhythm: AuditRhythm | null) {
      const at = target === null ? ok({ root: ALL_FOLDERS }) : await knownPlace(target);
      if (!at.ok) return at;
      const { root } = at.value;
      if (rhythm === null) fixity.dropRhythm(root);
      else fixity.setRhythm({ root, rhythm, sinceMs: clock.nowMs() });
      wake.abort();
      tell({ kind: 'audits-changed' });
      return ok({ ...schedules(), root: target === null ? null : root });
    },
    /** Audits what is due for as long as it runs. When aborted, it ends all audits and rejects with the reason. */
    watch(signal: AbortSignal): Promise<never> {
      failing = new AbortController();
      return runFixitySchedule(
        {
          clock,
          runs,
          schedule,
          latest: latestOf,
          prune,
          awake() {
            wake = new AbortController();
            return wake.signal;
          },
        },
        AbortSignal.any([signal, failing.signal]),
      );
    },
  };
}

function shownRow(row: KeptAuditRow) {
  const { id, path, finding, sizeBytes, blake3, sha256, checkedAtMs } = row;
  return { id, path, finding, sizeBytes, blake3, sha256, checkedAtMs };
}

/** SHA-256 of the complete list of an audit: of its whole CSV, as it is saved. */
export async function listDigest(
  runId: string,
  audits: Pick<Audits, 'export'>,
): Promise<Result<string, CoreFault>> {
  const hash = createHash('sha256');
  for (let from: number | null = 0; from !== null;) {
    const piece: ReturnType<Audits['export']> = audits.export(runId, 'csv', from);
    if (!piece.ok) return piece;
    hash.update(piece.value.text);
    from = piece.value.next;
    await setImmediate(); // others want the database too
  }
  return ok(hash.digest('hex'));
}
