/**
 * What a person chose for files whose name vanished before anything was sent: approvals, or that an upload was stopped. The
 * same file under another name, with the same bytes for the same destination and price, takes it over; it may be read later,
 * so it is kept for as long as the program runs.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { inodeKey, isRenamed } from '../../platform/disk/file-identity.ts';
import type { ApprovalKind, Passes } from '../../../src-shared/model/money/spend-limits.ts';

interface Choice {
  readonly file: FileRow;
  /** Where it would have gone, which decides its price. */
  readonly assignment: Assignment;
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
  assignmentOf: (file: FileRow) => Assignment,
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

  function mayHave({ assignment }: Choice, heir: FileRow): boolean {
    return isDeepStrictEqual(assignment, assignmentOf(heir));
  }

  function give({ file: { contentId }, given, passes, isStopped }: Choice, to: FileRow): void {
    if (contentId === null) return;
    for (const what of given) {
      const approval = { fileId: to.id, what, contentId, givenAtMs: nowMs() };
      approvals.give(what === 'budget' ? { ...approval, passes } : approval);
    }
    if (isStopped) queueChoices.stop(to.id, contentId);
  }

  return {
    /**
     * Its name is gone, and nothing of it was sent. `heirs`: rows that are the same file under another name. Returns the one for
     * which something is chosen now.
     */
    vanished(file: FileRow, heirs: readonly FileRow[]): FileRow | null {
      const { id, contentId, identity } = file;
      const inode = inodeKey(identity);
      if (contentId === null || inode === null) return null;
      const given = approvals.of(id, contentId);
      const isStopped = queueChoices.of(id).stoppedContentId === contentId;
      if (given.size === 0 && !isStopped) return null;
      const passes = approvals.passes(id, contentId);
      const choice = { file, assignment: assignmentOf(file), given, passes, isStopped };
      const heir = heirs.find((each) => mayHave(choice, each));
      if (heir !== undefined) {
        give(choice, heir);
        return heir;
      }
      const [oldest] = choices.keys();
      if (choices.size === MOST_CHOICES && oldest !== undefined) choices.delete(oldest);
      choices.set(inode, choice);
      return null;
    },

    /**
     * Forgets approvals that were kept: of these files under their former names, or all (null). Returns how many. What was
     * stopped stays stopped.
     */
    takeBack(rows: readonly FileRow[] | null): number {
      const keys = rows?.map(({ identity }) => inodeKey(identity)) ?? [...choices.keys()];
      let takenBack = 0;
      for (const key of new Set(keys)) {
        const choice = key === null ? undefined : choices.get(key);
        if (key === null || choice === undefined || choice.given.size === 0) continue;
        takenBack += 1;
        if (choice.isStopped) choices.set(key, { ...choice, given: new Set() });
        else choices.delete(key);
      }
      return takenBack;
    },

    /** Whether something was chosen for a file, which has no row yet, under a former name. */
    isChosen: (file: SeenFile): boolean => chosenFor(file) !== null,

    /** A file was read: what was chosen for it under a former name holds under this one. */
    takeOver(file: FileRow): void {
      const choice = chosenFor(file);
      if (choice === null) return;
      if (mayHave(choice, file)) give(choice, file);
      choices.delete(inodeKey(file.identity) ?? '');
    },
  };
}
