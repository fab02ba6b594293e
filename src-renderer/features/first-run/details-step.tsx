/** How the first files are notarized and what that costs: the sum on the button is the most that the yes is to. */
import { useState, type ReactElement } from 'react';
import { AssignmentFields } from '../../parts/assignment-fields.tsx';
import type { AssignmentDraft } from '../../parts/assignment-draft.ts';
import { FileName } from '../../parts/file-name.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useWords } from '../../words/words-context.ts';
import { firstProblem, isExact, mostCredits, type FirstDraft } from './first-draft.ts';
import styles from './first-run.module.css';

export function DetailsStep({
  draft,
  balance,
  isPending,
  problem,
  onChange,
  onNotarize,
}: Readonly<{
  draft: FirstDraft;
  /** In credits; null while it is not known. */
  balance: number | null;
  isPending: boolean;
  /** Why it was not done. */
  problem: string | null;
  onChange: (assignment: AssignmentDraft) => void;
  onNotarize: () => void;
}>): ReactElement {
  const { firstRun, figures, ui } = useWords();
  const [isJudged, setIsJudged] = useState(false);
  const missing = firstProblem(draft);
  const credits = mostCredits(draft);
  const price = isExact(draft) ? ui.credits(credits) : ui.aboutCredits(credits);
  return (
    <Form
      onSubmit={() => {
        setIsJudged(true);
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
            <span className={styles['quiet']}>{figures.size(size)}</span>
          </li>
        ))}
      </ul>
      <AssignmentFields
        draft={draft.assignment}
        onChange={onChange}
        projects={[]}
        problem={isJudged && missing !== 'files' ? missing : null}
        isShort
      />
      <p className={styles['sum']}>
        {balance === null ? firstRun.costs(price) : sumText(balance - credits)}
      </p>
    </Form>
  );

  function sumText(left: number): string {
    return left < 0 ? firstRun.short(price, -left) : firstRun.leaves(price, ui.credits(left));
  }
}
