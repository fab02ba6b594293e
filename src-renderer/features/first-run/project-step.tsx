/** Where the first file goes: one of the projects that are there, or a new one with its price. */
import type { ReactElement } from 'react';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { Button } from '../../ui/layout/button.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import styles from './first-run.module.css';

export function PlaceStep({
  projects,
  projectId,
  onChoose,
  onNext,
}: Readonly<{
  projects: readonly { readonly id: string; readonly name: string }[];
  /** Empty: none yet. */
  projectId: string;
  onChoose: (projectId: string) => void;
  onNext: () => void;
}>): ReactElement {
  const { firstRun } = useWords();
  return (
    <div className={styles['step']}>
      {projects.length === 0 ? (
        <p>{firstRun.noProject}</p>
      ) : (
        <RadioGroup
          label={firstRun.project}
          options={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={projectId}
          onChange={onChoose}
        />
      )}
      <div className={styles['actions']}>
        {projects.length > 0 && (
          <Button kind="primary" isDisabled={projectId === ''} onPress={onNext}>
            {firstRun.next}
          </Button>
        )}
        <LinkButton
          to={pathTo('newProject')}
          {...(projects.length === 0 ? { kind: 'primary' } : {})}
        >
          {firstRun.newProject(CREDITS.projectCreation)}
        </LinkButton>
      </div>
    </div>
  );
}
