/** Gives one or many files instructions of their own. Nothing is sent by it: the price is agreed to afterwards. */
import { useState, type ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useAction } from '../../data/use-action.ts';
import { useProjects } from '../../data/use-projects.ts';
import { assignmentOf, draftOf, draftProblems } from '../../parts/assignment-draft.ts';
import { AssignmentFields } from '../../parts/assignment-fields.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { assign } from './file-commands.ts';
import styles from './files.module.css';

/** At least one file; the first one's instructions are what one begins with. */
export function AssignmentDialog({
  files,
  onClose,
}: Readonly<{
  files: readonly [FileListRow, ...FileListRow[]];
  onClose: () => void;
}>): ReactElement {
  const words = useWords();
  const projects = useProjects();
  const { run, isPending, fault } = useAction();
  const [draft, setDraft] = useState(() => draftOf(files[0].assignment));
  const [showsErrors, setShowsErrors] = useState(false);
  const problems = draftProblems(draft);
  const save = () => {
    setShowsErrors(true);
    if (problems.length === 0) run(assign(files, assignmentOf(draft)), onClose);
  };
  return (
    <Dialog
      title={words.files.assignTitle(files.length)}
      isOpen
      onClose={onClose}
      isQuestion
      actions={
        <>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
          <Button kind="primary" isPending={isPending} onPress={save}>
            {words.files.actions.assign}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <AssignmentFields
          draft={draft}
          onChange={setDraft}
          projects={projects}
          problems={showsErrors ? problems : []}
        />
        <Problem text={fault === null ? null : faultSentence(fault, words)} />
      </div>
    </Dialog>
  );
}
