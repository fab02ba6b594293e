/**
 * What a person approves with the preview of a new folder: exactly the files that were shown, each as it was written
 * then, for at most what each was said to cost.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { PreviewedFile } from '../../../src-shared/model/folders/folder-preview.ts';
import { type FileIdentity, identityKey } from '../../platform/disk/file-identity.ts';
import { makeYieldToLoop } from '../../platform/threads/yield-to-loop.ts';
import type { AccountPorts } from '../common/account-ports.ts';

const FILES_PER_TRANSACTION = 1_000; // others have their turn in between

export interface ShownFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  /** As `identityKey` writes it. */
  readonly identity: string;
  readonly credits: number;
}

/** Gathers what would be sent. `listing` is the same for the same files, in whatever order they came. */
export function gatherShown() {
  const files: ShownFile[] = [];
  return {
    add({ path: shownPath, credits }: PreviewedFile, identity: FileIdentity | null): void {
      if (identity === null) return;
      files.push({ path: shownPath, credits, identity: identityKey(identity) });
    },
    files: files as readonly ShownFile[],
    listing(): string {
      const lines = files.map((file) => JSON.stringify([file.path, file.identity, file.credits]));
      return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
    },
  };
}

/** Aborting rejects with `signal.reason` and leaves an incomplete list. */
export async function noteAgreedFiles(
  folderId: number,
  files: readonly ShownFile[],
  { state, clock }: Pick<AccountPorts, 'state' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const breathe = makeYieldToLoop(clock);
  for (let first = 0; first < files.length; first += FILES_PER_TRANSACTION) {
    await breathe(signal);
    state.transaction(() => {
      for (const file of files.slice(first, first + FILES_PER_TRANSACTION)) {
        const parent = path.posix.dirname(file.path);
        const directoryId = state.files.directory(folderId, parent === '.' ? '' : parent);
        const { identity, credits } = file;
        const place = { directoryId, name: path.posix.basename(file.path) };
        state.agreedFiles.note(folderId, place, { identity, credits });
      }
    });
  }
}
