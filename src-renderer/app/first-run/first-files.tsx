/**
 * The first files in progress: what was agreed to is approved as soon as its price is known, never for more than the
 * sum on the button. Then each step is shown, until the certificate opens in its place.
 */
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useBalance, useOffer } from '../../data/queries.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { fileSteps } from '../../features/files/file-steps.ts';
import { shareOf } from '../../features/files/upload-share.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { lazyPart } from '../../ui/layout/page-part.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Pipeline } from '../../parts/files/pipeline.tsx';
import { SpendNotice } from '../../parts/credits/spend-question.tsx';
import { StatusText } from '../../parts/files/status-text.tsx';
import { FaultText } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToWatch } from '../../paths.ts';
import arrangement from '../../ui/layout/arrangement.module.css';

const LONG_MS = 20_000; // longer than most chains take

const FirstProof = lazyPart(async () => (await import('./first-proof.tsx')).FirstProof);

export function FirstFiles({
  ids,
  agreedCredits,
}: Readonly<{ ids: readonly string[]; agreedCredits: number }>): ReactElement {
  const { firstRun, shell } = useWords();
  const asked = useMemo(() => ({ which: { fileIds: [...ids] } }), [ids]);
  const { value: offer } = useOffer(asked);
  const projectId = useRead('files.show', { asked: ids[0] ?? '' }).value?.projectId;
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.agree');
  const [left, setLeft] = useState(agreedCredits);
  const answered = useRef<typeof offer>(null);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  // The core reports a higher price: an offer that was read a moment ago may be answered already.
  const isDearer = fault?.kind === 'dearer-than-agreed';
  useEffect(() => {
    if (offer === null || offer.files === 0 || isPending) return;
    if (answered.current === offer) return; // each answer is approved once
    answered.current = offer;
    send({ ...asked, credits: left }, ({ credits }) => setLeft((before) => before - credits));
  }, [offer, isPending, left, asked, send]);
  const isDone = ids.every((id) => done.has(id));
  return (
    <Page
      title={isDone ? firstRun.done : firstRun.onItsWay}
      subtitle={isDone ? firstRun.doneText : firstRun.onItsWayText}
      kind={isDone ? 'text' : 'form'}
    >
      {offer !== null && offer.files > 0 && isDearer && (
        <SpendNotice
          offer={offer}
          balance={balance}
          isPending={isPending}
          problem={null}
          onAgree={() => send({ ...asked, credits: offer.credits })}
        />
      )}
      <FaultText fault={isDearer ? null : fault} />
      {ids.map((id) => (
        <FirstFile
          key={id}
          id={id}
          isOnly={ids.length === 1}
          onDone={() => setDone((before) => new Set([...before, id]))}
        />
      ))}
      <div className={arrangement['buttons']}>
        <LinkButton
          to={projectId === undefined ? pathTo('watch') : pathToWatch(projectId)}
          kind={isDone ? 'primary' : 'secondary'}
        >
          {shell.watchFolder}
        </LinkButton>
        <LinkButton to={pathTo('overview')}>{shell.goHome}</LinkButton>
      </div>
    </Page>
  );
}

const isProven = ({ state, fileId, certificatePdf }: FileListRow) =>
  state === 'duplicate' || (fileId !== null && certificatePdf !== null);

function FirstFile({
  id,
  isOnly,
  onDone,
}: Readonly<{ id: string; isOnly: boolean; onDone: () => void }>): ReactElement | null {
  const words = useWords();
  const { firstRun } = words;
  const { value: file } = useRead('files.show', { asked: id });
  const progress = useCore((view) => view.progress);
  const isThere = file !== null && isProven(file);
  const isRecording = file?.state === 'recording';
  const [takesLong, setTakesLong] = useState(false);
  const tell = useRef(onDone);
  useEffect(() => {
    if (isThere) tell.current();
  }, [isThere]);
  useEffect(() => {
    if (!isRecording) return undefined;
    const timer = setTimeout(() => setTakesLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, [isRecording]);
  if (file === null) return null;
  // That it was saved is no step of a file that somebody chose.
  const steps = fileSteps(file, words).filter((step) => step.id !== 'saved');
  const proof = isThere ? file.fileId : null;
  const address = pathTo('certificate', file.projectId, proof ?? '');
  return (
    <section aria-label={file.name} className={arrangement['block']}>
      <h2>
        <FileName name={file.name} />
      </h2>
      <StatusText
        state={file.state}
        hold={file.hold}
        isApproved={file.isApproved}
        share={shareOf(progress, file)}
      />
      {steps.length > 0 && proof === null && <Pipeline label={words.files.status} steps={steps} />}
      {isRecording && takesLong && <p role="status">{firstRun.takesLonger}</p>}
      {proof !== null && isOnly && <FirstProof fileId={proof} name={file.name} address={address} />}
      {proof !== null && !isOnly && (
        <div>
          <LinkButton to={address}>{words.files.actions.certificate}</LinkButton>
        </div>
      )}
      {steps.length > 0 && proof !== null && (
        <Disclosure label={firstRun.steps}>
          <Pipeline label={words.files.status} steps={steps} />
        </Disclosure>
      )}
    </section>
  );
}
