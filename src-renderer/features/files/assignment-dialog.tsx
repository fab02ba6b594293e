/** Gives one or many files instructions of their own. Nothing is sent by it: the price is agreed to afterwards. */
import { useState, type ReactElement } from 'react';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { useProjects } from '../../data/use-projects.ts';
import {
  type AssignmentDraft,
  assignmentOf,
  draftProblems,
} from '../../parts/assignment/assignment-draft.ts';
import { AssignmentFields } from '../../parts/assignment/assignment-fields.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './files.module.css';

export function AssignmentDialog({
  count,
  begin,
  isPending,
  fault,
  onSave,
  onClose,
}: Readonly<{
  /** Of the files. */
  count: number;
  /** What one begins with. */
  begin: AssignmentDraft;
  isPending: boolean;
  /** Why it was not saved. */
  fault: PageFault | null;
  onSave: (assignment: Assignment) => void;
  onClose: () => void;
}>): ReactElement {
  const words = useWords();
  const projects = useProjects();
  const [draft, setDraft] = useState(begin);
  const [showsErrors, setShowsErrors] = useState(false);
  const problems = draftProblems(draft);
  const save = () => {
    setShowsErrors(true);
    if (problems.length === 0) onSave(assignmentOf(draft));
  };
  return (
    <ConfirmDialog
      title={words.files.assignTitle(count)}
      isOpen
      onClose={onClose}
      confirm={words.files.actions.assign}
      isPending={isPending}
      isValid={problems.length === 0}
      onConfirm={save}
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
    </ConfirmDialog>
  );
}
