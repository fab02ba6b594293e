/**
 * What a person chose for files whose name vanished before anything was sent: approvals, or that an upload was stopped. The
 * same file under another name, with the same bytes for the same destination and price, takes it over; it may be read later,
 * so it is kept for as long as the program runs.
 */
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { inodeKey, isRenamed } from '../../platform/disk/file-identity.ts';
import type { ApprovalKind, Passes } from '../../../src-shared/model/money/spend-limits.ts';

interface Choice {
  readonly file: FileRow;
  readonly given: ReadonlySet<ApprovalKind>;
  readonly passes: Passes;
  readonly isStopped: boolean;
}

type SeenFile = Pick<FileRow, 'folderId' | 'identity' | 'contentId'>;

/** In memory; of more, the oldest ask again. */
const MOST_CHOICES = 10_000;

export type VanishedChoices = ReturnType<typeof makeVanishedChoices>;

export function makeVanishedChoices(
  { approvals, queueChoices }: Pick<State, 'approvals' | 'queueChoices'>,
  nowMs: () => number,
) {
  /** By inode. */
  const choices = new Map<string, Choice>();

  function chosenFor(file: SeenFile): Choice | null {
    const inode = choices.size === 0 ? null : inodeKey(file.identity);
    const choice = inode === null ? undefined : choices.get(inode);
    const isIt =
      choice !== undefined &&
      choice.file.folderId === file.folderId &&
      choice.file.contentId === file.contentId &&
      isRenamed(choice.file.identity, file.identity);
    return isIt ? choice : null;
  }

  function give({ file, given, passes, isStopped }: Choice, to: FileRow): void {
    const { contentId } = file;
    if (contentId === null || file.assignmentId !== to.assignmentId) return;
    for (const what of given) {
      const approval = { fileId: to.id, what, contentId, givenAtMs: nowMs() };
      approvals.give(what === 'budget' ? { ...approval, passes } : approval);
    }
    if (isStopped) queueChoices.stop(to.id, contentId);
  }

  return {
    /**
     * Its name is gone, and nothing of it was sent. `heir`: the same file, if it is known under another name. Returns whether
     * something is chosen for that now.
     */
    vanished(file: FileRow, heir: FileRow | undefined): boolean {
      const { id, contentId, identity } = file;
      const inode = inodeKey(identity);
      if (contentId === null || inode === null) return false;
      const given = approvals.of(id, contentId);
      const isStopped = queueChoices.of(id).stoppedContentId === contentId;
      if (given.size === 0 && !isStopped) return false;
      const choice = { file, given, passes: approvals.passes(id, contentId), isStopped };
      if (heir !== undefined) {
        give(choice, heir);
        return true;
      }
      const [oldest] = choices.keys();
      if (choices.size === MOST_CHOICES && oldest !== undefined) choices.delete(oldest);
      choices.set(inode, choice);
      return false;
    },

    /** Whether something was chosen for a file, which has no row yet, under a former name. */
    isChosen: (file: SeenFile): boolean => chosenFor(file) !== null,

    /** A file was read: what was chosen for it under a former name holds under this one. */
    takeOver(file: FileRow): void {
      const choice = chosenFor(file);
      if (choice === null) return;
      give(choice, file);
      choices.delete(inodeKey(file.identity) ?? '');
    },
  };
}
