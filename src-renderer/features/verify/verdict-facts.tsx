/** What a verdict rests on: record, method, step and time, and the file's own fingerprints. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { printable } from '../../../src-shared/model/text/printable.ts';
import type { Verification } from '../../../src-shared/model/proofs/verdict.ts';
import {
  methodName,
  resultLabel,
  secondLight,
} from '../../../src-shared/model/words/verdict-words.ts';
import { type Fact, Facts } from '../../ui/layout/facts.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import { Fingerprint } from '../../parts/files/fingerprint.tsx';
import { useWords } from '../../words/words-context.ts';
import type { Words } from '../../words/en.ts';
import { pathTo } from '../../paths.ts';
import styles from './verify.module.css';

/** Of the page of its certificate. */

export function VerdictFacts({
  verification,
}: Readonly<{ verification: Verification }>): ReactElement {
  const words = useWords();
  const { verify, verdicts, figures } = words;
  const { verdict, file, method, checkedAtMs, decidedBy, against, isAsUploaded } = verification;
  const { record } = verdict;
  const comparison = verdict.kind === 'unsure' ? null : verdict.comparison;
  const used = comparison?.method ?? method;
  const facts: readonly Fact[] = [
    {
      label: verify.facts.record,
      value:
        record === null ? null : (
          <Link to={pathTo('certificate', record.projectId, record.fileId)}>
            <FileName name={record.name} />
          </Link>
        ),
    },
    {
      label: verify.facts.project,
      value: record === null ? null : printable(record.projectName ?? record.projectId),
    },
    {
      label: verify.facts.notarized,
      value:
        record?.notarizedAtMs == null
          ? null
          : verify.notarizedWhen(
              `${figures.utcMoment(record.notarizedAtMs)} (${figures.localTime(record.notarizedAtMs)})`,
              record.isDateRecorded,
            ),
    },
    {
      label: verify.facts.size,
      value:
        file === null
          ? null
          : record?.sizeBytes == null || record.sizeBytes === file.sizeBytes
            ? figures.size(file.sizeBytes)
            : verify.sizes(...figures.sizesApart(file.sizeBytes, record.sizeBytes)),
    },
    { label: verify.facts.method, value: used === null ? verify.methodUnknown : methodName(used) },
    {
      label: verify.facts.written,
      value:
        comparison === null ? null : (
          <span className={styles['written']} translate="no">
            {printable(comparison.written)}
          </span>
        ),
    },
    { label: verify.facts.against, value: verdicts.against[against] },
    { label: verify.facts.decidedBy, value: verdicts.decidedBy[decidedBy] },
    {
      label: verify.facts.uploaded,
      value: isAsUploaded === null ? null : verify.asUploaded[isAsUploaded ? 'yes' : 'no'],
    },
    { label: verify.facts.checked, value: figures.moment(checkedAtMs) },
  ];
  return (
    <>
      <Facts facts={facts} />
      {file !== null && (
        <dl className={styles['prints']}>
          {(
            [
              ['SHA-256', file.digests.sha256],
              ['BLAKE3', file.digests.blake3],
            ] as const
          ).map(([name, hash]) => (
            <div key={name}>
              <dt>{verify.printOfFile(name)}</dt>
              <dd>
                <Fingerprint hash={hash} method={name} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

interface SaidVerdict {
  readonly title: string;
  readonly text: string;
  /** About the certificate, or what the service said; null where there is only the comparison. */
  readonly second: { readonly label: string; readonly text: string } | null;
}

/** A verification in words: one title, and what each light means. Pure. */
export function sayVerdict(
  verification: Pick<Verification, 'verdict' | 'against' | 'confirmation' | 'serviceAnswer'>,
  { verdicts, figures }: Pick<Words, 'verdicts' | 'figures'>,
): SaidVerdict {
  const inFigures = { moment: figures.utcMoment, size: figures.size };
  return {
    title: resultLabel(verification, verdicts),
    text: verdicts.text(verification, inFigures),
    second: secondLight(verification, verdicts, inFigures),
  };
}
