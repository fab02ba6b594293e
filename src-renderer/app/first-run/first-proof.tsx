/** The first certificate, opened where it was waited for. One that cannot be shown here is had from its own page. */
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { PdfViewer } from '../../features/certificates/pdf-viewer.tsx';
import { useCertificate } from '../../features/certificates/use-certificate.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const nothing = () => undefined;

/** `address`: of the page of the certificate. */
export function FirstProof({
  fileId,
  address,
}: Readonly<{ fileId: string; address: string }>): ReactElement | null {
  const navigate = useNavigate();
  const { state } = useCertificate(fileId);
  if (state.is === 'missing') return null;
  if (state.is === 'reading') return <Skeleton lines={6} />;
  return (
    <PdfViewer
      bytes={state.bytes.pdf}
      onReady={nothing}
      onShowData={() => void navigate(address)}
    />
  );
}
