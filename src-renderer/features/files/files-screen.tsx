/** Files of one project, or of all: a list of any length, filtered and ordered by the core, the open one beside it. */
import {
  type ComponentProps,
  type ReactElement,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useLayoutEffect,
  useRef,
} from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { printable } from '../../../src-shared/model/text/printable.ts';
import {
  FILE_SORTS,
  type FileListRow,
  type FileRangeFilter,
  type Offered,
} from '../../../src-shared/bridge/file-calls.ts';
import { awaitingApproval } from '../../../src-shared/model/status/current-activity.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useBalance } from '../../data/queries.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { agreementTo, ApproveButton, priceSentence } from '../../parts/credits/spend-question.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import arrangement from '../../ui/layout/arrangement.module.css';
import { useSaidTotal } from '../../ui/grid/use-said-total.ts';
import { type FileQuery, type FileRange, useFileRange } from '../../data/use-range.ts';
import { useKnownProjects } from '../../data/use-projects.ts';
import { Button } from '../../ui/layout/button.tsx';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { type GridSelection, NO_ROWS, selectedCount } from '../../ui/grid/grid-selection.ts';
import { HeldList } from '../../ui/grid/held-list.tsx';
import { useHeldList } from '../../data/use-held-list.ts';
import { useScrollMemory } from '../../ui/grid/use-scroll-memory.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import type { MenuPlace } from '../../ui/overlay/menu.tsx';
import { ProjectLinks } from '../../parts/projects/project-screen.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToWatch, SET_BY_LINK } from '../../paths.ts';
import { fileColumns } from './file-columns.tsx';
import { FileMenu } from './file-buttons.tsx';
import { FileDetails } from './file-details.tsx';
import {
  type FileFilters,
  filterOf,
  filtersIn,
  isNarrowed,
  isSetByLink,
  NO_FILTERS,
  readFilters,
  readSort,
  writeList,
} from './file-filters.ts';
import { FilterBar, stateFilterLabel } from './filter-bar.tsx';
import { UndoApproval } from '../../parts/credits/undo-approval.tsx';
import { SelectionBar } from './selection-bar.tsx';
import styles from './files.module.css';
import { useShare } from './upload-share.ts';

/** Shown anew for every project, so that nothing chosen in one is left over in the next. */
export function ProjectFilesScreen(): ReactElement {
  const { files, overview } = useWords();
  const { projectId = '' } = useParams();
  const { projects, isRead } = useKnownProjects();
  const project = projects.find(({ id }) => id === projectId);
  if (project === undefined) {
    return (
      <Page title={isRead ? files.unknownProject : files.title}>
        {isRead ? <p>{projectId}</p> : <Skeleton lines={6} />}
      </Page>
    );
  }
  return (
    <FileList
      key={projectId}
      projectId={projectId}
      title={project.name}
      subtitle={overview.files(project.files)}
      actions={
        <>
          <LinkButton to={pathToWatch(projectId)}>{overview.watchFolder}</LinkButton>
          <LinkButton to={pathTo('addProjectFiles', projectId)} kind="primary" icon="plus">
            {files.addFiles}
          </LinkButton>
        </>
      }
    />
  );
}

export function AllFilesScreen(): ReactElement {
  const { files, overview } = useWords();
  return (
    <FileList
      projectId={null}
      title={files.allFiles}
      actions={
        <>
          <LinkButton to={pathTo('watch')}>{overview.watchFolder}</LinkButton>
          <LinkButton to={pathTo('addFiles')} kind="primary" icon="plus">
            {files.addFiles}
          </LinkButton>
        </>
      }
    />
  );
}

