/** Reads files that stood still and finds out what their content means. */
import { assertNever } from '../../src-shared/model/result.ts';
import { identityFromKey, identityKey } from '../ports/file-identity.ts';
import type { FileRow, FileScope } from '../state/file-repository.ts';
import type { State } from '../state/state.ts';
import { makeClaims, takeFree } from './claims.ts';
import type { FileDesk } from './file-desk.ts';
import type { Fingerprint, Fingerprinter } from './fingerprinter.ts';
import type { DiskFact } from './plan-path.ts';
import type { Announce } from './ports.ts';
import type { Lane, Step } from './run-lanes.ts';

const CONCURRENCY = 8; // more than there are workers: small files are waiting in line when one gets free

export function makeFingerprintLane(ports: {
  readonly state: State;
  readonly scope?: FileScope;
  readonly desk: FileDesk;
  readonly fingerprinter: Fingerprinter;
  readonly announce: Announce;
}): Lane {
  const { state, desk, fingerprinter, announce } = ports;
  const claims = makeClaims<number>();

  async function read(file: FileRow, signal: AbortSignal): Promise<Step> {
    const path = desk.pathOf(file);
    const progress = { kind: 'progressed', fileId: file.id, path, state: 'hashing' } as const;
    const onProgress = (doneBytes: number) =>
      announce({ ...progress, doneBytes, totalBytes: file.sizeBytes });
    const expected = identityFromKey(file.identity);
    const print = await fingerprinter.fingerprint(path, expected, { onProgress }, signal);
    return state.repeatable(() => {
      const row = state.files.get(file.id);
      // A scan may have seen newer bytes meanwhile: then this result belongs to nobody.
      if (row?.state !== 'hashing' || row.identity !== file.identity) return 'advanced';
      keep(row, print);
      return 'advanced';
    });
  }

  function keep(row: FileRow, print: Fingerprint): void {
    switch (print.kind) {
      case 'done': {
        const content = state.contents.keep(print);
        const known = state.files.move(row, 'hashing', {
          contentId: content.id,
          identity: identityKey(print.identity),
          sizeBytes: print.sizeBytes,
        });
        desk.decide(known);
        return;
      }
      case 'changed':
        desk.settleAgain(row);
        return;
      case 'absent':
        look(row, { kind: 'absent' });
        return;
      case 'unreadable':
        look(row, { kind: 'unreadable', errno: print.errno });
        return;
      case 'special':
        look(row, { kind: 'not-a-file', what: 'special' });
        return;
      default:
        assertNever(print);
    }
  }

  function look(row: FileRow, disk: DiskFact): void {
    const folder = state.folders.get(row.folderId);
    if (folder === null) return;
    const { directoryId, directoryPath, name } = row;
    desk.look({ folder, directoryId, directoryPath, name, disk, ignoredBy: null, row });
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      const due = state.files.due('discovered', limit + claims.size, ports.scope);
      const chosen = takeFree(due, claims, (file) => file.id, limit);
      if (chosen.length === 0) return [];
      return state.repeatable(() =>
        chosen.flatMap((file) => {
          if (file.contentId !== null) {
            desk.decide(file); // back again with bytes that are known
            return [() => Promise.resolve<Step>('advanced')];
          }
          const claimed = desk.move(file, 'hashing');
          return [(signal: AbortSignal) => claims.during(file.id, () => read(claimed, signal))];
        }),
      );
    },
    nextDueMs: () => state.files.nextDueMs('discovered', ports.scope),
  };
}
