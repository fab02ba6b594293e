/**
 * A list of any length as an ARIA grid: only what is in sight is in the page, and rows come from the caller by index.
 * Built by hand because the component libraries build their whole collection first, which 200,000 rows do not allow.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { assertNever } from '../../../src-shared/model/result.ts';
import { useWords } from '../../words/words-context.ts';
import { useAnnounce } from '../feedback/live-region.tsx';
import styles from './data-grid.module.css';
import { type GridColumn, type GridSort, nextSort } from './grid-column.ts';
import { GridHead } from './grid-head.tsx';
import type { MenuPlace } from '../overlay/menu.tsx';
import { gridAction, type GridPlace, useGridFocus } from './grid-keys.ts';
import {
  ALL_ROWS,
  type GridSelection,
  isSelected,
  NO_ROWS,
  onlyRow,
  rowsBetween,
  selectedCount,
  toggleRow,
} from './grid-selection.ts';
import { GridRow } from './grid-row.tsx';
import {
  listHeightPx,
  type RowSizes,
  useRowWindow,
  placeRows,
  type RowPlace,
} from './row-window.ts';
import { rowScrollerOf } from './row-scroller.ts';
import type { ScrollMemory } from './use-scroll-memory.ts';

const ROW_REM = 2.75; // two lines
const BORDER_PX = 2;
const SPARE_ROWS = 4; // above and below: more than one notch of a wheel

export interface DataGridProps<Row> {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowCount: number;
  /** Null while it is being read. */
  readonly rowAt: (index: number) => Row | null;
  readonly rowId: (row: Row) => string;
  /** Told which rows are in sight, so that the caller reads them. */
  readonly onSight?: (first: number, last: number) => void;
  /** Where the list was when somebody left it. */
  readonly scrollMemory?: ScrollMemory;
  /** Another number each time that the first row is to be gone to. */
  readonly goToTop?: number;
  /** Told whether somebody is at the rows: with the pointer, the focus, or further down than the first row. */
  readonly onAttend?: (isAttended: boolean) => void;
  readonly selection: GridSelection;
  readonly onSelect: (selection: GridSelection) => void;
  readonly onOpen?: (row: Row) => void;
  /**
   * Names the check box of a row. With it a click and Enter open a row, and boxes, Space, Shift and Ctrl choose; without it
   * whatever has the focus is chosen.
   */
  readonly boxLabel?: (row: Row) => string;
  /** Without boxes: a click opens a row, as Enter does. */
  readonly opensOnClick?: boolean;
  /** The row that is open beside the list. */
  readonly openId?: string | null;
  /** A second click on the same row, where one opens it. */
  readonly onVisit?: (row: Row) => void;
  /** Asked for the menu of a row, with the pointer or the key for it; the row is selected then. */
  readonly onMenu?: (row: Row, place: MenuPlace) => void;
  /** Null, or absent where rows have one order: that in which they come. */
  readonly sort?: GridSort | null;
  readonly onSort?: (sort: GridSort) => void;
}

