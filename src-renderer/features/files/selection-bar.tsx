/** What can be done about several files at once: one decision for all of them. */
import { type ReactElement, useState } from 'react';
import { type FileListRow, MOST_NAMED_FILES } from '../../../src-shared/bridge/file-calls.ts';
import { APPROVAL_KINDS } from '../../../src-shared/model/money/spend-limits.ts';
import { THERE_BEFORE } from '../../../src-shared/model/folders/baseline-file.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { useAction } from '../../data/use-action.ts';
import type { FileQuery } from '../../data/use-range.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { type GridSelection, isSelected } from '../../ui/grid/grid-selection.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { useBalance } from '../../data/queries.ts';
import { SpendQuestion, sumOf } from '../../parts/spend-question.tsx';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { approve, include, readAll } from './file-commands.ts';
import styles from './files.module.css';
import { UploadQuestion } from './upload-question.tsx';

const ASKS_YES: ReadonlySet<string> = new Set(['ready', 'changed']);
const LIFTED: ReadonlySet<string> = new Set(APPROVAL_KINDS);

/** Shows a dialog about files that have a record on the service. */
export type ExportEvidence = (
  files: readonly [FileListRow, ...FileListRow[]],
  onClose: () => void,
) => ReactElement;

type Asking = {
  readonly what: 'upload' | 'approve' | 'include' | 'assign' | 'take-along';
  readonly files: readonly FileListRow[];
} | null;

export function SelectionBar({
  selection,
  total,
  query,
  known,
  onDone,
  exportEvidence,
}: Readonly<{
  selection: GridSelection;
  total: number;
  query: FileQuery;
  /** The rows that are in memory. */
  known: readonly FileListRow[];
  onDone: () => void;
  exportEvidence?: ExportEvidence | undefined;
}>): ReactElement | null {
  const words = useWords();
  const { files, evidence } = words;
  const { run, isPending, fault } = useAction();
  const [asking, setAsking] = useState<Asking>(null);
  const count = selection.kind === 'all' ? total : selection.ids.size;
  if (count < 2) return null;

  const chosen = known.filter(({ id }) => isSelected(selection, id));
  const mayNeed = (test: (file: FileListRow) => boolean) => chosen.some(test);
  /** Rows of the selection, also those that were never in sight. */
  const collect = (then: (rows: readonly FileListRow[]) => void) =>
    run(
      (ask) =>
        chosen.length === count
          ? Promise.resolve(ok(chosen))
          : readAll(query, MOST_NAMED_FILES)(ask),
      (rows) => then(rows.filter(({ id }) => isSelected(selection, id))),
    );
  const close = () => {
    setAsking(null);
    onDone();
  };

  return (
    <div role="group" aria-label={files.selection} className={styles['selection']}>
      <strong>{files.selected(count)}</strong>
      {count > MOST_NAMED_FILES && <span>{files.selectedFirst(MOST_NAMED_FILES)}</span>}
      {mayNeed(({ state }) => ASKS_YES.has(state)) && (
        <Button
          isSmall
          isPending={isPending}
          onPress={() =>
            collect((rows) =>
              setAsking({ what: 'upload', files: rows.filter(({ state }) => ASKS_YES.has(state)) }),
            )
          }
        >
          {files.uploadSelected}
        </Button>
      )}
      {mayNeed(isLifted) && (
        <Button
          isSmall
          isPending={isPending}
          onPress={() =>
            collect((rows) => setAsking({ what: 'approve', files: rows.filter(isLifted) }))
          }
        >
          {files.approveSelected}
        </Button>
      )}
      {mayNeed(wasThereBefore) && (
        <Button
          isSmall
          isPending={isPending}
          onPress={() =>
            collect((rows) => setAsking({ what: 'include', files: rows.filter(wasThereBefore) }))
          }
        >
          {files.includeSelected}
        </Button>
      )}
      <Button
        isSmall
        isPending={isPending}
        onPress={() => collect((rows) => setAsking({ what: 'assign', files: rows }))}
      >
        {files.actions.assign}
      </Button>
      {exportEvidence !== undefined && mayNeed(isRecorded) && (
        <Button
          isSmall
          isPending={isPending}
          onPress={() => collect((rows) => setAsking({ what: 'take-along', files: rows }))}
        >
          {evidence.export}
        </Button>
      )}
      <Problem text={fault === null ? null : faultSentence(fault, words)} />
      {asking?.what === 'upload' && <UploadQuestion files={asking.files} onClose={close} />}
      {asking?.what === 'approve' && isFilled(asking.files) && (
        <ApproveQuestion files={asking.files} deed={approve} onClose={close} />
      )}
      {asking?.what === 'include' && isFilled(asking.files) && (
        <ApproveQuestion files={asking.files} deed={include} onClose={close} />
      )}
      {asking?.what === 'take-along' &&
        isFilled(asking.files) &&
        exportEvidence?.(asking.files, close)}
      {asking?.what === 'assign' && isFilled(asking.files) && (
        <AssignmentDialog files={asking.files} onClose={close} />
      )}
    </div>
  );
}

function isLifted({ state, hold }: FileListRow): boolean {
  return state === 'duplicate' || (state === 'held' && hold !== null && LIFTED.has(hold));
}

function wasThereBefore({ state, note }: FileListRow): boolean {
  return state === 'ignored' && note === THERE_BEFORE;
}

function isRecorded({ fileId }: FileListRow): boolean {
  return fileId !== null;
}

function isFilled(
  files: readonly FileListRow[],
): files is readonly [FileListRow, ...FileListRow[]] {
  return files.length > 0;
}

/**
 * Asks before several files are let go, or included again: the engine pays for what a person approved, and within a
 * budget for what is new, so it says how much.
 */
function ApproveQuestion({
  files,
  deed,
  onClose,
}: Readonly<{
  files: readonly FileListRow[];
  /** What a yes does. */
  deed: typeof approve;
  onClose: () => void;
}>): ReactElement {
  const words = useWords();
  const balance = useBalance();
  const { run, isPending, fault } = useAction();
  return (
    <SpendQuestion
      offer={sumOf(files)}
      balance={balance?.credits ?? null}
      isOpen
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
      onAgree={() => run(deed(files), onClose)}
      onClose={onClose}
    />
  );
}
