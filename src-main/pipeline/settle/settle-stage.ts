/** Checks files again that were still being written, when their quiet period should be over. */
import { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import { identityFromKey, isSameFile } from '../../platform/disk/file-identity.ts';
import type { PathReading } from '../scan/file-tree.ts';
import type { DiskFact } from '../decide/plan-path.ts';
import { makeClaims, type Stage, type Step, takeFree } from '../common/stage.ts';
import type { AccountPorts } from '../common/ports.ts';

const CONCURRENCY = 4;
/** Some 5 ms of work; a turn of the pipeline for each of a thousand files that were just copied here costs as much as these. */
const BATCH_FILES = 16;
const LOOKS = 3;

export function makeSettleStage(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'fileTree'> & {
    readonly scope?: FileScope;
  },
): Stage {
  const { state, transitions, fileTree } = ports;
  const claims = makeClaims<number>();

  async function lookAgain(batch: readonly FileRow[], signal: AbortSignal): Promise<Step> {
    const seen = await Promise.all(
      batch.map(async (file) => {
        const place = transitions.placeOf(file);
        const reading = await fileTree.identify(place, signal);
        const isRestless = await staysRestless(file, place, reading, signal);
        return reading.kind === 'file' ? { ...reading, isRestless } : diskFact(reading);
      }),
    );
    return state.repeatable(() => {
      const steps = batch.map(({ id }, index) => store(id, seen[index] ?? { kind: 'absent' }));
      return steps.includes('advanced') ? 'advanced' : 'waiting';
    });
  }

  function store(fileId: number, disk: DiskFact): Step {
    const row = state.files.get(fileId);
    const folder = row === null ? null : state.folders.get(row.folderId);
    if (row === null || folder === null || row.state !== 'settling') return 'waiting';
    const { directoryId, directoryPath, name } = row;
    // It was not ignored when its quiet period began; the next scan applies changed rules.
    transitions.look({ folder, directoryId, directoryPath, name, disk, ignoredBy: null, row });
    return state.files.get(fileId)?.state === 'settling' ? 'waiting' : 'advanced';
  }

  /** Whether each of three looks, the last ones at once after each other, shows something else of the same size. */
  async function staysRestless(
    file: FileRow,
    place: string,
    first: PathReading,
    signal: AbortSignal,
  ): Promise<boolean> {
    let before = identityFromKey(file.identity);
    let reading = first;
    for (let looks = 1; ; looks += 1) {
      if (reading.kind !== 'file' || isSameFile(reading.identity, before)) return false;
      if (reading.identity.sizeBytes !== before.sizeBytes) return false;
      if (looks === LOOKS) return true;
      before = reading.identity;
      reading = await fileTree.identify(place, signal);
    }
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      const most = limit * BATCH_FILES;
      const due = state.files.due('settling', most + claims.size, ports.scope);
      const free = takeFree(due, claims, (file) => file.id, most);
      return batchesOf(free)
        .slice(0, limit)
        .map((batch) => {
          const ids = batch.map(({ id }) => id);
          return (signal) => claims.duringAll(ids, () => lookAgain(batch, signal));
        });
    },
    nextDueMs: () =>
      state.files.nextDueMs('settling', ports.scope, transitions.patience.exhausted()),
    nextRecheckMs: () => state.files.nextDueMs('settling', ports.scope),
  };
}

/** Of one folder each: a drive that is silent holds up its own files alone. */
function batchesOf(files: readonly FileRow[]): readonly (readonly FileRow[])[] {
  const batches: FileRow[][] = [];
  for (const file of files) {
    const last = batches.at(-1);
    const fits = last?.[0]?.folderId === file.folderId && last.length < BATCH_FILES;
    if (fits) last.push(file);
    else batches.push([file]);
  }
  return batches;
}

/** A path's reading in the planner's format. */
export function diskFact(reading: PathReading): DiskFact {
  switch (reading.kind) {
    case 'file':
      return reading;
    case 'unreadable':
      return reading;
    case 'symlink':
    case 'special':
    case LABSEAL_DATA:
      return { kind: 'not-a-file', what: reading.kind };
    case 'directory': // the file is gone; a folder has its name now
    case 'absent':
      return { kind: 'absent' };
    default:
      return assertNever(reading);
  }
}
