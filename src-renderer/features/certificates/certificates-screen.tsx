/** Everything that was proven, the latest first, found again by name, fingerprint, project or day. */
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ProofView } from '../../../src-shared/model/proofs/proof.ts';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useSaidTotal } from '../../ui/grid/use-said-total.ts';
import { useHeldList } from '../../data/use-held-list.ts';
import { useHeldRange } from '../../data/use-range.ts';
import { Button } from '../../ui/layout/button.tsx';
import { HeldList } from '../../ui/grid/held-list.tsx';
import { useScrollMemory } from '../../ui/grid/use-scroll-memory.ts';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { NO_ROWS } from '../../ui/grid/grid-selection.ts';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { dayStartMs } from '../../ui/layout/local-day.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import listing from '../../ui/grid/listing.module.css';
import { Page } from '../../ui/layout/page.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Moment } from '../../ui/feedback/moment.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { HELP_TOPICS, CERTIFICATES_SHOWN, type CertificatesShown, pathTo } from '../../paths.ts';
import styles from './certificates.module.css';

interface Filters {
  readonly text: string;
  /** Empty for all. */
  readonly projectId: string;
  /** As a date field writes it; empty for none. */
  readonly from: string;
  readonly to: string;
}
const NO_FILTERS: Filters = { text: '', projectId: '', from: '', to: '' };

/** What the core is asked for; days are those of this computer's clock, both included. */
export function proofFilter(
  { text, projectId, from, to }: Filters,
  shown: CertificatesShown = 'all',
): CallInput<'certificates.range'>['filter'] {
  const fromMs = dayStartMs(from, 0);
  const toMs = dayStartMs(to, 1);
  return {
    ...(shown === 'missing' ? { isMissing: true as const } : {}),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(projectId === '' ? {} : { projectId }),
    ...(fromMs === null ? {} : { fromMs }),
    ...(toMs === null ? {} : { toMs }),
  };
}

/** A moment, with room for "by" before it. */
const PROOF_TRACK = 'clamp(7.5rem, 18%, 10rem)';

export function CertificatesScreen(): ReactElement {
  const words = useWords();
  const { certificates } = words;
  const navigate = useNavigate();
  const projects = useProjects();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [asked, ask] = useSearchParams();
  const shown = CERTIFICATES_SHOWN.find((each) => each === asked.get('show')) ?? 'all';
  const show = (next: CertificatesShown) =>
    ask(next === 'all' ? {} : { show: next }, { replace: true });
  const filter = useMemo(() => proofFilter(filters, shown), [filters, shown]);
  const range = useHeldRange('certificates.range', filter);
  useSaidTotal(range.total, filter, certificates.count);
  const held = useHeldList(range);
  const scrollMemory = useScrollMemory();
  const [selection, setSelection] = useState(NO_ROWS);
  const columns = useMemo<readonly GridColumn<ProofView>[]>(
    () => [
      {
        id: 'name',
        label: words.files.name,
        track: 'minmax(0, 1fr)',
        cell: (proof) => (
          <PlacedName name={proof.name} folderPath={proof.folderPath}>
            {projects.find(({ id }) => id === proof.projectId)?.name ?? proof.projectId}
          </PlacedName>
        ),
      },
      {
        id: 'saved',
        label: certificates.certificate,
        track: 'minmax(9rem, 0.5fr)',
        fromWidthRem: 34,
        cell: ({ isSaved }) => (
          <span className={styles[isSaved ? 'savedMark' : 'quietMark']}>
            <Icon name={isSaved ? 'badge-check' : 'cloud'} />
            {isSaved ? certificates.saved : certificates.onService}
          </span>
        ),
      },
      {
        id: 'size',
        label: words.files.size,
        track: '6rem',
        isNumber: true,
        fromWidthRem: 42,
        cell: ({ sizeBytes }) => words.figures.size(sizeBytes),
      },
      {
        id: 'when',
        label: certificates.provenColumn,
        track: PROOF_TRACK,
        isNumber: true,
        cell: ({ provenAtMs, isDateRecorded }) =>
          provenAtMs === null ? (
            '—'
          ) : (
            <Moment atMs={provenAtMs} isLatest={isDateRecorded !== true} />
          ),
      },
    ],
    [words, certificates, projects],
  );
  const isFiltered = filters !== NO_FILTERS || shown !== 'all';
  const clear = () => {
    setFilters(NO_FILTERS);
    show('all');
  };
  return (
    <Page
      title={certificates.title}
      mark={<HelpMark topic={HELP_TOPICS.certificate} about={certificates.title} />}
      actions={
        <LinkButton to={pathTo('verify')} kind="primary" icon="scan-search">
          {words.verify.title}
        </LinkButton>
      }
    >
      <div className={listing['tools']}>
        <div className={listing['search']}>
          <SearchField
            label={certificates.search}
            invitation={certificates.searchInvitation}
            value={filters.text}
            onChange={(text) => setFilters({ ...filters, text })}
          />
        </div>
        <Select
          label={certificates.project}
          isLabelHidden
          options={[
            { value: '', label: certificates.allProjects },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={filters.projectId}
          onChange={(projectId) => setFilters({ ...filters, projectId })}
        />
        <Select
          label={certificates.certificate}
          isLabelHidden
          options={CERTIFICATES_SHOWN.map((value) => ({ value, label: certificates.shown[value] }))}
          value={shown}
          onChange={show}
        />
        <DayField
          label={certificates.from}
          value={filters.from}
          onChange={(from) => setFilters({ ...filters, from })}
        />
        <DayField
          label={certificates.to}
          value={filters.to}
          onChange={(to) => setFilters({ ...filters, to })}
        />
        <span className={listing['total']}>
          {range.total === null ? '' : certificates.count(range.total)}
        </span>
      </div>
      {range.fault !== null && (
        <HealthBanner severity="attention" title={faultSentence(range.fault, words)} text="">
          <Button isSmall onPress={range.readAgain}>
            {words.faults.tryAgain}
          </Button>
        </HealthBanner>
      )}
      {range.total === null && range.fault === null && <Skeleton lines={6} />}
      {range.total === 0 && !isFiltered && (
        <EmptyState title={certificates.none} text={certificates.noneText} />
      )}
      {range.total === 0 && isFiltered && (
        <EmptyState title={certificates.noneFits} text={certificates.noneFitsText}>
          <Button onPress={clear}>{words.files.clearFilters}</Button>
        </EmptyState>
      )}
      {range.total !== null && range.total > 0 && (
        <HeldList
          arrived={range.arrived > 0 ? certificates.arrived(range.arrived) : null}
          onShow={held.showArrived}
        >
          <DataGrid
            label={certificates.title}
            columns={columns}
            rowCount={range.total}
            rowAt={range.rowAt}
            rowId={({ fileId }) => fileId}
            onSight={range.see}
            onAttend={held.onAttend}
            goToTop={held.goToTop}
            scrollMemory={scrollMemory}
            selection={selection}
            onSelect={setSelection}
            opensOnClick
            onOpen={(proof) => void navigate(pathTo('certificate', proof.projectId, proof.fileId))}
            sort={null}
            onSort={() => undefined}
          />
        </HeldList>
      )}
    </Page>
  );
}
