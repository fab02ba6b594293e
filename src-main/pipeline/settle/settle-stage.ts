/** Checks files again that were still being written, when their quiet period should be over. */
import { LABSEAL_DATA } from '../../../src-shared/model/folders/labseal-data.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import { identityFromKey, isSameFile } from '../../platform/disk/file-identity.ts';
import { makeClaims, takeFree } from '../common/claims.ts';
import type { PathReading } from '../scan/file-tree.ts';
import type { DiskFact } from '../decide/plan-path.ts';
import type { Stage } from '../common/stage.ts';
import type { AccountPorts } from '../common/account-ports.ts';

const CONCURRENCY = 4;
const LOOKS = 3;

export function makeSettleStage(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'fileTree'> & {
    readonly scope?: FileScope;
  },
): Stage {
  const { state, transitions, fileTree } = ports;
  const claims = makeClaims<number>();

  async function lookAgain(file: FileRow, signal: AbortSignal) {
    const place = transitions.placeOf(file);
    const reading = await fileTree.identify(place, signal);
    const isRestless = await staysRestless(file, place, reading, signal);
    return state.repeatable(() => {
      const row = state.files.get(file.id);
      const folder = state.folders.get(file.folderId);
      if (row === null || folder === null || row.state !== 'settling') return 'waiting' as const;
      transitions.look({
        folder,
        directoryId: row.directoryId,
        directoryPath: row.directoryPath,
        name: row.name,
        disk: reading.kind === 'file' ? { ...reading, isRestless } : diskFact(reading),
        ignoredBy: null, // it was not ignored when its quiet period began; the next scan applies changed rules
        row,
      });
      return state.files.get(file.id)?.state === 'settling' ? 'waiting' : 'advanced';
    });
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
      const due = state.files.due('settling', limit + claims.size, ports.scope);
      return takeFree(due, claims, (file) => file.id, limit).map(
        (file) => (signal) => claims.during(file.id, () => lookAgain(file, signal)),
      );
    },
    nextDueMs: () =>
      state.files.nextDueMs('settling', ports.scope, transitions.patience.exhausted()),
    nextRecheckMs: () => state.files.nextDueMs('settling', ports.scope),
  };
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
