/** What is notarized first: a few files now, or a folder from now on. */
import type { ReactElement } from 'react';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathToWatch } from '../../paths.ts';
import styles from './first-run.module.css';

export function WhatStep({
  projectId,
  onFiles,
}: Readonly<{
  projectId: string;
  onFiles: (files: readonly File[]) => void;
}>): ReactElement {
  const { firstRun } = useWords();
  return (
    <div className={styles['step']}>
      <section aria-labelledby="first-files" className={styles['choice']}>
        <h2 id="first-files">{firstRun.fewFiles}</h2>
        <DropZone label={firstRun.fewFilesText} isMultiple onFiles={onFiles} />
      </section>
      <section aria-labelledby="first-folder" className={styles['choice']}>
        <h2 id="first-folder">{firstRun.folder}</h2>
        <p>{firstRun.folderText}</p>
        <div>
          <LinkButton to={pathToWatch(projectId)} icon="folder-open">
            {firstRun.watch}
          </LinkButton>
        </div>
      </section>
    </div>
  );
}
