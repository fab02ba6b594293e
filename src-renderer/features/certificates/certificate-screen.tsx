/** One proof: the certificate as it looks, its data, and whether a file is what it proves. It is kept on this computer from the first time it is seen. */
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import type { PdfAction } from '../../../src-shared/model/proofs/pdf-actions.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { Button } from '../../ui/layout/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/layout/page-part.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { safeFileName, saveFile } from '../../ui/layout/save-file.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { useCall, useCore } from '../../data/bridge-context.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import { pathTo } from '../../paths.ts';
import { EvidenceButton, QrLabelsButton, StatementButton } from '../evidence/index.ts';
import { VerifyPanel } from '../verify/index.ts';
import { CertificateData } from './certificate-data.tsx';
import styles from './certificates.module.css';
import type { OpenPdf } from './pdf-document.ts';
import { CopyCitation, ProofMenu } from './proof-actions.tsx';
import { ProofFacts } from './proof-facts.tsx';
import { type CertificateState, useCertificate } from './use-certificate.ts';

/** What draws PDFs is large, and everything else on the screen is there before it. */
const PdfViewer = lazyPart(async () => (await import('./pdf-viewer.tsx')).PdfViewer);

const TABS = ['paper', 'data', 'verify'] as const;
type Tab = (typeof TABS)[number];

export function CertificateScreen(): ReactElement {
  const { projectId, fileId = '' } = useParams();
  const { certificates } = useWords();
  const { state, readAgain } = useCertificate(fileId, projectId);
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [tab, setTab] = useTab();
  const onReady = useCallback((opened: OpenPdf | null) => setPdf(opened), []);
  const { proof } = state;
  return (
    <Page
      title={proof === null ? certificates.one : certificates.titleOf(printable(proof.name))}
      actions={
        proof !== null && (
          <>
            <ProofMenu
              proof={proof}
              bytes={state.is === 'there' ? state.bytes : null}
              pdf={tab === 'paper' ? pdf : null}
            />
            {state.is === 'there' && (
              <Button
                kind="primary"
                icon="download"
                onPress={() =>
                  saveFile(`${proof.name}.certificate.pdf`, [state.bytes.pdf], 'application/pdf')
                }
              >
                {certificates.savePdf}
              </Button>
            )}
          </>
        )
      }
    >
      {proof === null && state.is !== 'there' && <Waiting state={state} onAgain={readAgain} />}
      {proof !== null && (
        <div className={styles['hero']}>
          <div className={styles['side']}>
            <ProofFacts proof={proof} savedAtMs={state.is === 'there' ? state.savedAtMs : null} />
            <div className={styles['actions']}>
              <CopyCitation proof={proof} />
              <EvidenceButton
                choice={{ asked: [proof.fileId], projectId: proof.projectId }}
                about={proof}
              />
              <StatementButton choice={{ asked: [proof.fileId], projectId: proof.projectId }} />
              <QrLabelsButton choice={{ asked: [proof.fileId], projectId: proof.projectId }} />
            </div>
          </div>
          <div className={styles['whole']}>
            <Tabs
              label={certificates.one}
              selected={tab}
              onSelect={setTab}
              parts={[
                {
                  id: 'paper',
                  label: certificates.paper,
                  content:
                    state.is === 'there' ? (
                      <div className={styles['stack']}>
                        <PdfCaution actions={state.pdfActions} />
                        <PdfViewer
                          bytes={state.bytes.pdf}
                          onReady={onReady}
                          onShowData={() => setTab('data')}
                        />
                        <DragOut
                          fileId={proof.fileId}
                          name={`${proof.name}.certificate.pdf`}
                          bytes={state.bytes.pdf}
                        />
                      </div>
                    ) : (
                      <Waiting state={state} onAgain={readAgain} />
                    ),
                },
                {
                  id: 'data',
                  label: certificates.data,
                  content:
                    state.is === 'there' ? (
                      <CertificateData bytes={state.bytes.json} proof={proof} />
                    ) : (
                      <Waiting state={state} onAgain={readAgain} />
                    ),
                },
                {
                  id: 'verify',
                  label: certificates.verify,
                  content: <VerifyProof proof={proof} />,
                },
              ]}
            />
          </div>
        </div>
      )}
    </Page>
  );
}

