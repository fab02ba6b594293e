/** One file: how far it is, and what is known about it. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { Cost } from '../../ui/cost.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import { DetailsPane } from '../../ui/page.tsx';
import { Pipeline } from '../../ui/pipeline.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { useWords } from '../../words/words-context.ts';
import { fileSteps } from './file-steps.ts';
import styles from './files.module.css';

/** `share`: how much of its present step is done; null when that is not known. */
export function FileDetails({
  file,
  share,
  onClose,
}: Readonly<{ file: FileListRow; share: number | null; onClose: () => void }>): ReactElement {
  const words = useWords();
  const { files, figures } = words;
  const steps = fileSteps(file, words);
  const facts = [
    { label: files.size, value: figures.size(file.sizeBytes) },
    { label: files.credits, value: <Cost credits={file.credits} isExact={file.isPriceExact} /> },
    { label: files.when, value: figures.moment(file.changedAtMs) },
    { label: files.visibilityLabel, value: files.visibility[file.visibility] },
    { label: files.path, value: <span className={styles['path']}>{file.path}</span> },
  ];
  const fingerprints = [
    { method: 'BLAKE3', hash: file.blake3 },
    { method: 'SHA-256', hash: file.sha256 },
  ];
  return (
    <DetailsPane title={<FileName name={file.name} />} onClose={onClose}>
      <div className={styles['details']}>
        <StatusText state={file.state} hold={file.hold} share={share} />
        {steps.length > 0 && <Pipeline label={files.status} steps={steps} />}
        <dl className={styles['facts']}>
          {facts.map(({ label, value }) => (
            <div key={label} className={styles['fact']}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <dl className={styles['prints']}>
          {fingerprints.map(({ method, hash }) => (
            <div key={method}>
              <dt>
                {files.fingerprint} · {method}
              </dt>
              <dd>
                {hash === null ? files.noFingerprint : <Fingerprint hash={hash} method={method} />}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </DetailsPane>
  );
}
