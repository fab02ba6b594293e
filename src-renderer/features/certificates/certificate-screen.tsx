/** One proof: the certificate as it looks, and its data. It is kept on this computer from the first time it is seen. */
import { lazy, Suspense, useCallback, useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import type { ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import { useProjects } from '../../bridge/use-projects.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WordOfService } from '../../ui/word-of-service.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { uploadedText } from '../../words/uploaded-text.ts';
import { useWords } from '../../words/words-context.ts';
import { CertificateData } from './certificate-data.tsx';
import styles from './certificates.module.css';
import type { OpenPdf } from './pdf-document.ts';
import { useCertificate, type CertificateState } from './use-certificate.ts';

/** What draws PDFs is large, and everything else on the screen is there before it. */
const PdfViewer = lazy(async () => ({ default: (await import('./pdf-viewer.tsx')).PdfViewer }));

async function print(pdf: OpenPdf): Promise<void> {
  const { printPdf } = await import('./print-pdf.ts');
  await printPdf(pdf);
}

export function CertificateScreen(): ReactElement {
  const { projectId, fileId = '' } = useParams();
  const { certificates } = useWords();
  const { state, readAgain } = useCertificate(fileId, projectId);
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [tab, setTab] = useState<'paper' | 'data'>('paper');
  const onReady = useCallback((opened: OpenPdf | null) => setPdf(opened), []);
  const { proof } = state;
  const actions = state.is === 'there' && (
    <>
      <Button
        icon="printer"
        isDisabled={pdf === null}
        onPress={() => {
          if (pdf !== null) void print(pdf);
        }}
      >
        {certificates.print}
      </Button>
      <Button
        kind="primary"
        icon="download"
        onPress={() =>
          saveFile(`${state.proof.name}.certificate.pdf`, [state.bytes.pdf], 'application/pdf')
        }
      >
        {certificates.savePdf}
      </Button>
    </>
  );
  return (
    <Page
      title={proof === null ? certificates.one : certificates.titleOf(proof.name)}
      actions={actions}
    >
      {proof !== null && <ProofFacts proof={proof} state={state} />}
      {state.is === 'reading' && <Skeleton lines={6} />}
      {state.is === 'missing' && <MissingCertificate state={state} onAgain={readAgain} />}
      {state.is === 'there' && (
        <div className={styles['whole']}>
          <Tabs
            label={certificates.one}
            selected={tab}
            onSelect={setTab}
            parts={[
              {
                id: 'paper',
                label: certificates.paper,
                content: (
                  <Suspense fallback={<Skeleton lines={6} />}>
                    <PdfViewer
                      bytes={state.bytes.pdf}
                      onReady={onReady}
                      onShowData={() => setTab('data')}
                    />
                  </Suspense>
                ),
              },
              {
                id: 'data',
                label: certificates.data,
                content: <CertificateData bytes={state.bytes.json} proof={state.proof} />,
              },
            ]}
          />
        </div>
      )}
    </Page>
  );
}

function ProofFacts({
  proof,
  state,
}: Readonly<{ proof: ShownProof; state: CertificateState }>): ReactElement {
  const words = useWords();
  const { certificates, figures, files } = words;
  const project = useProjects().find(({ id }) => id === proof.projectId);
  const { provenAtMs } = proof;
  return (
    <div className={styles['stack']}>
      {proof.listed === undefined ? (
        <p className={styles['proven']}>
          <Icon name={provenAtMs === null ? 'link-2' : 'badge-check'} />
          {provenAtMs === null
            ? certificates.notProven(proof.status)
            : certificates.proven(figures.utcMoment(provenAtMs), figures.localTime(provenAtMs))}
        </p>
      ) : (
        <>
          <WordOfService status={proof.status} />
          <p className={styles['quiet']}>{uploadedText(proof.listed, words)}</p>
        </>
      )}
      <p className={styles['quiet']}>
        {[
          project?.name ?? proof.projectId,
          files.visibility[proof.visibility],
          ...(proof.sizeBytes === null ? [] : [figures.size(proof.sizeBytes)]),
          ...(state.is === 'there' ? [certificates.savedCopy(figures.day(state.savedAtMs))] : []),
        ].join(' · ')}
      </p>
      {proof.sha256 !== null && (
        <dl className={styles['prints']}>
          <div>
            <dt>SHA-256</dt>
            <dd>
              <Fingerprint hash={proof.sha256} method="SHA-256" />
            </dd>
          </div>
        </dl>
      )}
    </div>
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
      {state.proof === null && <a href="#/certificates">{certificates.all}</a>}
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
  if (fault.kind === 'not-a-certificate') {
    return { title: certificates.noPdf, text: certificates.noPdfText };
  }
  if (fault.kind === 'no-certificate-yet') {
    return { title: certificates.notYet, text: certificates.notYetText };
  }
  return { title: certificates.notSaved, text: faultSentence(fault, words) };
}
