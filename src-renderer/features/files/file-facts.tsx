/** Everything about one file: how far it is, why, what can be done, what is known, what happened. */
import { useMemo, type ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useRead } from '../../data/use-read.ts';
import { Cost } from '../../parts/cost.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Fingerprint } from '../../parts/fingerprint.tsx';
import { Pipeline } from '../../parts/pipeline.tsx';
import { StatusText } from '../../parts/status-text.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import { isFree } from './file-columns.tsx';
import { FileButtons } from './file-buttons.tsx';
import { FileLineage } from './file-lineage.tsx';
import { FileHistory } from './file-history.tsx';
import { fileSteps } from './file-steps.ts';
import { FileWhy } from './file-explanation.tsx';
import styles from './files.module.css';
import { KnownPath } from './known-path.tsx';
import { whyText } from './explanation-text.ts';

const STALE_ON: readonly PageEvent['kind'][] = ['files-changed'];

/** `share`: how much of its present step is done; null when that is not known. */
export function FileFacts({
  file,
  share,
}: Readonly<{ file: FileListRow; share: number | null }>): ReactElement {
  const words = useWords();
  const { files, figures, assignment } = words;
  const nowMs = useNow();
  const asked = useMemo(() => ({ asked: file.id }), [file.id]);
  const times = useRead('files.times', asked, STALE_ON).value;
  const steps = fileSteps(file, words, times === null ? null : { times, nowMs });
  const { labels, fileType, procedureDescription } = file.assignment;
  const print = (method: string, hash: string | null) => ({
    label: `${files.fingerprint} · ${method}`,
    value: hash === null ? files.noFingerprint : <Fingerprint hash={hash} method={method} />,
  });
  return (
    <div className={styles['details']}>
      <StatusText state={file.state} hold={file.hold} share={share} />
      <p className={styles['why']}>{whyText(file, words)}</p>
      <FileButtons key={file.id} file={file} />
      <FileWhy key={`why ${file.id}`} file={file} />
      {steps.length > 0 && <Pipeline label={files.status} steps={steps} />}
      <Facts
        facts={[
          { label: files.size, value: figures.size(file.sizeBytes) },
          {
            label: files.credits,
            value: isFree(file) ? (
              files.noCredits
            ) : (
              <Cost credits={file.credits} isExact={file.isPriceExact} />
            ),
          },
          { label: files.when, value: figures.moment(file.changedAtMs) },
          { label: files.visibilityLabel, value: files.visibility[file.visibility] },
          { label: assignment.type, value: assignment.types[fileType] },
          { label: assignment.labels, value: labels === '' ? null : labels },
          { label: assignment.procedureDescription, value: procedureDescription },
          {
            label: files.path,
            value: <KnownPath path={file.path} />,
          },
          print('BLAKE3', file.blake3),
          print('SHA-256', file.sha256),
        ]}
      />
      <FileLineage file={file} />
      <FileHistory fileId={file.id} />
    </div>
  );
}
