/**
 * What a person approves with the preview of a new folder: exactly the files that were shown, each as it was written
 * then, for at most what each was said to cost. One that was written since, or is still written, is not among them.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { PreviewedFile } from '../../../src-shared/model/folders/folder-preview.ts';
import { type FileIdentity, identityKey } from '../../platform/disk/file-identity.ts';
import { makeYieldToLoop } from '../../platform/threads/give-way.ts';
import type { AccountPorts } from '../common/ports.ts';

const FILES_PER_TRANSACTION = 1_000; // others have their turn in between
const MARK_BYTES = 9; // no two of a million files have the same by chance
const KEPT_PREVIEWS = 2; // one for each page that may be open

export interface ShownFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  /** As `identityKey` writes it. */
  readonly identity: string;
  readonly credits: number;
  /** The same for the same path, writing and price, and for nothing else. */
  readonly mark: string;
}

/** Gathers what would be sent. `listing` is the same for the same files, in whatever order they came. */
export function gatherShown() {
  const files: ShownFile[] = [];
  return {
    add({ path: shownPath, credits }: PreviewedFile, of: FileIdentity | null): void {
      if (of === null) return;
      const identity = identityKey(of);
      const mark = digest(JSON.stringify([shownPath, identity, credits]))
        .subarray(0, MARK_BYTES)
        .toString('base64');
      files.push({ path: shownPath, credits, identity, mark });
    },
    files: files as readonly ShownFile[],
    listing: (): string =>
      digest(
        files
          .map(({ mark }) => mark)
          .toSorted()
          .join(),
      ).toString('hex'),
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The last previews: an approval names one by its listing. */
export function makeShownPreviews() {
  const kept = new Map<string, ReadonlySet<string>>();
  return {
    /** Returns its listing. */
    keep(shown: ReturnType<typeof gatherShown>): string {
      const listing = shown.listing();
      kept.delete(listing);
      kept.set(listing, new Set(shown.files.map(({ mark }) => mark)));
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > KEPT_PREVIEWS) kept.delete(oldest);
      return listing;
    },
    /** Those of the files that are there now which that preview showed as they are; null: it is not kept any more. */
    stillAsIn(listing: string, now: ReturnType<typeof gatherShown>): readonly ShownFile[] | null {
      if (now.listing() === listing) return now.files;
      const marks = kept.get(listing);
      return marks === undefined ? null : now.files.filter(({ mark }) => marks.has(mark));
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
