/** The files of one project: a list of any length, filtered and ordered by the core, and the chosen file beside it. */
import { useMemo, useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { FILE_SORTS, type FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { FILE_STATES, type FileState } from '../../../src-shared/model/file-state.ts';
import { useCore } from '../../bridge/bridge-context.ts';
import type { CoreView } from '../../bridge/core-store.ts';
import { useFileRange, type FileQuery, type FileRange } from '../../bridge/use-file-range.ts';
import { useProjects, type WatchedProject } from '../../bridge/use-projects.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { GridSort } from '../../ui/grid-column.ts';
import { NO_ROWS, type GridSelection } from '../../ui/grid-selection.ts';
import { HealthBanner } from '../../ui/health-banner.tsx';
import { Page } from '../../ui/page.tsx';
import { ProjectLinks } from '../../ui/project-links.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select, type Option } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { fileColumns } from './file-columns.tsx';
import { FileDetails } from './file-details.tsx';
import styles from './files.module.css';

/** Shown anew for every project, so that nothing chosen in one is left over in the next. */
export function ProjectFilesScreen(): ReactElement {
  const { files } = useWords();
  const { projectId = '' } = useParams();
  const project = useProjects().find(({ id }) => id === projectId);
  if (project === undefined) {
    return (
      <Page title={files.unknownProject}>
        <p>{projectId}</p>
      </Page>
    );
  }
  return <ProjectFiles key={projectId} project={project} />;
}

interface Filters {
  readonly text: string;
  readonly state: FileState | null;
}
const NO_FILTERS: Filters = { text: '', state: null };

function ProjectFiles({ project }: Readonly<{ project: WatchedProject }>): ReactElement {
  const words = useWords();
  const { files } = words;
  const [filters, setFilters] = useState(NO_FILTERS);
  const [sort, setSort] = useState<GridSort>({ column: 'when', isDescending: true });
  const [selection, setSelection] = useState<GridSelection>(NO_ROWS);
  const [chosen, setChosen] = useState<FileListRow | null>(null);
  const nowMs = useNow();
  const progress = useCore((view) => view.progress);
  const columns = useMemo(
    () => fileColumns(words, nowMs, (file) => shareOf(progress, file)),
    [words, nowMs, progress],
  );
  const query = useMemo<FileQuery>(
    () => ({
      filter: {
        projectId: project.id,
        ...(filters.text === '' ? {} : { text: filters.text }),
        ...(filters.state === null ? {} : { states: [filters.state] }),
      },
      sort: {
        by: FILE_SORTS.find((by) => by === sort.column) ?? 'when',
        isDescending: sort.isDescending,
      },
    }),
    [project.id, filters, sort],
  );
  const range = useFileRange(query);

  const choose = (next: GridSelection) => {
    setSelection(next);
    const [id] = next.kind === 'rows' && next.ids.size === 1 ? next.ids : [];
    setChosen(id === undefined ? null : findRow(range, id));
  };
  // What the core says now about the chosen file; the last known when it is out of sight.
  const shown = chosen === null ? null : (findRow(range, chosen.id) ?? chosen);

  return (
    <Page
      title={project.name}
      subtitle={words.overview.files(project.files)}
      details={
        shown !== null && (
          <FileDetails
            file={shown}
            share={shareOf(progress, shown)}
            onClose={() => {
              setChosen(null);
              setSelection(NO_ROWS);
            }}
          />
        )
      }
    >
      <ProjectLinks projectId={project.id} />
      <FilesFilters filters={filters} onChange={setFilters} total={range.total} />
      {range.fault !== null && (
        <HealthBanner severity="attention" title={faultSentence(range.fault, words)} text="">
          <Button isSmall onPress={range.readAgain}>
            {words.faults.tryAgain}
          </Button>
        </HealthBanner>
      )}
      {range.total === null && range.fault === null && <Skeleton lines={6} />}
      {range.total === 0 && <NoFiles filters={filters} onClear={() => setFilters(NO_FILTERS)} />}
      {range.total !== null && range.total > 0 && (
        <DataGrid
          label={files.listOf(project.name)}
          columns={columns}
          rowCount={range.total}
          rowAt={range.rowAt}
          rowId={({ id }) => id}
          onSight={range.see}
          selection={selection}
          onSelect={choose}
          onOpen={setChosen}
          sort={sort}
          onSort={setSort}
        />
      )}
    </Page>
  );
}

/** How much of its present step is done, from what the core said last. */
function shareOf(progress: CoreView['progress'], { id, state }: FileListRow): number | null {
  const now = progress.get(id);
  if (now === undefined || now.state !== state || now.totalBytes === 0) return null;
  return now.doneBytes / now.totalBytes;
}

/** Among the rows that are in memory. */
function findRow(range: FileRange, id: string): FileListRow | null {
  return range.rows().find((row) => row.id === id) ?? null;
}

function FilesFilters({
  filters,
  onChange,
  total,
}: Readonly<{
  filters: Filters;
  onChange: (filters: Filters) => void;
  total: number | null;
}>): ReactElement {
  const { files, states } = useWords();
  const options: readonly Option<FileState | 'all'>[] = [
    { value: 'all', label: files.all },
    ...FILE_STATES.map((value) => ({
      value,
      label: value === 'held' ? files.held : states[value],
    })),
  ];
  return (
    <div className={styles['filters']}>
      <SearchField
        label={files.search}
        value={filters.text}
        onChange={(text) => onChange({ ...filters, text })}
      />
      <Select
        label={files.filter}
        isLabelHidden
        options={options}
        value={filters.state ?? 'all'}
        onChange={(state) => onChange({ ...filters, state: state === 'all' ? null : state })}
      />
      <span className={styles['total']} role="status">
        {total === null ? '' : files.count(total)}
      </span>
    </div>
  );
}

function NoFiles({
  filters,
  onClear,
}: Readonly<{ filters: Filters; onClear: () => void }>): ReactElement {
  const { files } = useWords();
  const isFiltered = filters.text !== '' || filters.state !== null;
  if (!isFiltered) return <EmptyState title={files.none} text={files.noneText} />;
  return (
    <EmptyState title={files.noneFound} text={files.noneFoundText}>
      <Button onPress={onClear}>{files.clearFilters}</Button>
    </EmptyState>
  );
}
