/**
 * The page of a certificate, with what other features do with a proof: compare a file with it, and export its evidence.
 */
import { useMemo, type ReactElement } from 'react';
import type { ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import { CertificateScreen } from '../../features/certificates/certificate-screen.tsx';
import { EvidenceButton } from '../../features/evidence/evidence-dialog.tsx';
import { VerifyPanel } from '../../features/verify/verify-panel.tsx';

export function CertificatePage(): ReactElement {
  return (
    <CertificateScreen
      verify={(proof) => <VerifyProof proof={proof} />}
      more={({ fileId, projectId, name }) => (
        <EvidenceButton choice={{ asked: [fileId], projectId }} name={name} />
      )}
    />
  );
}

function VerifyProof({ proof }: Readonly<{ proof: ShownProof }>): ReactElement {
  const { fileId, projectId, copies } = proof;
  const against = useMemo(
    () => ({ kind: 'record' as const, fileId, projectId }),
    [fileId, projectId],
  );
  return <VerifyPanel against={against} copies={copies} />;
}
