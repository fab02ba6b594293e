/** All downloads in one place, those too that an earlier run of the program left. Nothing is shown while there are none. */
import { useId, type ReactElement } from 'react';
import { FileName } from '../../parts/file-name.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { DownloadState } from './download-state.tsx';
import styles from './downloads.module.css';
import { useDownloads } from './use-downloads.ts';

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
