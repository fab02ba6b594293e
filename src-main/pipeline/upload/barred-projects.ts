/**
 * Projects that denied an upload for lack of permission (403): what else was approved for them is not sent, and shows the
 * service's words. Until it is known whether the no holds, they only wait.
 */
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { FilePatch } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { Clock } from '../../platform/clock.ts';

/** By then it is known whether the no holds, or needs so long that it stands until then. */
const CHECKED_MS = 30 * SECOND_MS;

interface Bar {
  readonly jobId: string;
  /** On the steady clock. */
  readonly checkedUntilMs: number;
  readonly patch: FilePatch;
  /** Files that were held by it. */
  readonly held: number[];
}

export function makeBarredProjects({
  state,
  clock,
}: {
  readonly state: Pick<State, 'uploads'>;
  readonly clock: Clock;
}) {
  const bars = new Map<string, Bar>();

  return {
    /** The answer that denied an upload; not each of them bars its project. */
    denied({ id, projectId }: UploadJobRow, fault: ServiceFault): void {
      if (fault.kind !== 'forbidden') return;
      const message = writeWaitNote({ waits: 'project-refused', says: fault.serviceSays });
      const patch = { hold: 'permission', message } as const;
      const checkedUntilMs = clock.monotonicMs() + CHECKED_MS;
      bars.set(projectId, { jobId: id, checkedUntilMs, patch, held: [] });
    },
    /** The project took an upload: a no was about its own file, or is over. */
    taken({ projectId }: UploadJobRow): void {
      bars.delete(projectId);
    },
    /** What files of a project are held with; `not-yet`: it is being checked; null: they may be sent. */
    holdOf(projectId: string): FilePatch | 'not-yet' | null {
      const bar = bars.get(projectId);
      if (bar === undefined) return null;
      const outcome = state.uploads.get(bar.jobId)?.outcome;
      return outcome === 'unknown' && clock.monotonicMs() < bar.checkedUntilMs
        ? 'not-yet'
        : bar.patch;
    },
    /** These are held by its no. */
    noteHeld(projectId: string, fileId: number): void {
      bars.get(projectId)?.held.push(fileId);
    },
    /** Files that were held by an upload which turned out to be recorded. Each is told once. */
    freed(): readonly number[] {
      const over = [...bars].filter(
        ([, { jobId }]) => state.uploads.get(jobId)?.outcome === 'recorded',
      );
      for (const [projectId] of over) bars.delete(projectId);
      return over.flatMap(([, { held }]) => held);
    },
    /** When a check is over, on the steady clock; null: none goes on. */
    checkedUntilMs(): number | null {
      const times = [...bars.values()].map(({ checkedUntilMs }) => checkedUntilMs);
      const ahead = times.filter((ms) => ms > clock.monotonicMs());
      return ahead.length === 0 ? null : Math.min(...ahead);
    },
    /** A person wants to know anew. */
    forget: (): void => bars.clear(),
  };
}
