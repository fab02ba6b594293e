/** What can be done with a proof beside saving its document. */
import type { ReactElement } from 'react';
import type { CertificateForm, ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useWords } from '../../words/words-context.ts';
import { fingerprintLines, fingerprintsOf } from './fingerprints-of.ts';
import type { OpenPdf } from './pdf-document.ts';

async function print(pdf: OpenPdf): Promise<void> {
  const { printPdf } = await import('./print-pdf.ts');
  await printPdf(pdf);
}

/** `bytes` null: they are not here (yet). `pdf` null: it is not open (yet), so it cannot be printed. */
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
  const prints = fingerprintsOf(proof);
  const [copy] = proof.copies;
  return (
    <>
      {prints.length > 0 && (
        <CopyButton
          isSmall={false}
          label={certificates.copyPrint}
          text={fingerprintLines(prints)}
        />
      )}
      {copy !== undefined && (
        <CopyButton isSmall={false} label={certificates.copyPath} text={copy.path} />
      )}
      {bytes !== null && (
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