export function DataGrid<Row>(props: DataGridProps<Row>): ReactElement {
  const {
    label,
    rowCount,
    rowAt,
    rowId,
    onSight,
    selection,
    sort = null,
    boxLabel,
    openId = null,
  } = props;
  const hasBoxes = boxLabel !== undefined;
  const { ui } = useWords();
  const announce = useAnnounce();
  const gridRef = useRef<HTMLDivElement>(null);
  const headRef = useRef<HTMLDivElement>(null);
  const anchor = useRef(0);
  /** A row that was gone to before it was read; it is selected when it comes. */
  const awaited = useRef<number | null>(null);
  const { widthRem, remPx, viewPx } = useGridSize(gridRef, headRef);
  const columns = useMemo(
    () =>
      props.columns.filter(
        ({ fromWidthRem = 0, belowWidthRem = Infinity }) =>
          widthRem >= fromWidthRem && widthRem < belowWidthRem,
      ),
    [props.columns, widthRem],
  );
  const { current, moveTo } = useGridFocus(gridRef, rowCount, columns.length);

  const rowPx = ROW_REM * remPx;
  const sizes: RowSizes = { rowCount, rowPx, viewPx };
  const { first, last, shiftPx, onScroll, show } = useRowWindow(gridRef, sizes);
  useEffect(() => onSight?.(first, last), [onSight, first, last]);

  const shown = useRef<readonly RowPlace[]>([]);
  const places = placeRows(shown.current, rowsToShow(first, last, rowCount, current.row));
  useLayoutEffect(() => {
    shown.current = places;
  });

  const idAt = (index: number) => {
    const row = rowAt(index);
    return row === null ? null : rowId(row);
  };

  const { goToTop = 0, scrollMemory } = props;
  useEffect(() => {
    // Whatever scrolls tells it here, and only of what scrolls these rows it is news.
    const onAnyScroll = ({ target }: Event) => {
      if (gridRef.current === null) return;
      const { element, topPx } = rowScrollerOf(gridRef.current);
      if (target !== element) return;
      const now = topPx();
      scrollMemory?.keep(now);
      onScroll(now);
    };
    document.addEventListener('scroll', onAnyScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onAnyScroll, { capture: true });
  }, [scrollMemory, onScroll]);
  const memoryAtFirst = useRef(scrollMemory);
  useLayoutEffect(() => {
    const topPx = memoryAtFirst.current?.top() ?? 0;
    if (topPx > 0 && gridRef.current !== null) rowScrollerOf(gridRef.current).scrollTo(topPx);
  }, []);
  const wentToTop = useRef(goToTop);
  /** The focus is for whatever comes first, not for the row that stands there still. */
  const isForFirst = useRef(false);
  useFocusedRow(gridRef, current, { idAt, rowCount, moveTo, isForFirst });
  useLayoutEffect(() => {
    if (goToTop === wentToTop.current) return;
    wentToTop.current = goToTop;
    isForFirst.current = true;
    show(0);
    moveTo({ row: 0, column: null });
  }, [goToTop, show, moveTo]);
  const attention = useAttention(first > 0, props.onAttend);

  const select = (next: GridSelection) => {
    props.onSelect(next);
    if (next.kind === 'all') announce(ui.allSelected);
    else if (next.ids.size > 1) announce(ui.selectedRows(next.ids.size));
  };

  useEffect(() => {
    const id = awaited.current === null ? null : idAt(awaited.current);
    if (id === null) return;
    awaited.current = null;
    props.onSelect(onlyRow(id));
  });

  const goTo = (place: GridPlace, isExtending: boolean) => {
    awaited.current = null;
    if (place.row >= 0 && place.row !== current.row) show(place.row);
    moveTo(place);
    if (place.row < 0 || place.row === current.row) return;
    const range = isExtending ? rowsBetween(idAt, anchor.current, place.row) : null;
    if (range !== null) {
      select(range);
      return;
    }
    anchor.current = place.row;
    if (hasBoxes) return;
    const id = idAt(place.row);
    if (id === null) awaited.current = place.row;
    else select(onlyRow(id));
  };

  const sortBy = (index: number) => {
    const column = columns[index];
    if (column?.isSortable === true) props.onSort?.(nextSort(sort, column.id));
  };

  const toggle = (index: number) => {
    anchor.current = index;
    const id = idAt(index);
    if (id !== null) select(toggleRow(selection, id));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const action = gridAction(
      { key: event.key, shiftKey: event.shiftKey, isCommand: event.ctrlKey || event.metaKey },
      current,
      {
        rowCount,
        columnCount: columns.length,
        pageRows: Math.max(1, Math.floor((viewPx + HEAD_REM * remPx) / rowPx) - 1),
      },
    );
    if (action === null || event.altKey) return;
    event.preventDefault();
    switch (action.do) {
      case 'move':
        return goTo(action.to, action.isExtending);
      case 'toggle':
        return toggle(current.row);
      case 'select-all':
        return select(ALL_ROWS);
      case 'open': {
        const row = rowAt(current.row);
        return row === null ? undefined : props.onOpen?.(row);
      }
      case 'sort':
        return sortBy(action.column);
      default:
        return assertNever(action);
    }
  };

  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const isOnBox = target !== null && target.closest('[data-box]') !== null;
    if (isOnBox && target.closest('[data-box="all"]') !== null) {
      return select(selectedCount(selection, rowCount) === rowCount ? NO_ROWS : ALL_ROWS);
    }
    const head = target?.closest('[data-sort]')?.getAttribute('data-sort');
    if (head !== null && head !== undefined) {
      const column = Number(head);
      moveTo({ row: -1, column });
      return sortBy(column);
    }
    const place = target?.closest('[role="row"]')?.getAttribute('data-place');
    if (place === null || place === undefined) return undefined;
    const row = Number.parseInt(place, 10);
    awaited.current = null;
    moveTo({ row, column: null });
    if (event.ctrlKey || event.metaKey || (isOnBox && !event.shiftKey)) return toggle(row);
    const range = event.shiftKey ? rowsBetween(idAt, anchor.current, row) : null;
    if (range !== null) return select(range);
    anchor.current = row;
    if (hasBoxes) {
      const opened = rowAt(row);
      return opened === null ? undefined : props.onOpen?.(opened);
    }
    const id = idAt(row);
    if (id !== null) select(onlyRow(id));
    const clicked = props.opensOnClick === true ? rowAt(row) : null;
    return clicked === null ? undefined : props.onOpen?.(clicked);
  };

  const onContextMenu = (event: MouseEvent) => {
    const element = event.target instanceof Element ? event.target.closest('[role="row"]') : null;
    const index = Number.parseInt(element?.getAttribute('data-place') ?? '', 10);
    const row = Number.isNaN(index) ? null : rowAt(index);
    if (element === null || row === null || props.onMenu === undefined) return;
    event.preventDefault();
    moveTo({ row: index, column: null });
    if (!hasBoxes && !isSelected(selection, rowId(row))) {
      anchor.current = index;
      select(onlyRow(rowId(row)));
    }
    const { left, bottom } = element.getBoundingClientRect();
    const isByKey = event.clientX === 0 && event.clientY === 0;
    props.onMenu(row, {
      xPx: isByKey ? left : event.clientX,
      yPx: isByKey ? bottom : event.clientY,
    });
  };

  const onDoubleClick = (event: MouseEvent) => {
    const row = rowAt(current.row);
    const isOnBox = event.target instanceof Element && event.target.closest('[data-box]') !== null;
    if (row !== null && !isOnBox) (props.onVisit ?? props.onOpen)?.(row);
  };

  return (
    <div
      ref={gridRef}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + (hasBoxes ? 1 : 0)}
      aria-multiselectable="true"
      className={styles['grid']}
      style={
        {
          '--grid-columns': [
            ...(hasBoxes ? ['2rem'] : []),
            ...columns.map(({ track }) => track),
          ].join(' '),
          '--grid-content': `${listHeightPx(sizes) + HEAD_REM * remPx + BORDER_PX}px`,
        } as never
      }
      {...attention}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onContextMenu={onContextMenu}
    >
      <GridHead
        columns={columns}
        sort={sort}
        current={current}
        headRef={headRef}
        chosen={hasBoxes ? chosenPart(selectedCount(selection, rowCount), rowCount) : null}
      />
      <div
        role="rowgroup"
        className={styles['body']}
        style={{ height: `${listHeightPx(sizes)}px` }}
      >
        {places.map(({ key, row: index }) => {
          const row = rowAt(index);
          return (
            <GridRow
              key={key}
              index={index}
              row={row}
              columns={columns}
              topPx={index * rowPx + shiftPx}
              heightPx={rowPx}
              isLast={index === rowCount - 1}
              isSelected={row !== null && isSelected(selection, rowId(row))}
              isOpen={row !== null && rowId(row) === openId}
              boxLabel={hasBoxes ? (row === null ? '' : boxLabel(row)) : null}
              tabStop={current.row === index ? (current.column ?? 'row') : null}
            />
          );
        })}
      </div>
    </div>
  );
}

