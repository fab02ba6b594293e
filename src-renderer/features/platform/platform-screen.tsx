/** What a project has on the service, whoever uploaded it and from wherever: how old that is, and whether it is all. */
import { type ReactElement, useMemo, useState } from 'react';
import type { PlatformFile } from '../../../src-shared/model/files/platform-file.ts';
import { useProjects } from '../../data/use-projects.ts';
import { Button } from '../../ui/layout/button.tsx';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NO_ROWS, onlyRow } from '../../ui/grid/grid-selection.ts';
import listing from '../../ui/grid/listing.module.css';
import { Page } from '../../ui/layout/page.tsx';
import {
  ProjectScreen,
  UnknownProject,
  ProjectLinks,
} from '../../parts/projects/project-screen.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { type Range, useRange } from '../../data/use-range.ts';
import { ListAge } from '../../parts/notices/list-age.tsx';
import { useAttendedLooks } from '../../data/use-attended-looks.ts';
import { platformColumns } from './platform-columns.tsx';
import { PlatformDetails } from './platform-details.tsx';

/** Ids of the service are opaque and told apart within their kind only. */
function rowId({ visibility, fileId }: PlatformFile): string {
  return `${visibility} ${fileId}`;
}

export function PlatformScreen(): ReactElement {
  return <ProjectScreen route="platform" of={PlatformFiles} />;
}

function PlatformFiles({ projectId }: Readonly<{ projectId: string }>): ReactElement {
  const words = useWords();
  const { platform, files } = words;
  const project = useProjects().find(({ id }) => id === projectId);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<PlatformFile | null>(null);
  const range = usePlatformFiles(projectId, text);
  const columns = useMemo(() => platformColumns(words), [words]);
  if (range.fault?.kind === 'unknown-project') return <UnknownProject />;
  const title = project?.name ?? platform.title;
  const total = range.total ?? 0;
  // What the core says now about the chosen file; the last known when it is out of sight.
  const current =
    chosen === null ? null : (range.rows().find((row) => rowId(row) === rowId(chosen)) ?? chosen);
  const choose = (id: string | undefined) =>
    setChosen(range.rows().find((row) => rowId(row) === id) ?? null);
  return (
    <Page
      title={title}
      details={
        current !== null && (
          <PlatformDetails
            key={rowId(current)}
            projectId={projectId}
            file={current}
            onClose={() => setChosen(null)}
          />
        )
      }
    >
      <ProjectLinks projectId={projectId} />
      <div className={listing['tools']}>
        <div className={listing['search']}>
          <SearchField
            label={platform.search}
            value={text}
            onChange={(typed) => {
              setChosen(null);
              setText(typed);
            }}
          />
        </div>
        <span className={listing['total']} role="status">
          {range.total === null ? '' : files.count(range.total)}
        </span>
      </div>
      {range.latest !== null && <ListAge seen={range.latest} />}
      <LoadState value={range.total} fault={range.fault} onTryAgain={range.readAgain} lines={6} />
      {range.total === 0 && text.trim() === '' && (
        <EmptyState title={platform.none} text={platform.noneText} />
      )}
      {range.total === 0 && text.trim() !== '' && (
        <EmptyState title={platform.noneFits} text={platform.noneFitsText}>
          <Button onPress={() => setText('')}>{words.files.clearFilters}</Button>
        </EmptyState>
      )}
      {total > 0 && (
        <DataGrid
          label={project === undefined ? title : platform.listOf(title)}
          columns={columns}
          rowCount={total}
          rowAt={range.rowAt}
          rowId={rowId}
          onSight={range.see}
          selection={current === null ? NO_ROWS : onlyRow(rowId(current))}
          onSelect={(next) => choose(next.kind === 'rows' ? [...next.ids].at(-1) : undefined)}
          onOpen={setChosen}
        />
      )}
    </Page>
  );
}

const LOOK_MS = 60_000;
const MOVING_LOOK_MS = 30_000;

/** `text`: part of the name; empty for all. */
function usePlatformFiles(projectId: string, text: string): Range<'files.onPlatform'> {
  const wanted = text.trim();
  const filter = useMemo(
    () => (wanted === '' ? { projectId } : { projectId, text: wanted }),
    [projectId, wanted],
  );
  const range = useRange('files.onPlatform', filter);
  const { readAgain } = range;
  const everyMs = range.latest?.isMoving === true ? MOVING_LOOK_MS : LOOK_MS;
  useAttendedLooks(readAgain, everyMs);
  return range;
}
