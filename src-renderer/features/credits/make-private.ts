/** Sends public files as private ones instead: what that costs, and which calls it takes. Draws nothing. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import type { Ask } from '../../data/use-command.ts';

export function privateCredits(files: readonly Pick<FileListRow, 'sizeBytes'>[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + uploadCredits('private', sizeBytes), 0);
}

/**
 * Gives each file its own instructions, the same but for the visibility, and agrees to the price that was on screen. A
 * file that still has to be looked at waits for its own yes.
 */
export function makePrivate(files: readonly FileListRow[]) {
  return async (ask: Ask): Promise<Result<null, PageFault>> => {
    const fileIds: string[] = [];
    for (const { assignment, paths } of byInstructions(files)) {
      const picked = await ask('files.pick', {
        paths,
        assignment: { ...assignment, visibility: 'private' },
      });
      if (!picked.ok) return picked;
      fileIds.push(...picked.value);
    }
    if (fileIds.length === 0) return ok(null);
    const agreed = await ask('files.agree', {
      which: { fileIds },
      credits: privateCredits(files),
    });
    return agreed.ok ? ok(null) : agreed;
  };
}

/** One call takes many files, but only one set of instructions. */
function byInstructions(
  files: readonly FileListRow[],
): Iterable<{ readonly assignment: Assignment; readonly paths: string[] }> {
  const groups = new Map<string, { assignment: Assignment; paths: string[] }>();
  for (const { assignment, path } of files) {
    const key = JSON.stringify(assignment);
    const group = groups.get(key) ?? { assignment, paths: [] };
    group.paths.push(path);
    groups.set(key, group);
  }
  return groups.values();
}
