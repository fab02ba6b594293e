/** Files that were just added, until their certificates are there: how far they are together, and each of them. */
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { FileBatch, FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useBalance, useOffer } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import { Pipeline } from '../../parts/files/pipeline.tsx';
import { agreementTo, SpendNotice } from '../../parts/credits/spend-question.tsx';
import { StatusText } from '../../parts/files/status-text.tsx';
import { pathTo } from '../../paths.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { Button } from '../../ui/layout/button.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { fileSteps } from './file-steps.ts';
import styles from './files.module.css';
import { shareOf } from './upload-share.ts';

/** The price is approved here. */
export function AddedFiles({
  ids,
  onMore,
}: Readonly<{ ids: readonly string[]; onMore: () => void }>): ReactElement {
  const words = useWords();
  const { files } = words;
  const asked = { which: { fileIds: [...ids] } };
  const { value: offer } = useOffer(asked);
  const { value: batch, fault: unread, readAgain } = useRead('files.batch', asked.which);
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.agree');
  const awaitsApproval = offer !== null && offer.files > 0;
  return (
    <div className={styles['details']}>
      {awaitsApproval && (
        <SpendNotice
          offer={offer}
          balance={balance}
          isPending={isPending}
          problem={fault === null ? null : faultSentence(fault, words)}
          onAgree={() => send({ ...asked, ...agreementTo(offer) }, () => undefined)}
        />
      )}
      <p className={styles['why']}>{files.addedText}</p>
      <ErrorNotice fault={unread} onTryAgain={readAgain} />
      {batch !== null && <BatchProgress batch={batch} isStopped={awaitsApproval} />}
      {batch !== null && <BatchFiles batch={batch} />}
      <p>
        <Button onPress={onMore}>{files.addMore}</Button>
      </p>
    </div>
  );
}

/** `isStopped`: nothing goes on before a person approves, so no time is promised. */
function BatchProgress({
  batch: { total, done, needAttention },
  isStopped,
}: Readonly<{ batch: FileBatch; isStopped: boolean }>): ReactElement {
  const { files, figures } = useWords();
  const nowMs = useNow();
  const [begun, setBegun] = useState<BatchMark | null>(null);
  useEffect(() => {
    setBegun((before) => (isStopped ? null : (before ?? { done, atMs: Date.now() })));
  }, [isStopped, done]);
  const leftMs = batchLeftMs(begun, { done, atMs: nowMs }, total - needAttention);
  const text = [
    files.batchDone(done, total),
    ...(needAttention > 0 && !isStopped ? [files.batchNeedAttention(needAttention)] : []),
    ...(leftMs === null ? [] : [files.batchTimeLeft(figures.duration(leftMs))]),
  ].join(' · ');
  return (
    <div className={styles['batch']}>
      <ProgressBar label={files.batchProgress} share={total === 0 ? 0 : done / total} />
      <p>{text}</p>
    </div>
  );
}

/** Files that need a person come first. */
function BatchFiles({ batch: { total, rows } }: Readonly<{ batch: FileBatch }>): ReactElement {
  const { files } = useWords();
  return (
    <>
      <ul aria-label={files.chosen} className={styles['batchFiles']}>
        {rows.map((file) => (
          <AddedFile key={file.id} file={file} isAlone={total === 1} />
        ))}
      </ul>
      {total > rows.length && <p>{files.batchMore(total - rows.length)}</p>}
    </>
  );
}

/** The service has its content already, and not where the person wants it; null: that is not so. */
function elsewhereText({ duplicate, recordedElsewhere }: FileListRow, files: Words['files']) {
  if (duplicate !== null && duplicate.fileName !== '')
    return files.duplicate(duplicate.fileName, duplicate.project);
  return recordedElsewhere === undefined ? null : files.notarizedElsewhere;
}

function AddedFile({
  file,
  isAlone,
}: Readonly<{ file: FileListRow; isAlone: boolean }>): ReactElement {
  const words = useWords();
  const progress = useCore((view) => view.progress);
  const steps = isAlone ? fileSteps(file, words) : [];
  const elsewhere = elsewhereText(file, words.files);
  return (
    <li aria-label={file.name} className={styles['batchFile']}>
      <Link to={pathTo('file', file.projectId, file.id)}>
        <PlacedName name={file.name} folderPath={file.folderPath} />
      </Link>
      <StatusText
        state={file.state}
        hold={file.hold}
        isApproved={file.isApproved}
        share={shareOf(progress, file)}
      />
      {elsewhere !== null && <p className={styles['why']}>{elsewhere}</p>}
      {file.certificatePdf !== null && file.fileId !== null && (
        <Link to={pathTo('certificate', file.projectId, file.fileId)}>
          {words.files.actions.certificate}
        </Link>
      )}
      {steps.length > 0 && <Pipeline label={words.files.status} steps={steps} />}
    </li>
  );
}

/** How many files were finished at a moment. */
interface BatchMark {
  readonly done: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** Fewer say nothing about the next ones: recordings end in groups. */
const LEAST_FINISHED = 2;

/**
 * How long the rest of a batch takes, from how fast it went so far. In milliseconds; null while that is not known, and
 * once `total` are finished. `begun`: when the work began.
 */
export function batchLeftMs(
  begun: BatchMark | null,
  { done, atMs }: BatchMark,
  total: number,
): number | null {
  const finished = done - (begun?.done ?? done);
  if (begun === null || finished < LEAST_FINISHED || done >= total) return null;
  return ((atMs - begun.atMs) / finished) * (total - done);
}