/** How far from its old place the row with the focus is looked for: as many as a list has in memory. */
const FOLLOWED_ROWS = 300;

/** The focus belongs to what a row shows: when places change, it goes where that is now. */
function useFocusedRow(
  grid: RefObject<HTMLElement | null>,
  current: GridPlace,
  {
    idAt,
    rowCount,
    moveTo,
    isForFirst,
  }: {
    readonly idAt: (index: number) => string | null;
    readonly rowCount: number;
    readonly moveTo: (place: GridPlace) => void;
    readonly isForFirst: RefObject<boolean>;
  },
): void {
  const known = useRef<{ readonly row: number; readonly id: string | null }>({ row: -1, id: null });
  useLayoutEffect(() => {
    const { row } = current;
    const id = row < 0 ? null : idAt(row);
    const before = known.current;
    const isOther = before.row === row && before.id !== null && id !== null && before.id !== id;
    const isFollowed = isOther && !isForFirst.current;
    if (isOther || row !== 0) isForFirst.current = false;
    if (isFollowed && grid.current?.contains(document.activeElement) === true) {
      const from = Math.max(0, row - FOLLOWED_ROWS);
      const to = Math.min(rowCount - 1, row + FOLLOWED_ROWS);
      for (let index = from; index <= to; index += 1) {
        if (idAt(index) !== before.id) continue;
        known.current = { row: index, id: before.id };
        moveTo({ ...current, row: index });
        return;
      }
    }
    if (id !== null || before.row !== row) known.current = { row, id };
  });
}

