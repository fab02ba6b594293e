/** What can be done with a proof: to cite it here, the rest in a menu. */
import { type ReactElement, useState } from 'react';
import type { CertificateForm, ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import { isDeleted } from '../../../src-shared/model/proofs/proof.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import { useCopy } from '../../ui/layout/use-copy.tsx';
import { MenuButton, type MenuEntry } from '../../ui/overlay/menu.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { MissingPart, pagePart } from '../../ui/layout/page-part.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { fingerprintLines, fingerprintsOf } from './proof-facts.tsx';
import type { OpenPdf } from './pdf-document.ts';

const printing = pagePart(async () => (await import('./print-pdf.ts')).printPdf);

/** A sentence that names the proof, to be pasted into a text. Nothing where it is not proven, or its fingerprint is not known. */
export function CopyCitation({ proof }: Readonly<{ proof: ShownProof }>): ReactElement | null {
  const { certificates } = useWords();
  const service = useCore(({ status }) => status?.server ?? '');
  const { sha256, provenAtMs } = proof;
  if (sha256 === null || provenAtMs === null) return null;
  return (
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
  );
}

/** `bytes` null: they are not here (yet). `pdf` null: it is not open (yet), and there is nothing to print. */
export function ProofMenu({
  proof,
  bytes,
  pdf,
}: Readonly<{
  proof: ShownProof;
  bytes: Readonly<Record<CertificateForm, Uint8Array<ArrayBuffer>>> | null;
  pdf: OpenPdf | null;
}>): ReactElement {
  const { certificates, files } = useWords();
  const announce = useAnnounce();
  const prints = fingerprintsOf(proof);
  const [copy] = proof.copies;
  const canReveal = useCore(({ abilities }) => abilities.revealInFolder === true);
  const reveal = useSend('desktop.reveal');
  const clipboard = useCopy();
  const [cannotPrint, setCannotPrint] = useState(false);
  const print = (opened: OpenPdf) =>
    printing.load().then(
      (printPdf) => {
        setCannotPrint(false);
        return printPdf(opened);
      },
      () => setCannotPrint(true),
    );
  const show = (path: string) =>
    reveal.send({ path }, (isThere) => {
      if (!isThere) announce(certificates.goneFromThere);
    });
  const entries: readonly (MenuEntry & { readonly isThere: boolean })[] = [
    {
      id: 'print',
      label: certificates.print,
      isThere: pdf !== null,
      onAction: () => void (pdf !== null && print(pdf)),
    },
    {
      id: 'data',
      label: certificates.saveData,
      isThere: bytes !== null,
      onAction: () =>
        bytes !== null &&
        saveFile(`${proof.name}.certificate.json`, [bytes.json], 'application/json'),
    },
    {
      id: 'fingerprint',
      label: certificates.copyPrint,
      isThere: prints.length > 0 && clipboard.canCopy,
      onAction: () => clipboard.copy(fingerprintLines(prints)),
    },
    {
      id: 'place',
      label: canReveal ? certificates.reveal : certificates.copyPath,
      isThere: copy !== undefined && (canReveal || clipboard.canCopy),
      onAction: () => {
        if (copy !== undefined) (canReveal ? show : clipboard.copy)(copy.path);
      },
    },
  ];
  const possible = entries.filter(({ isThere }) => isThere);
  return (
    <>
      {possible.length > 0 && <MenuButton icon="ellipsis" label={files.more} entries={possible} />}
      {clipboard.refusal}
      {cannotPrint && <MissingPart />}
      <ErrorNotice fault={reveal.fault} />
    </>
  );
}
