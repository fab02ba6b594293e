/** A notarized file that changed: what was notarized beside what is here now, and how the notarized bytes come back. */
import { type ReactElement, useMemo } from 'react';
import type { FileListRow, FileTimes } from '../../../src-shared/bridge/file-calls.ts';
import { useRead } from '../../data/use-read.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { Fingerprint } from '../../parts/files/fingerprint.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useWords } from '../../words/words-context.ts';
import { FileDownload } from '../downloads/index.ts';
import styles from './files.module.css';

export function VersionComparison({
  file,
  times,
}: Readonly<{ file: FileListRow; times: FileTimes | null }>): ReactElement | null {
  const { files, figures } = useWords();
  const { projectId, fileId } = file;
  const input = useMemo(() => ({ fileId: fileId ?? '', projectId }), [fileId, projectId]);
  const { value: proof, fault, readAgain } = useRead('certificates.show', input);
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (proof === null) return <Skeleton lines={3} />;
  const { provenAtMs, sizeBytes, blake3, visibility, name } = proof;
  const version = (atMs: number | null, bytes: number | null, hash: string | null) => (
    <>
      <p>
        {[
          ...(atMs === null ? [] : [figures.moment(atMs)]),
          ...(bytes === null ? [] : [figures.size(bytes)]),
        ].join(' · ')}
      </p>
      {hash === null ? files.noFingerprint : <Fingerprint hash={hash} method="BLAKE3" />}
    </>
  );
  return (
    <section className={styles['versions']} aria-label={files.versions}>
      <Facts
        facts={[
          { label: files.versionNotarized, value: version(provenAtMs, sizeBytes, blake3) },
          {
            label: files.versionHere,
            value: version(times?.savedAtMs ?? file.changedAtMs, file.sizeBytes, file.blake3),
          },
        ]}
      />
      {visibility === 'private' || fileId === null ? (
        <p className={styles['quiet']}>{files.restorePrivate}</p>
      ) : (
        <FileDownload
          projectId={projectId}
          fileId={fileId}
          name={name}
          label={files.restore}
          reason={null}
        />
      )}
    </section>
  );
}
