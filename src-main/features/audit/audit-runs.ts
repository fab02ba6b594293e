import { type AuditProgress, type AuditRun } from '../../../src-shared/model/proofs/audit.ts';
import { auditFolder } from './audit-file.ts';
import type { AuditPorts } from './audit-writer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KeptAuditRun } from '../../db/proofs/audit-repository.ts';
import type { State } from '../../db/state.ts';
import { sleepOrWake } from '../../platform/sleep-or-wake.ts';

/** Minimum interval between progress reports to faces. */
const TELL_MS = 250;
/** One file at a time in the background; two when a person waits. */
const READERS = { person: 2, schedule: 1 } as const;
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1_000;

export interface AuditRunParts {
  readonly state: Pick<State, 'audits' | 'fixity' | 'repeatable'>;
  readonly clock: Clock;
  /** Disk and ledger for a folder. */
  readonly portsFor: (
    run: KeptAuditRun,
  ) => Omit<AuditPorts, 'clock' | 'state' | 'mayRead' | 'onProgress'>;
  /** About how large the files of a folder are that was never audited to the end; null: nobody knows. */
  readonly bytesKnownIn: (run: KeptAuditRun) => number | null;
  /** Waits until reading does not compete with uploads. */
  readonly whenQuiet: (run: KeptAuditRun, signal: AbortSignal) => Promise<void>;
  readonly onProgress: (progress: AuditProgress) => void;
  /** An audit could not continue, because of a full disk or a bug. */
  readonly onBroken: (error: unknown) => void;
  /** A run started, paused, resumed or ended. */
  readonly onChange: () => void;
}

interface Live {
  readonly root: string;
  readonly stop: AbortController;
  endsAs: 'cancelled' | 'interrupted';
  /** Aborted when a paused run may resume; null: not paused. */
  pause: AbortController | null;
  progress: AuditProgress | null;
  ended: Promise<void>;
}

export type AuditRuns = ReturnType<typeof makeAuditRuns>;

export function makeAuditRuns(parts: AuditRunParts) {
  const { state, clock } = parts;
  const { audits } = state;
  const live = new Map<number, Live>();

  for (const run of audits.open()) {
    // Left by an engine that no longer runs.
    const endedAtMs = audits.lastLookMs(run.id) ?? run.beganAtMs;
    audits.keep(run.id, [], { state: 'interrupted', endedAtMs, totals: run.totals });
  }

  /** A run whose end could not be written, because of a full disk or a bug, is not complete either. */
  function asItIs(run: KeptAuditRun): KeptAuditRun {
    const isCutOff = run.state === 'running' && !live.has(run.id);
    return isCutOff ? { ...run, state: 'interrupted' } : run;
  }

  function get(id: number): KeptAuditRun {
    const run = audits.run(id);
    if (run === null) throw new Error(`no audit ${id}`);
    return asItIs(run);
  }

  async function waitWhilePaused(own: Live, signal: AbortSignal): Promise<void> {
    while (own.pause !== null) {
      await sleepOrWake(clock, LONGEST_PAUSE_MS, own.pause.signal, signal);
    }
  }

  /** Runs in the background. `begin` and `resume` differ in what already exists. */
  function follow(run: KeptAuditRun, isResumed: boolean): void {
    const { id, root, startedBy } = run;
    const stop = new AbortController();
    const before = audits.latestComplete(root)?.totals ?? null;
    const expectedBytes = before === null ? parts.bytesKnownIn(run) : before.bytes;
    const own: Live = {
      root,
      stop,
      endsAs: 'interrupted',
      pause: null,
      progress: null,
      ended: Promise.resolve(),
    };
    let reportedAtMs = -Infinity;
    const ports: AuditPorts = {
      ...parts.portsFor(run),
      clock,
      state,
      async mayRead(signal) {
        await waitWhilePaused(own, signal);
        await parts.whenQuiet(run, signal);
      },
      onProgress({ totals, path }) {
        own.progress = {
          runId: String(id),
          root,
          state: own.pause === null ? 'running' : 'paused',
          totals,
          expectedBytes,
          path,
        };
        const nowMs = clock.monotonicMs();
        if (nowMs - reportedAtMs < TELL_MS) return;
        reportedAtMs = nowMs;
        parts.onProgress(own.progress);
      },
    };
    const job = {
      id,
      root,
      totals: run.totals,
      isResumed,
      readers: READERS[startedBy],
      endOnAbort: () => own.endsAs,
    };
    live.set(id, own);
    own.ended = auditFolder(job, ports, stop.signal).finally(() => {
      live.delete(id);
      parts.onChange();
    });
    own.ended.catch(parts.onBroken);
    parts.onChange();
  }

  return {
    asItIs,
    /** If an audit of the same folder is running, returns that one. */
    begin(root: string, folderId: number | null, startedBy: AuditRun['startedBy']): KeptAuditRun {
      const running = [...live].find(([, own]) => own.root === root)?.[0];
      if (running !== undefined) return get(running);
      const id = audits.begin({ root, folderId, startedBy, beganAtMs: clock.nowMs() });
      follow(get(id), false);
      return get(id);
    },
    resume(id: number): void {
      const totals = audits.resume(id);
      follow({ ...get(id), totals }, true);
    },
    /** Resolves when the end of the run is in the database; rejects when a bug or a full disk ended it. */
    async ended(id: number): Promise<KeptAuditRun> {
      await live.get(id)?.ended;
      return get(id);
    },
    cancel(id: number): void {
      const own = live.get(id);
      if (own === undefined) return;
      own.endsAs = 'cancelled';
      own.stop.abort(new Error('a person cancelled the audit'));
    },
    setPaused(id: number, isPaused: boolean): void {
      const own = live.get(id);
      if (own === undefined || (own.pause !== null) === isPaused) return;
      if (isPaused) own.pause = new AbortController();
      else {
        const { pause } = own;
        own.pause = null;
        pause?.abort();
      }
      if (own.progress !== null) {
        own.progress = { ...own.progress, state: isPaused ? 'paused' : 'running' };
        parts.onProgress(own.progress);
      }
      parts.onChange();
    },
    isPaused: (id: number): boolean => live.get(id)?.pause != null,
    /** Current totals; the database has them slightly later. */
    totals: (id: number) => live.get(id)?.progress?.totals ?? null,
    /** Ends all running audits as interrupted, and waits for them. */
    async stop(): Promise<void> {
      const all = [...live.values()];
      for (const own of all) own.stop.abort(new Error('Labseal ends'));
      await Promise.allSettled(all.map(({ ended }) => ended));
    },
  };
}
