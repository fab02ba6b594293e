/** Where a bundle lies, and what could not be taken along: each file with its reason. */
import type { ReactElement } from 'react';
import type { EvidenceReport } from '../../../src-shared/model/proofs/evidence.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { lacksOf } from '../../../src-shared/model/words/evidence-words.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import { FolderPath } from '../../parts/files/placed-name.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './evidence.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

const MOST_LISTED = 50;

export function EvidenceResult({ report }: Readonly<{ report: EvidenceReport }>): ReactElement {
  const { evidence, figures, certificates } = useWords();
  const canReveal = useCore(({ abilities }) => abilities.revealInFolder === true);
  const reveal = useSend('desktop.reveal');
  const { path, files, unproven, sizeBytes } = report;
  const lacking = [
    ...files.map((file) => [file, lacksOf(file, evidence.lacks)] as const),
    ...unproven.map((file) => [file, [evidence.lacks.unproven[file.why]]] as const),
  ].filter(([, lacks]) => lacks.length > 0);
  return (
    <div className={styles['form']}>
      <div role="status">
        {report.isComplete ? (
          <p>
            <strong>{evidence.done}</strong>{' '}
            {evidence.doneText(files.length, figures.size(sizeBytes))}
          </p>
        ) : (
          <HealthBanner
            severity="attention"
            title={evidence.notWhole}
            text={evidence.notWholeText(lacking.length)}
          />
        )}
      </div>
      {lacking.length > 0 && (
        <ul className={styles['lacking']}>
          {lacking.slice(0, MOST_LISTED).map(([{ name, folderPath }, lacks], at) => (
            <li key={at}>
              <strong>{printable(name)}</strong>: {lacks.join('; ')}
              {folderPath !== null && (
                <div className={prose['small']}>
                  <FolderPath path={folderPath} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {lacking.length > MOST_LISTED && <p>{evidence.more(lacking.length - MOST_LISTED)}</p>}
      <dl className={styles['place']}>
        <dt className={prose['small']}>{evidence.lies}</dt>
        <dd>{printable(path)}</dd>
      </dl>
      <div className={arrangement['buttons']}>
        <CopyButton isSmall={false} label={evidence.copyPath} text={path} />
        {canReveal && (
          <Button
            icon="folder-open"
            isPending={reveal.isPending}
            onPress={() => reveal.send({ path })}
          >
            {certificates.reveal}
          </Button>
        )}
      </div>
      <ErrorNotice fault={reveal.fault} />
      <p className={prose['quiet']}>{evidence.readme}</p>
    </div>
  );
}
