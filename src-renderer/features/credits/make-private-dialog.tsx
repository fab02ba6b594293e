/** Asks before files are sent as private ones: what that costs instead, and what cannot be undone afterwards. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { type Ask, useAction } from '../../data/use-action.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { sumOf } from '../../parts/credits/spend-question.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import styles from './credits.module.css';

export function MakePrivateDialog({
  files,
  onDone,
  onClose,
}: Readonly<{
  /** Public ones. */
  files: readonly FileListRow[];
  onDone: () => void;
  onClose: () => void;
}>): ReactElement {
  const words = useWords();
  const { credits, ui, folders } = words;
  const { run, isPending, fault } = useAction();
  const asPrivate = privateCredits(files);
  return (
    <ConfirmDialog
      title={credits.makePrivateTitle(files.length)}
      isOpen
      onClose={onClose}
      confirm={credits.makePrivateAgree(files.length, ui.credits(asPrivate))}
      seenIn="activity"
      isPending={isPending}
      onConfirm={() => run(makePrivate(files), onDone)}
    >
      <div className={styles['block']}>
        <Facts
          facts={[
            { label: credits.asPublic, value: ui.atMost(sumOf(files).credits) },
            { label: folders.asPrivate, value: ui.atMost(asPrivate) },
          ]}
        />
        <p>{credits.privateMeans}</p>
        <p>{credits.privateForGood}</p>
        <Problem text={faultSentence(fault, words)} />
      </div>
    </ConfirmDialog>
  );
}

/** Sends public files as private ones instead: what that costs, and which calls it takes. Draws nothing. */
export function privateCredits(files: readonly Pick<FileListRow, 'sizeBytes'>[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + uploadCredits('private', sizeBytes), 0);
}

/**
 * Gives each file its own instructions, the same but for the visibility, and agrees to the price that was on screen. A
 * file that still has to be looked at waits for its own yes.
 */
export function makePrivate(files: readonly FileListRow[]) {
  return async (ask: Ask): Promise<Result<null, PageFault>> => {
    for (const { assignment, fileIds } of byInstructions(files)) {
      const assigned = await ask('files.assign', {
        selection: { fileIds },
        assignment: { ...assignment, visibility: 'private' },
      });
      if (!assigned.ok) return assigned;
    }
    if (files.length === 0) return ok(null);
    const agreed = await ask('files.agree', {
      which: { fileIds: files.map(({ id }) => id) },
      credits: privateCredits(files),
    });
    return agreed.ok ? ok(null) : agreed;
  };
}

/** One call takes many files, but only one set of instructions. */
function byInstructions(
  files: readonly FileListRow[],
): Iterable<{ readonly assignment: Assignment; readonly fileIds: string[] }> {
  const groups = new Map<string, { assignment: Assignment; fileIds: string[] }>();
  for (const { assignment, id } of files) {
    const key = JSON.stringify(assignment);
    const group = groups.get(key) ?? { assignment, fileIds: [] };
    group.fileIds.push(id);
    groups.set(key, group);
  }
  return groups.values();
}
