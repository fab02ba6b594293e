/** Files that were just added, each with its checklist, until their certificates are there. The price is agreed to here. */
import { useMemo, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useBalance } from '../../data/use-balance.ts';
import { useCore } from '../../data/bridge-context.ts';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useOffer } from '../../data/use-offer.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-send.ts';
import { Button } from '../../ui/layout/button.tsx';
import { FileName } from '../../parts/file-name.tsx';
import { Pipeline } from '../../parts/pipeline.tsx';
import { SpendNotice } from '../../parts/spend-notice.tsx';
import { StatusText } from '../../parts/status-text.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { fileSteps } from './file-steps.ts';
import { shareOf } from './share-of.ts';
import styles from './files.module.css';

const STALE_ON: readonly PageEvent['kind'][] = ['files-changed', 'certificates-changed'];

export function AddedFiles({
  ids,
  onMore,
}: Readonly<{ ids: readonly string[]; onMore: () => void }>): ReactElement {
  const words = useWords();
  const { files } = words;
  const asked = useMemo(() => ({ which: { fileIds: [...ids] } }), [ids]);
  const { value: offer } = useOffer(asked);
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.agree');
  return (
    <div className={styles['details']}>
      {offer !== null && offer.files > 0 && (
        <SpendNotice
          offer={offer}
          balance={balance?.credits ?? null}
          isPending={isPending}
          problem={fault === null ? null : faultSentence(fault, words)}
          onAgree={(onDone) => send({ ...asked, credits: offer.credits }, onDone)}
        />
      )}
      <p className={styles['why']}>{files.addedText}</p>
      {ids.map((id) => (
        <AddedFile key={id} id={id} />
      ))}
      <p>
        <Button onPress={onMore}>{files.addMore}</Button>
      </p>
    </div>
  );
}

function AddedFile({ id }: Readonly<{ id: string }>): ReactElement | null {
  const words = useWords();
  const input = useMemo(() => ({ asked: id }), [id]);
  const { value: file } = useRead('files.show', input, STALE_ON);
  const progress = useCore((view) => view.progress);
  if (file === null) return null;
  const steps = fileSteps(file, words);
  const address = ['projects', file.projectId, 'files', file.fileId ?? '', 'certificate'];
  return (
    <section aria-label={file.name} className={styles['history']}>
      <h2>
        <FileName name={file.name} />
      </h2>
      <StatusText state={file.state} hold={file.hold} share={shareOf(progress, file)} />
      {steps.length > 0 && <Pipeline label={words.files.status} steps={steps} />}
      {file.certificatePdf !== null && file.fileId !== null && (
        <p>
          <Link to={`/${address.map(encodeURIComponent).join('/')}`}>
            {words.files.actions.certificate}
          </Link>
        </p>
      )}
    </section>
  );
}