function FileList({
  projectId,
  title,
  subtitle,
  actions,
}: Readonly<{
  projectId: string | null;
  title: string;
  subtitle?: string;
  actions?: ReactElement;
}>): ReactElement {
  const words = useWords();
  const { files } = words;
  const [address, setAddress] = useSearchParams();
  const filterPart = filtersIn(address);
  const filters = useMemo(() => readFilters(new URLSearchParams(filterPart)), [filterPart]);
  // The address has all of it, so that the way back from a file leads to the same list. What is typed is kept here too:
  // the address follows later than the next key.
  const [text, setText] = useState(() => address.get('text') ?? '');
  const { column, isDescending } = readSort(address);
  const sort = useMemo(() => ({ column, isDescending }), [column, isDescending]);
  const [selection, setSelection] = useState<GridSelection>(NO_ROWS);
  const [chosen, setChosen] = useState<FileListRow | null>(null);
  /** The state that a link led to and in which no file is any more. */
  const [linkEmptied, setLinkEmptied] = useState<string | null>(null);
  const [isDecided, setIsDecided] = useState(false);
  const [menuPlace, setMenuPlace] = useState<MenuPlace | null>(null);
  const menu = useMemo(
    () => menuPlace && { place: menuPlace, onClose: () => setMenuPlace(null) },
    [menuPlace],
  );
  const navigate = useNavigate();
  const nowMs = useNow();
  const columns = useMemo(() => fileColumns(words, nowMs), [words, nowMs]);
  const filter = useMemo(() => filterOf(projectId, text, filters), [projectId, text, filters]);
  const query = useMemo<FileQuery>(
    () => ({
      filter,
      sort: {
        by: FILE_SORTS.find((by) => by === sort.column) ?? 'when',
        isDescending: sort.isDescending,
      },
    }),
    [filter, sort],
  );
  const range = useFileRange(query);
  useSaidTotal(range.total, filter, words.files.count);
  const total = range.total ?? 0;
  // Beside an open file, too: the way back is to the row that it was opened from.
  const held = useHeldList(range, selectedCount(selection, total) > 0 || chosen !== null);

  const letGo = useCallback(() => {
    setSelection(NO_ROWS);
    setChosen(null);
  }, []);
  const show = (nextFilters: FileFilters, nextText: string, emptied: string | null = null) => {
    letGo();
    setText(nextText);
    setAddress(writeList(nextFilters, nextText, sort), { replace: true });
    setLinkEmptied(emptied);
  };
  // The filters are dear to draw, and need not know each key that is typed beside them.
  const latest = useRef({ show, text });
  useLayoutEffect(() => {
    latest.current = { show, text };
  });
  const narrow = useCallback(
    (next: FileFilters) => latest.current.show(next, latest.current.text),
    [],
  );
  const scrollMemory = useScrollMemory();
  const close = useCallback(() => setChosen(null), []);
  const isLinkEmpty = isSetByLink(address) && range.total === 0 && isNarrowed(filters, text);
  const emptyState = isLinkEmpty ? stateFilterLabel(filters, words) : null;
  useEffect(() => {
    if (isLinkEmpty) latest.current.show(NO_FILTERS, '', emptyState);
  }, [isLinkEmpty, emptyState]);
  // What was approved is to be seen on its way, not to leave an empty list behind.
  const showAllStates = () => show({ ...filters, group: null, shown: null }, text);
  const afterDecision = (leavesState: boolean) => {
    setIsDecided(leavesState);
    if (leavesState && selectedCount(selection, total) === total) showAllStates();
    else setSelection(NO_ROWS);
  };
  const approvedAll = () => {
    setIsDecided(true);
    if (filters.group !== null || filters.shown !== null) showAllStates();
  };
  // What the core says now about the open file; the last known when it is out of sight.
  const current = chosen === null ? null : (findRow(range, chosen.id) ?? chosen);

  return (
    <Page
      title={title}
      {...(subtitle === undefined ? {} : { subtitle })}
      actions={actions}
      details={
        current !== null && (
          <FileMenu value={menu}>
            <ChosenFile file={current} onClose={close} />
          </FileMenu>
        )
      }
    >
      {projectId !== null && <ProjectLinks projectId={projectId} />}
      <FilterBar
        projectId={projectId}
        text={text}
        onText={(typed) => show(filters, typed)}
        filters={filters}
        onFilter={narrow}
        onClear={() => show(NO_FILTERS, '')}
        total={range.total}
      />
      <ErrorNotice fault={range.fault} onTryAgain={range.readAgain} />
      {range.total === null && range.fault === null && <Skeleton lines={6} />}
      <p role="status" className={styles['widened']}>
        {linkEmptied !== null && files.linkEmptied(linkEmptied)}
      </p>
      {range.total === 0 && !isLinkEmpty && (
        <NoFiles
          isFiltered={isNarrowed(filters, text)}
          isOfFolder={!isNarrowed({ ...filters, folder: null }, text)}
          onClear={() => show(NO_FILTERS, '')}
        />
      )}
      {total > 0 && (
        <HeldList
          arrived={range.arrived > 0 ? files.arrived(range.arrived) : null}
          onShow={held.showArrived}
        >
          <DataGrid
            label={files.listOf(title)}
            columns={columns}
            rowCount={total}
            rowAt={range.rowAt}
            rowId={({ id }) => id}
            onSight={range.see}
            onAttend={held.onAttend}
            goToTop={held.goToTop}
            scrollMemory={scrollMemory}
            selection={selection}
            onSelect={setSelection}
            boxLabel={({ name }) => files.choose(printable(name))}
            openId={current?.id ?? null}
            onOpen={setChosen}
            onVisit={(file) => void navigate(pathTo('file', file.projectId, file.id))}
            onMenu={(file, place) => {
              setChosen(file);
              setMenuPlace(place);
            }}
            sort={sort}
            onSort={(next) =>
              setAddress(
                { ...writeList(filters, text, next), ...(isSetByLink(address) ? SET_BY_LINK : {}) },
                { replace: true },
              )
            }
          />
        </HeldList>
      )}
      {selectedCount(selection, total) < 1 && (
        <>
          {total > 0 && <ApproveListed filter={filter} onDone={approvedAll} />}
          <UndoApproval isAnswer={isDecided} />
        </>
      )}
      <SelectionBar
        selection={selection}
        total={total}
        query={query}
        latestId={range.latest?.latestId ?? null}
        known={range.rows()}
        onDone={afterDecision}
      />
    </Page>
  );
}

