/** How the first files are notarized and what that costs: the sum on the button is the maximum that is approved. */
import { type ReactElement, useState } from 'react';
import { AssignmentFields } from '../../parts/assignment/assignment-fields.tsx';
import {
  type AssignmentDraft,
  draftProblems,
  type DraftProblem,
} from '../../parts/assignment/assignment-draft.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useWords } from '../../words/words-context.ts';
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import styles from './first-run.module.css';
import prose from '../../ui/layout/prose.module.css';
import { lackingCredits, type Purse } from '../../../src-shared/model/money/spend-limits.ts';

export function DetailsStep({
  draft,
  balance,
  isPending,
  problem,
  onChange,
  onNotarize,
}: Readonly<{
  draft: FirstDraft;
  /** Null while it is not known. */
  balance: Purse | null;
  isPending: boolean;
  /** Why it was not done. */
  problem: string | null;
  onChange: (assignment: AssignmentDraft) => void;
  onNotarize: () => void;
}>): ReactElement {
  const { firstRun, figures, ui } = useWords();
  const [showsErrors, setShowsErrors] = useState(false);
  const missing = firstProblem(draft);
  const credits = mostCredits(draft);
  const price = ui.credits(credits);
  return (
    <Form
      onSubmit={() => {
        setShowsErrors(true);
        if (missing !== null) return false;
        onNotarize();
        return true;
      }}
      submitLabel={firstRun.notarize(price)}
      isPending={isPending}
      problem={problem}
    >
      <ul aria-label={firstRun.files} className={styles['files']}>
        {draft.files.map(({ name, size }, index) => (
          <li key={`${index} ${name}`}>
            <FileName name={name} />
            <span className={prose['quiet']}>{figures.size(size)}</span>
          </li>
        ))}
      </ul>
      <AssignmentFields
        draft={draft.assignment}
        onChange={onChange}
        projects={[]}
        problems={showsErrors && missing !== null && missing !== 'files' ? [missing] : []}
        isShort
      />
      <p>{firstRun.checked}</p>
      <p className={prose['strong']}>
        {balance === null ? firstRun.costs(price) : sumText(balance)}
      </p>
    </Form>
  );

  function sumText(purse: Purse): string {
    const lacking = lackingCredits(purse, credits);
    return lacking > 0
      ? firstRun.short(price, lacking)
      : firstRun.leaves(price, ui.credits(purse.credits - credits));
  }
}

/** The draft of the first notarization: the files, and their settings. Pure. */
interface FirstDraft {
  readonly files: readonly Pick<File, 'name' | 'size'>[];
  readonly assignment: AssignmentDraft;
}

/** Upper bound in credits; what is on the service already costs nothing. */
export function mostCredits({ files, assignment }: FirstDraft): number {
  const { visibility } = assignment;
  return files.reduce((sum, { size }) => sum + uploadCredits(visibility, size), 0);
}

function firstProblem({ files, assignment }: FirstDraft): DraftProblem | 'files' | null {
  return files.length === 0 ? 'files' : (draftProblems(assignment)[0] ?? null);
}

/** Where somebody begins: a single project needs no choice. */
export function chosenProject(
  projects: readonly { readonly id: string }[],
  chosen: string | null,
): string {
  const [only, ...others] = projects;
  if (chosen !== null && projects.some(({ id }) => id === chosen)) return chosen;
  return others.length === 0 ? (only?.id ?? '') : '';
}
