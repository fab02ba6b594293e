/** One file of an audit: what was found, what it was compared with, and its fingerprints as they were read. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { AuditRecord, AuditRow } from '../../../src-shared/model/proofs/audit.ts';
import { printableName } from '../../../src-shared/model/text/printable.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import { Fingerprint } from '../../parts/files/fingerprint.tsx';
import { DetailsPane } from '../../ui/layout/page.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { FindingMark, findingText } from './audit-columns.tsx';
import styles from './audit.module.css';

export function FindingDetails({
  row: { path, finding, sizeBytes, sha256, blake3, checkedAtMs },
  onClose,
}: Readonly<{ row: AuditRow; onClose: () => void }>): ReactElement {
  const words = useWords();
  const { audits, files, figures } = words;
  const record = 'record' in finding ? finding.record : null;
  const before = 'before' in finding ? finding.before : null;
  return (
    <DetailsPane
      title={<FileName name={path.split(pathTo('overview')).at(-1) ?? path} />}
      onClose={onClose}
    >
      <div className={styles['details']}>
        <FindingMark finding={finding} words={words} />
        <p>{findingText(finding, words)}</p>
        <Facts
          facts={[
            { label: audits.file, value: printableName(path) },
            {
              label: audits.record,
              value: record === null ? null : <RecordLink record={record} />,
            },
            {
              label: audits.notarized,
              value: record?.provenAtMs == null ? null : figures.utcMoment(record.provenAtMs),
            },
            { label: files.size, value: sizeBytes === null ? null : figures.size(sizeBytes) },
            {
              label: audits.before,
              value:
                before === null
                  ? null
                  : audits.lookedLike(
                      figures.size(before.sizeBytes),
                      figures.moment(before.modifiedAtMs),
                    ),
            },
            { label: audits.checked, value: figures.moment(checkedAtMs) },
          ]}
        />
        {sha256 !== null && <Print method="SHA-256" hash={sha256} />}
        {blake3 !== null && <Print method="BLAKE3" hash={blake3} />}
      </div>
    </DetailsPane>
  );
}

function Print({ method, hash }: Readonly<{ method: string; hash: string }>): ReactElement {
  return (
    <div>
      <p className={styles['quiet']}>{method}</p>
      <Fingerprint hash={hash} method={method} />
    </div>
  );
}

function RecordLink({
  record: { projectId, fileId, name },
}: Readonly<{ record: AuditRecord }>): ReactElement {
  return (
    <Link to={pathTo('certificate', projectId, fileId)}>
      <FileName name={name} />
    </Link>
  );
}
