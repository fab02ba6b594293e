/** What can be done with a proof beside saving its document. */
import { type ReactElement, useState } from 'react';
import type { CertificateForm, ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import { isDeleted } from '../../../src-shared/model/proofs/proof.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { MissingPart, pagePart } from '../../ui/layout/page-part.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { fingerprintLines, fingerprintsOf } from './proof-facts.tsx';
import type { OpenPdf } from './pdf-document.ts';

const printing = pagePart(async () => (await import('./print-pdf.ts')).printPdf);

/** `bytes` null: they are not here (yet). `pdf` null: it is not open (yet), and there is nothing to print. */
export function ProofActions({
  proof,
  bytes,
  pdf,
}: Readonly<{
  proof: ShownProof;
  bytes: Readonly<Record<CertificateForm, Uint8Array<ArrayBuffer>>> | null;
  pdf: OpenPdf | null;
}>): ReactElement {
  const { certificates } = useWords();
  const announce = useAnnounce();
  const service = useCore(({ status }) => status?.server ?? '');
  const prints = fingerprintsOf(proof);
  const [copy] = proof.copies;
  const canReveal = useCore(({ abilities }) => abilities.revealInFolder === true);
  const reveal = useSend('desktop.reveal');
  const [cannotPrint, setCannotPrint] = useState(false);
  const print = (opened: OpenPdf) =>
    printing.load().then(
      (printPdf) => {
        setCannotPrint(false);
        return printPdf(opened);
      },
      () => setCannotPrint(true),
    );
  const { sha256, provenAtMs } = proof;
  return (
    <>
      {sha256 !== null && provenAtMs !== null && (
        <CopyButton
          isSmall={false}
          label={certificates.copyCitation}
          text={[
            certificates.citation(
              { ...proof, sha256, notarizedAtMs: provenAtMs },
              { service, account: proof.ownerName ?? '' },
            ),
            ...(isDeleted(proof) ? [certificates.citationDeleted] : []),
          ].join(' ')}
        />
      )}
      {prints.length > 0 && (
        <CopyButton
          isSmall={false}
          label={certificates.copyPrint}
          text={fingerprintLines(prints)}
        />
      )}
      {copy !== undefined && !canReveal && (
        <CopyButton isSmall={false} label={certificates.copyPath} text={copy.path} />
      )}
      {copy !== undefined && canReveal && (
        <Button
          icon="folder-open"
          isPending={reveal.isPending}
          onPress={() =>
            reveal.send({ path: copy.path }, (isThere) => {
              if (!isThere) announce(certificates.goneFromThere);
            })
          }
        >
          {certificates.reveal}
        </Button>
      )}
      <ErrorNotice fault={reveal.fault} />
      {bytes !== null && (
        <>
          {pdf !== null && (
            <Button icon="printer" onPress={() => void print(pdf)}>
              {certificates.print}
            </Button>
          )}
          {cannotPrint && <MissingPart />}
          <Button
            icon="download"
            onPress={() =>
              saveFile(`${proof.name}.certificate.json`, [bytes.json], 'application/json')
            }
          >
            {certificates.saveData}
          </Button>
        </>
      )}
    </>
  );
}
