/** The first certificate, opened where it was waited for. One that cannot be shown here is had from its own page. */
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { PdfViewer } from '../../features/certificates/pdf-viewer.tsx';
import { useCertificate } from '../../features/certificates/use-certificate.ts';
import { Button } from '../../ui/layout/button.tsx';
import arrangement from '../../ui/layout/arrangement.module.css';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { useWords } from '../../words/words-context.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const nothing = () => undefined;

/** `name`: of the file; `address`: of the page of the certificate. */
export function FirstProof({
  fileId,
  name,
  address,
}: Readonly<{ fileId: string; name: string; address: string }>): ReactElement {
  const { certificates, files } = useWords();
  const navigate = useNavigate();
  const { state } = useCertificate(fileId);
  const pdf = state.is === 'there' ? state.bytes.pdf : null;
  return (
    <>
      <div className={arrangement['buttons']}>
        {pdf !== null && (
          <Button
            icon="download"
            onPress={() => saveFile(`${name}.certificate.pdf`, [pdf], 'application/pdf')}
          >
            {certificates.savePdf}
          </Button>
        )}
        <LinkButton to={address}>{files.actions.certificate}</LinkButton>
      </div>
      {state.is === 'reading' && <Skeleton lines={6} />}
      {pdf !== null && (
        <PdfViewer bytes={pdf} onReady={nothing} onShowData={() => void navigate(address)} />
      )}
    </>
  );
}
