/**
 * A notarized file that changed: what was notarized beside what is here now, what differs in a text, and how the notarized bytes
 * come back.
 */
import { type ReactElement, useMemo } from 'react';
import type {
  DifferenceLine,
  DifferencePart,
  VersionDifference,
} from '../../../src-shared/model/files/version-difference.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { usePathText } from '../../parts/files/path-text.ts';
import { classes } from '../../ui/layout/classes.ts';
import hidden from '../../ui/layout/hidden.module.css';
import type { FileListRow, FileTimes } from '../../../src-shared/bridge/file-calls.ts';
import { useRead } from '../../data/use-read.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { FingerprintPair } from '../../parts/files/fingerprint.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Words } from '../../words/en.ts';
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
  const { provenAtMs, isDateRecorded, sizeBytes, blake3, visibility, name } = proof;
  const [sizeNotarized, sizeHere] =
    sizeBytes === null
      ? [null, figures.size(file.sizeBytes)]
      : figures.sizesApart(sizeBytes, file.sizeBytes);
  const notarized =
    provenAtMs === null
      ? null
      : files.versionNotarizedWhen(figures.moment(provenAtMs), isDateRecorded);
  const here = file.blake3;
  return (
    <section className={styles['versions']} aria-label={files.versions}>
      <Facts
        facts={[
          { label: files.versionNotarized, value: inLine(notarized, sizeNotarized) },
          {
            label: files.versionHere,
            value: inLine(figures.moment(times?.savedAtMs ?? file.changedAtMs), sizeHere),
          },
        ]}
      />
      {blake3 !== null && here !== null && (
        <FingerprintPair
          first={{ label: files.versionNotarized, hash: blake3 }}
          second={{ label: files.versionHere, hash: here }}
        />
      )}
      <Difference fileId={file.id} isPrivate={visibility === 'private'} />
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

function inLine(...facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join(' · ');
}

/** What differs, or why that is not shown. */
function Difference({
  fileId,
  isPrivate,
}: Readonly<{ fileId: string; isPrivate: boolean }>): ReactElement {
  const { files } = useWords();
  const pathText = usePathText();
  const input = useMemo(() => ({ asked: fileId }), [fileId]);
  const { value, fault, readAgain } = useRead('files.difference', input);
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (value === null) return <Skeleton lines={2} />;
  const path = 'path' in value ? pathText(value.path) : null;
  return (
    <div className={styles['difference']}>
      <p>{differenceSentence(value, isPrivate, files)}</p>
      {path !== null && <p className={styles['quiet']}>{files.oldCopyAt(path)}</p>}
      {value.is === 'text' && value.parts.length > 0 && (
        <pre className={styles['lines']} role="region" aria-label={files.differences} tabIndex={0}>
          {value.parts.map((part, at) => (
            <Part key={String(at)} part={part} />
          ))}
        </pre>
      )}
      {value.is === 'text' && value.isCut && (
        <p className={styles['quiet']}>{files.differencesCut}</p>
      )}
    </div>
  );
}

function differenceSentence(
  difference: VersionDifference,
  isPrivate: boolean,
  { difference: sentences }: Words['files'],
): string {
  switch (difference.is) {
    case 'text':
      return sentences.text(difference.added, difference.removed);
    case 'other-text':
      return sentences.otherText(difference.linesBefore, difference.linesNow);
    case 'no-text':
      return sentences.noText;
    case 'too-large':
      return sentences.tooLarge;
    case 'no-copy':
      return isPrivate ? sentences.noCopyPrivate : sentences.noCopyPublic;
    case 'unreadable':
      return sentences.unreadable;
    default:
      return assertNever(difference);
  }
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

function Part({ part }: Readonly<{ part: DifferencePart }>): ReactElement {
  return (
    <span className={styles['part']}>
      {part.map((line) => (
        <Line key={`${line.is} ${line.number}`} line={line} />
      ))}
    </span>
  );
}

function Line({ line: { is, number, text } }: Readonly<{ line: DifferenceLine }>): ReactElement {
  const { files } = useWords();
  const inside = (
    <>
      <span className={styles['lineNumber']}>{number}</span>
      {is !== 'same' && <span className={hidden['hidden']}>{files.lineIs[is]}</span>}
      <span aria-hidden="true">{SIGNS[is]} </span>
      {printable(text)}
      {'\n'}
    </>
  );
  const look = classes(styles['line'], styles[is]);
  if (is === 'added') return <ins className={look}>{inside}</ins>;
  return is === 'removed' ? (
    <del className={look}>{inside}</del>
  ) : (
    <span className={look}>{inside}</span>
  );
}
