/** Everything about one file: how far it is, why, what can be done, what is known, what happened. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { THERE_BEFORE } from '../../../src-shared/model/there-before.ts';
import { Cost } from '../../ui/cost.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import { Pipeline } from '../../ui/pipeline.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { FileButtons } from './file-buttons.tsx';
import { FileHistory } from './file-history.tsx';
import { fileSteps } from './file-steps.ts';
import styles from './files.module.css';

/** Why it stands where it stands. Words of the service are quoted; notes of our own are no sentences. */
export function whyText(
  { state, hold, note, twin }: Pick<FileListRow, 'state' | 'hold' | 'note' | 'twin'>,
  { files }: Words,
): string {
  if (state === 'ignored' && note === THERE_BEFORE) return files.thereBefore;
  if (state === 'duplicate' && twin !== null) return files.twin(twin.fileName, twin.project);
  const says = note === null || note.startsWith('{') || !SAID_BY_SERVICE.has(hold ?? state);
  const why = hold === null ? files.whyState[state] : files.whyHold[hold];
  return says ? why : `${why} ${files.serviceSaid(note)}`;
}
const SAID_BY_SERVICE: ReadonlySet<string> = new Set([
  'refusal',
  'permission',
  'credits',
  'failed',
  'record_error',
]);

/** `share`: how much of its present step is done; null when that is not known. */
export function FileFacts({
  file,
  share,
}: Readonly<{ file: FileListRow; share: number | null }>): ReactElement {
  const words = useWords();
  const { files, figures, assignment } = words;
  const steps = fileSteps(file, words);
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
      {steps.length > 0 && <Pipeline label={files.status} steps={steps} />}
      <Facts
        facts={[
          { label: files.size, value: figures.size(file.sizeBytes) },
          {
            label: files.credits,
            value: <Cost credits={file.credits} isExact={file.isPriceExact} />,
          },
          { label: files.when, value: figures.moment(file.changedAtMs) },
          { label: files.visibilityLabel, value: files.visibility[file.visibility] },
          { label: assignment.type, value: assignment.types[fileType] },
          { label: assignment.labels, value: labels === '' ? null : labels },
          { label: assignment.procedureDescription, value: procedureDescription },
          { label: files.path, value: <span className={styles['path']}>{file.path}</span> },
          print('BLAKE3', file.blake3),
          print('SHA-256', file.sha256),
        ]}
      />
      <FileHistory fileId={file.id} />
    </div>
  );
}
