/** A notarized file that changed: what was notarized beside what is here now, and how the notarized bytes come back. */
import { type ReactElement, useMemo } from 'react';
import type { FileListRow, FileTimes } from '../../../src-shared/bridge/file-calls.ts';
import { useRead } from '../../data/use-read.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Fingerprint } from '../../parts/fingerprint.tsx';
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
  const print = (hash: string | null) =>
    hash === null ? files.noFingerprint : <Fingerprint hash={hash} method="BLAKE3" />;
  const rows = [
    {
      label: files.when,
      was: provenAtMs === null ? null : figures.moment(provenAtMs),
      is: figures.moment(times?.savedAtMs ?? file.changedAtMs),
    },
    {
      label: files.size,
      was: sizeBytes === null ? null : figures.size(sizeBytes),
      is: figures.size(file.sizeBytes),
    },
    { label: files.fingerprint, was: print(blake3), is: print(file.blake3) },
  ];
  return (
    <section className={styles['versions']} aria-label={files.versions}>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{files.versionNotarized}</th>
            <th scope="col">{files.versionHere}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, was, is }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{was}</td>
              <td>{is}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
