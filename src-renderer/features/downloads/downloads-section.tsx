/** All downloads in one place, those too that an earlier run of the program left. Nothing is shown while there are none. */
import { useId, type ReactElement } from 'react';
import { FileName } from '../../parts/files/file-name.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { DownloadState } from './download-state.tsx';
import styles from './downloads.module.css';
import type { DownloadView } from '../../../src-shared/model/files/download-view.ts';
import { useAction } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';

export function DownloadsSection(): ReactElement | null {
  const { downloads } = useWords();
  const heading = useId();
  const { list, goOn, cancel, refused, fault, readAgain } = useDownloads();
  if (list.length === 0 && fault === null) return null;
  return (
    <section aria-labelledby={heading} className={styles['downloads']}>
      <h2 id={heading}>{downloads.title}</h2>
      <ul className={styles['list']}>
        {list.map((view) => (
          <li key={view.id}>
            <FileName name={view.name} />
            <DownloadState view={view} onGoOn={() => goOn(view)} onCancel={() => cancel(view)} />
          </li>
        ))}
      </ul>
      <ErrorNotice fault={refused} />
      <ErrorNotice fault={fault} onTryAgain={readAgain} />
    </section>
  );
}

/** The downloads that the core knows of, and what a person decides about one. */
export function useDownloads() {
  const { value, fault, readAgain } = useRead('downloads.list');
  const { run, fault: refused } = useAction();
  return {
    /** Empty until they were read. */
    list: value ?? [],
    goOn: ({ fileId: asked, projectId, folder }: DownloadView) =>
      run((ask) => ask('downloads.start', { asked, projectId, folder, keepsBoth: true })),
    /** Also takes one away that is over. */
    cancel: ({ id }: DownloadView) => run((ask) => ask('downloads.cancel', { id })),
    /** Why the last decision was not carried out. */
    refused,
    /** Why they could not be read. */
    fault,
    readAgain,
  };
}