/** What tells that somebody is at the rows. */
function useAttention(isScrolled: boolean, onAttend: DataGridProps<never>['onAttend']) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isAttended = isScrolled || isPointed || isFocused;
  useEffect(() => onAttend?.(isAttended), [onAttend, isAttended]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  };
}

function chosenPart(chosen: number, rowCount: number): boolean | 'mixed' {
  return chosen === rowCount ? true : chosen > 0 && 'mixed';
}

/** In order; among them the one with the focus, however far it is. */
function rowsToShow(first: number, last: number, rowCount: number, focused: number) {
  const from = Math.max(0, first - SPARE_ROWS);
  const to = Math.min(rowCount - 1, last + SPARE_ROWS);
  const rows = Array.from({ length: to - from + 1 }, (_row, at) => from + at);
  if (focused < 0 || (focused >= from && focused <= to)) return rows;
  return focused < from ? [focused, ...rows] : [...rows, focused];
}

const HEAD_REM = 2;
const ASSUMED: GridSize = { widthRem: 60, remPx: 16, viewPx: 0 }; // where nothing is laid out

interface GridSize {
  readonly widthRem: number;
  readonly remPx: number;
  /** What of its rows can be in sight at once. */
  readonly viewPx: number;
}

/**
 * Measures a grid by its head, which is two rem high and as wide as the grid: zoom and window change both. Known before the
 * first frame, so that nothing is drawn twice.
 */
function useGridSize(
  grid: RefObject<HTMLElement | null>,
  head: RefObject<HTMLElement | null>,
): GridSize {
  const [size, setSize] = useState(ASSUMED);
  useLayoutEffect(() => {
    const [whole, top] = [grid.current, head.current];
    if (whole === null || top === null) return undefined;
    const measure = () => {
      const { width, height } = top.getBoundingClientRect();
      if (height === 0) return;
      const remPx = height / HEAD_REM;
      const viewPx = rowScrollerOf(whole).heightPx - height;
      const now = { widthRem: width / remPx, remPx, viewPx };
      setSize((before) => (isSame(before, now) ? before : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(whole);
    observer.observe(top);
    window.addEventListener('resize', measure); // a low one is another scroller
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [grid, head]);
  return size;
}

function isSame(one: GridSize, other: GridSize): boolean {
  return (
    one.remPx === other.remPx && one.widthRem === other.widthRem && one.viewPx === other.viewPx
  );
}
