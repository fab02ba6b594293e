/** The latest certificates. Not shown while there is none. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useRead } from '../../data/use-read.ts';
import { FileName } from '../../parts/file-name.tsx';
import { Moment } from '../../ui/feedback/moment.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import styles from './overview.module.css';

const LATEST = { filter: { isAvailable: true }, first: 0, count: 4 } as const;

export function LatestProofs(): ReactElement | null {
  const { overview } = useWords();
  const { value } = useRead('certificates.range', LATEST);
  const proofs = (value?.rows ?? []).filter(({ provenAtMs }) => provenAtMs !== null);
  if (proofs.length === 0) return null;
  return (
    <section aria-labelledby="latest" className={styles['block']}>
      <h2 id="latest">{overview.latest}</h2>
      <ul className={styles['list']}>
        {proofs.map(({ fileId, projectId, name, provenAtMs }) => (
          <li key={fileId}>
            <Link to={pathTo('certificate', projectId, fileId)} className={styles['link']}>
              <span className={styles['proven']}>
                <Icon name="badge-check" />
              </span>
              <span className={styles['name']}>
                <FileName name={name} />
              </span>
              <span className={styles['quiet']}>
                <Moment atMs={provenAtMs ?? 0} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link to={pathTo('certificates')}>{overview.allCertificates}</Link>
      </p>
    </section>
  );
}
