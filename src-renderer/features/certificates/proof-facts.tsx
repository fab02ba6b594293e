/** What is known of a proof before its document is there: the seal, when it was proven, whose it is, its fingerprints. */
import type { ReactElement } from 'react';
import type { ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useProjects } from '../../data/use-projects.ts';
import { Fingerprint } from '../../parts/files/fingerprint.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { CopyIconButton } from '../../ui/layout/copy-button.tsx';
import { ServiceStatus } from '../../parts/files/status-text.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './certificates.module.css';
import type { ListedFile } from '../../../src-shared/model/files/platform-file.ts';
import type { Words } from '../../words/en.ts';

/** `savedAtMs`: when this computer saved the certificate; null when it has not. */
export function ProofFacts({
  proof,
  savedAtMs,
}: Readonly<{ proof: ShownProof; savedAtMs: number | null }>): ReactElement {
  const words = useWords();
  const { certificates, figures, files } = words;
  const project = useProjects().find(({ id }) => id === proof.projectId);
  const { provenAtMs, isDateRecorded, listed, ownerName } = proof;
  const prints = fingerprintsOf(proof);
  return (
    <div className={styles['stack']}>
      <div className={styles['head']}>
        {provenAtMs !== null && (
          <span className={styles['seal']}>
            <Icon name="stamp" size={1.5} />
          </span>
        )}
        <div className={styles['headWords']}>
          {listed === undefined ? (
            <p className={styles['proven']}>
              {provenAtMs === null && <Icon name="link-2" />}
              {provenAtMs === null
                ? certificates.notProven(printable(proof.status))
                : certificates.proven(
                    figures.utcMoment(provenAtMs),
                    figures.localTime(provenAtMs),
                    isDateRecorded,
                  )}
            </p>
          ) : (
            <>
              <ServiceStatus status={proof.status} />
              <p className={styles['quiet']}>{uploadedText(listed, words)}</p>
            </>
          )}
          <p className={styles['quiet']}>
            {[
              ...(proof.folderPath === null || proof.folderPath === ''
                ? []
                : [printable(proof.folderPath)]),
              printable(project?.name ?? proof.projectId),
              ...(listed === undefined && ownerName !== null
                ? [certificates.owner(printable(ownerName))]
                : []),
              files.visibility[proof.visibility],
              ...(proof.sizeBytes === null ? [] : [figures.size(proof.sizeBytes)]),
              ...(savedAtMs === null ? [] : [certificates.savedCopy(figures.day(savedAtMs))]),
            ].join(' · ')}
          </p>
        </div>
      </div>
      <dl className={styles['prints']}>
        <div>
          <dt>{certificates.record}</dt>
          <dd className={styles['recordId']}>
            <span translate="no">{printable(proof.fileId)}</span>
            <CopyIconButton what={certificates.record} text={proof.fileId} />
          </dd>
        </div>
        {prints.map(({ method, hex }) => (
          <div key={method}>
            <dt>{method}</dt>
            <dd>
              <Fingerprint hash={hex} method={method} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface NamedFingerprint {
  readonly method: string;
  readonly hex: string;
}

/** The fingerprints that Labseal itself has of a proof, by the names that people know them by. Pure. */
export function fingerprintsOf({
  sha256,
  blake3,
}: Pick<ShownProof, 'sha256' | 'blake3'>): readonly NamedFingerprint[] {
  return [
    ...(sha256 === null ? [] : [{ method: 'SHA-256', hex: sha256 }]),
    ...(blake3 === null ? [] : [{ method: 'BLAKE3', hex: blake3 }]),
  ];
}

/** To be pasted somewhere, each with its name. */
export function fingerprintLines(prints: readonly NamedFingerprint[]): string {
  return prints.map(({ method, hex }) => `${method} ${hex}`).join('\n');
}

/**
 * Who brought a file to the platform, and when, as far as the service says it. Null when it says neither.
 */
function uploadedText(
  { ownerName, uploadedAtMs }: Pick<ListedFile, 'ownerName' | 'uploadedAtMs'>,
  { platform, figures }: Words,
): string | null {
  const when = uploadedAtMs === null ? null : figures.moment(uploadedAtMs);
  if (ownerName === '') return when === null ? null : platform.uploaded(when);
  return when === null ? platform.uploadedByOnly(ownerName) : platform.uploadedBy(ownerName, when);
}
