/** The first certificate, opened where it was waited for. One that cannot be shown here is had from its own page. */
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { PdfViewer } from '../../features/certificates/pdf-viewer.tsx';
import { useCertificate } from '../../features/certificates/use-certificate.ts';
import { Button } from '../../ui/layout/button.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { useWords } from '../../words/words-context.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const nothing = () => undefined;

/** `name`: of the file; `address`: of the page of the certificate. */
export function FirstProof({
  fileId,
  name,
  address,
}: Readonly<{ fileId: string; name: string; address: string }>): ReactElement | null {
  const { certificates } = useWords();
  const navigate = useNavigate();
  const { state } = useCertificate(fileId);
  if (state.is === 'missing') return null;
  if (state.is === 'reading') return <Skeleton lines={6} />;
  const { pdf } = state.bytes;
  return (
    <>
      <PdfViewer bytes={pdf} onReady={nothing} onShowData={() => void navigate(address)} />
      <div>
        <Button
          icon="download"
          onPress={() => saveFile(`${name}.certificate.pdf`, [pdf], 'application/pdf')}
        >
          {certificates.savePdf}
        </Button>
      </div>
    </>
  );
}