/** The files that such a list may offer; of all, and of a folder, the core need not list them. */
function offeredIn(filter: FileRangeFilter): Offered {
  const { folderId, ...narrower } = filter;
  if (Object.keys(narrower).length === 0) return folderId === undefined ? null : { folderId };
  return { filter: { ...filter, states: filter.states ?? ['ready'] }, exceptIds: [] };
}

/** What of the listed files awaits an approval, with its price: nothing has to be chosen first. */
function ApproveListed({
  filter,
  onDone,
}: Readonly<{ filter: FileRangeFilter; onDone: () => void }>): ReactElement | null {
  const words = useWords();
  const balance = useBalance();
  const isAny = useCore(
    ({ status }) => status?.account != null && awaitingApproval(status.account) > 0,
  );
  const which = useMemo(() => offeredIn(filter), [filter]);
  const asked = useMemo(() => ({ which }), [which]);
  const { value: offer } = useRead('files.offer', asked, { isWanted: isAny });
  const { send, isPending, fault } = useSend('files.agree');
  if (!isAny || offer === null || offer.files === 0) return null;
  return (
    <div className={arrangement['line']}>
      <span>
        {words.spend.kinds.fresh(offer.files)}. {priceSentence(offer, balance, words)}
      </span>
      <ApproveButton
        offer={offer}
        balance={balance}
        isPending={isPending}
        problem={faultSentence(fault, words)}
        onAgree={() => send({ which, ...agreementTo(offer) }, onDone)}
      />
    </div>
  );
}

/** Apart from the list, because it is drawn again with every step of the file. */
function ChosenFile(props: Omit<ComponentProps<typeof FileDetails>, 'share'>): ReactElement {
  return <FileDetails {...props} share={useShare(props.file)} />;
}

/** Among the rows that are in memory. */
function findRow(range: FileRange, id: string): FileListRow | null {
  return range.rows().find((row) => row.id === id) ?? null;
}

/** `isOfFolder`: all of a folder is shown, and its files come as they are found. */
function NoFiles({
  isFiltered,
  isOfFolder,
  onClear,
}: Readonly<{ isFiltered: boolean; isOfFolder: boolean; onClear: () => void }>): ReactElement {
  const { files, overview } = useWords();
  if (isFiltered) {
    const [title, text] = isOfFolder
      ? [files.noneInFolder, files.noneInFolderText]
      : [files.noneFound, files.noneFoundText];
    return (
      <EmptyState title={title} text={text}>
        <Button onPress={onClear}>{files.clearFilters}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={files.none} text={files.noneText}>
      <LinkButton to={pathTo('watch')}>{overview.watchFolder}</LinkButton>
    </EmptyState>
  );
}
