/** One audit: how far it is or what it came to, its findings with the problems first, and the report to take along. */
import { type ReactElement, useMemo, useState } from 'react';
import { useParams, Link } from 'react-router';
import {
  AUDIT_VERDICTS,
  auditedFiles,
  type AuditRow,
  type AuditRun,
  type AuditVerdict,
  type AuditRecord,
} from '../../../src-shared/model/proofs/audit.ts';
import { useAuditRange } from '../../data/use-range.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NO_ROWS, onlyRow } from '../../ui/grid/grid-selection.ts';
import { usePathText } from '../../parts/files/path-text.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import listing from '../../ui/grid/listing.module.css';
import { Page, DetailsPane } from '../../ui/layout/page.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { auditColumns, FindingMark, findingText } from './audit-columns.tsx';
import { AuditOutcome } from './audit-outcome.tsx';
import { ExportAudit } from './export-audit.tsx';
import styles from './audit.module.css';
import { printableName } from '../../../src-shared/model/text/printable.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import { Fingerprint } from '../../parts/files/fingerprint.tsx';

/** Audits are numbered; any other address is one of nothing. */
const RUN_ID = /^[1-9]\d{0,14}$/;

export function AuditScreen(): ReactElement {
  const { runId = '' } = useParams();
  return RUN_ID.test(runId) ? <KnownAudit runId={runId} /> : <NoAudit />;
}

function NoAudit({ onAgain }: Readonly<{ onAgain?: () => void }>): ReactElement {
  const { audits, faults } = useWords();
  return (
    <Page title={audits.one}>
      <EmptyState title={audits.unknown} text={audits.unknownText}>
        {onAgain !== undefined && <Button onPress={onAgain}>{faults.tryAgain}</Button>}
        <LinkButton to={pathTo('audits')}>{audits.title}</LinkButton>
      </EmptyState>
    </Page>
  );
}

function KnownAudit({ runId }: Readonly<{ runId: string }>): ReactElement {
  const { audits } = useWords();
  const input = useMemo(() => ({ runId }), [runId]);
  const { value: run, fault, readAgain } = useRead('audit.show', input);
  if (run === null && fault !== null) return <NoAudit onAgain={readAgain} />;
  if (run === null) {
    return (
      <Page title={audits.one}>
        <Skeleton lines={6} />
      </Page>
    );
  }
  return <Audit key={run.id} run={run} />;
}

function Audit({ run }: Readonly<{ run: AuditRun }>): ReactElement {
  const words = useWords();
  const { audits, findings, figures, files } = words;
  const pathText = usePathText();
  const [verdict, setVerdict] = useState<AuditVerdict | ''>('');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<AuditRow | null>(null);
  const filter = useMemo(
    () => ({
      ...(verdict === '' ? {} : { verdicts: [verdict] }),
      ...(text.trim() === '' ? {} : { text: text.trim() }),
    }),
    [verdict, text],
  );
  const range = useAuditRange(run.id, filter);
  const columns = useMemo(() => auditColumns(words), [words]);
  const total = range.total ?? 0;
  const isFiltered = verdict !== '' || text.trim() !== '';
  const { verdicts } = run.totals;
  return (
    <Page
      title={audits.titleOf(pathText(run.root))}
      subtitle={audits.began(figures.moment(run.beganAtMs), run.startedBy)}
      actions={<ExportAudit run={run} />}
      details={chosen !== null && <FindingDetails row={chosen} onClose={() => setChosen(null)} />}
    >
      <AuditOutcome run={run} />
      <div className={listing['tools']}>
        <div className={listing['search']}>
          <SearchField label={audits.search} value={text} onChange={setText} />
        </div>
        <Select
          label={audits.finding}
          isLabelHidden
          options={[
            { value: '', label: audits.allFindings(auditedFiles(run.totals)) },
            ...AUDIT_VERDICTS.filter((each) => verdicts[each] > 0 || each === verdict).map(
              (each) => ({
                value: each,
                label: `${findings.verdicts[each]} (${figures.number(verdicts[each])})`,
              }),
            ),
          ]}
          value={verdict}
          onChange={setVerdict}
        />
        <span className={listing['total']} role="status">
          {range.total === null ? '' : audits.files(range.total)}
        </span>
      </div>
      {!run.hasProvenRows && verdict === 'proven' && (
        <p className={styles['quiet']}>{audits.provenRowsGone}</p>
      )}
      <ErrorNotice fault={range.fault} onTryAgain={range.readAgain} />
      {range.total === null && range.fault === null && <Skeleton lines={6} />}
      {range.total === 0 && isFiltered && (
        <EmptyState title={audits.noneFits} text={audits.noneFitsText}>
          <Button
            onPress={() => {
              setVerdict('');
              setText('');
            }}
          >
            {files.clearFilters}
          </Button>
        </EmptyState>
      )}
      {total > 0 && (
        <DataGrid
          label={audits.listOf(pathText(run.root))}
          columns={columns}
          rowCount={total}
          rowAt={range.rowAt}
          rowId={({ id }) => String(id)}
          onSight={range.see}
          selection={chosen === null ? NO_ROWS : onlyRow(String(chosen.id))}
          onSelect={(next) => {
            const id = next.kind === 'rows' ? [...next.ids].at(-1) : undefined;
            setChosen(range.rows().find((row) => String(row.id) === id) ?? null);
          }}
          onOpen={setChosen}
          sort={null}
          onSort={() => undefined}
        />
      )}
    </Page>
  );
}

/** One file of an audit: what was found, what it was compared with, and its fingerprints as they were read. */
function FindingDetails({
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
              value:
                record?.provenAtMs == null
                  ? null
                  : audits.notarizedWhen(
                      figures.utcMoment(record.provenAtMs),
                      record.isDateRecorded,
                    ),
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