/** Where a file is compared with this proof. */
function VerifyProof({ proof }: Readonly<{ proof: ShownProof }>): ReactElement {
  const { fileId, projectId, copies } = proof;
  const against = useMemo(
    () => ({ kind: 'record' as const, fileId, projectId }),
    [fileId, projectId],
  );
  const [asked] = useSearchParams();
  return <VerifyPanel against={against} copies={copies} readAtOnce={asked.get('copy')} />;
}

/** Labseal's own viewer does none of it; the one that opens the saved file may. */
function PdfCaution({ actions }: Readonly<{ actions: readonly PdfAction[] }>): ReactElement | null {
  const { certificates, figures } = useWords();
  if (actions.length === 0) return null;
  const held = figures.list(actions.map((action) => certificates.pdfActions[action]));
  return (
    <HealthBanner
      severity="attention"
      title={certificates.pdfContains(held)}
      text={certificates.pdfContainsText}
    />
  );
}

/** Which part is shown is part of the address, so that other pages can lead to it. */
function useTab(): readonly [Tab, (tab: Tab) => void] {
  const [asked, ask] = useSearchParams();
  const tab = TABS.find((each) => each === asked.get('tab')) ?? 'paper';
  return [tab, (next) => ask(next === 'paper' ? {} : { tab: next }, { replace: true })];
}

function Waiting({
  state,
  onAgain,
}: Readonly<{
  state: Exclude<CertificateState, { is: 'there' }>;
  onAgain: () => void;
}>): ReactElement {
  return state.is === 'reading' ? (
    <Skeleton lines={6} />
  ) : (
    <MissingCertificate state={state} onAgain={onAgain} />
  );
}

function MissingCertificate({
  state,
  onAgain,
}: Readonly<{
  state: Extract<CertificateState, { is: 'missing' }>;
  onAgain: () => void;
}>): ReactElement {
  const words = useWords();
  const { certificates, faults } = words;
  const { title, text } = missingWords(state, words);
  return (
    <EmptyState title={title} text={text}>
      {state.proof !== null && <Button onPress={onAgain}>{faults.tryAgain}</Button>}
      {state.proof === null && <a href={`#${pathTo('certificates')}`}>{certificates.all}</a>}
    </EmptyState>
  );
}

function missingWords(
  { fault, proof }: Extract<CertificateState, { is: 'missing' }>,
  words: ReturnType<typeof useWords>,
): { readonly title: string; readonly text: string } {
  const { certificates } = words;
  if (fault.kind === 'unknown-file') {
    return proof === null
      ? { title: certificates.unknown, text: certificates.unknownText }
      : { title: certificates.notSaved, text: certificates.notSavedText };
  }
  const text = faultSentence(fault, words);
  if (fault.kind === 'not-a-certificate') return { title: certificates.noCertificate, text };
  if (fault.kind === 'no-certificate-yet') return { title: certificates.notYet, text };
  return { title: certificates.notSaved, text };
}

/**
 * A certificate that can be dragged into a folder or a message. A window of its own drags the saved file; in a browser
 * the browser writes it (`DownloadURL`, which Chromium knows; elsewhere nothing happens). Nobody depends on it: saving is
 * a button.
 */
function DragOut({
  fileId,
  name,
  bytes,
}: Readonly<{
  /** The service's id of the version it proves. */
  fileId: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}>): ReactElement {
  const { certificates } = useWords();
  const isNative = useCore(({ abilities }) => abilities.dragPaths === true);
  const dragNatively = useCall('desktop.dragOut');
  const address = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (address.current !== null) URL.revokeObjectURL(address.current);
      address.current = null;
    },
    [bytes],
  );
  return (
    <div
      draggable
      aria-hidden="true"
      className={styles['dragOut']}
      onDragStart={(event) => {
        if (isNative) {
          event.preventDefault(); // the window drags the saved file itself
          void dragNatively({ form: 'pdf', asked: fileId });
          return;
        }
        const { dataTransfer } = event;
        address.current ??= URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
        // A colon would end the name early; safeFileName leaves none.
        dataTransfer.setData(
          'DownloadURL',
          `application/pdf:${safeFileName(name)}:${address.current}`,
        );
        dataTransfer.effectAllowed = 'copy';
      }}
    >
      <Icon name="grip-vertical" size={1} />
      {certificates.dragOut}
    </div>
  );
}
