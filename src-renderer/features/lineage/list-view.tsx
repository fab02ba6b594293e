/** The lineage as a nested list, which has all that the drawing has. */
import { type ReactElement, useMemo, useState } from 'react';
import type { LineageRange } from '../../../src-shared/bridge/lineage-calls.ts';
import type { LineageNode } from '../../../src-shared/model/lineage/lineage-graph.ts';
import type { LineageCounts, LineageRow } from '../../../src-shared/model/lineage/lineage-view.ts';
import type { useRange } from '../../data/use-range.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NO_ROWS, onlyRow } from '../../ui/grid/grid-selection.ts';
import listing from '../../ui/grid/listing.module.css';
import { SearchField } from '../../ui/form/search-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { QuietStatus } from '../../ui/feedback/quiet-status.tsx';
import type { Words } from '../../words/en.ts';
import hidden from '../../ui/layout/hidden.module.css';
import { nodeKindText, NodeStatus } from '../../parts/files/node-status.tsx';
import styles from './lineage.module.css';

/** A file that was chosen in the list or the drawing. */
export type Chosen = Pick<LineageNode, 'id' | 'name'>;

export function ListPart({
  label,
  range,
  counts,
  text,
  onText,
  isOnlyWarnings,
  onOnlyWarnings,
  chosen,
  onChoose,
  onOpen,
}: Readonly<{
  label: string;
  range: ReturnType<typeof useRange<'lineage.range'>>;
  counts: LineageCounts;
  text: string;
  onText: (text: string) => void;
  isOnlyWarnings: boolean;
  onOnlyWarnings: (isOnly: boolean) => void;
  chosen: Chosen | null;
  onChoose: (node: Chosen | null) => void;
  onOpen: (node: LineageNode) => void;
}>): ReactElement {
  const words = useWords();
  const { lineage } = words;
  const hasWarnings = counts.warnings > 0;
  const columns = useMemo(
    () => lineageColumns(words).filter(({ id }) => id !== 'check' || hasWarnings),
    [words, hasWarnings],
  );
  // A file is listed below each that cites it: where it was chosen is told by its place.
  const [place, setPlace] = useState<string | null>(null);
  const rows = range.rows();
  const chosenPlace =
    chosen === null ? null : rows.find((row) => placeOf(row) === place && row.nodeId === chosen.id);
  return (
    <div className={styles['part']}>
      <div className={listing['tools']}>
        <div className={listing['search']}>
          <SearchField label={lineage.search} value={text} onChange={onText} />
        </div>
        <Checkbox isSelected={isOnlyWarnings} onChange={onOnlyWarnings}>
          {lineage.onlyWarnings}
        </Checkbox>
        <span className={listing['total']} role="status">
          {lineage.count(counts.files, counts.secondary)}
        </span>
      </div>
      {range.total === 0 && <EmptyState title={lineage.noneFits} text={lineage.noneFitsText} />}
      {(range.total ?? 0) > 0 && (
        <DataGrid
          label={label}
          columns={columns}
          rowCount={range.total ?? 0}
          rowAt={range.rowAt}
          rowId={placeOf}
          onSight={range.see}
          selection={chosenPlace == null ? NO_ROWS : onlyRow(placeOf(chosenPlace))}
          onSelect={(next) => {
            const id = next.kind === 'rows' ? [...next.ids].at(-1) : undefined;
            const row = rows.find((each) => placeOf(each) === id);
            setPlace(id ?? null);
            onChoose(row?.node ?? null);
          }}
          onOpen={({ node }) => onOpen(node)}
        />
      )}
    </div>
  );
}

function placeOf({ place }: LineageRange['rows'][number]): string {
  return String(place);
}

const MOST_INDENTED = 6; // deeper levels stand below each other; the number says how deep

/** The columns of the nested list; in a narrow window what stands in the details is left out. */
export function lineageColumns(words: Words): readonly GridColumn<LineageRow>[] {
  const { lineage, files } = words;
  return [
    {
      id: 'name',
      label: lineage.name,
      track: 'minmax(0, 1.6fr)',
      cell: ({ node, level, relation, isShownAbove }) => (
        <span
          className={listing['nameCell']}
          style={{ paddingInlineStart: `${(Math.min(level, MOST_INDENTED) - 1) * 1.25}rem` }}
        >
          <span className={hidden['hidden']}>{lineage.level(level)}</span>
          <FileName name={node.name} />
          <span className={listing['second']}>
            {[
              ...(relation === null ? [] : [lineage.relation[relation]]),
              nodeKindText(node, words),
              ...(isShownAbove ? [lineage.shownAbove] : []),
            ]
              .filter((text) => text !== '')
              .join(' · ')}
          </span>
        </span>
      ),
    },
    {
      id: 'status',
      label: files.status,
      track: 'minmax(min(12rem, 45%), 0.6fr)',
      cell: ({ node }) => (
        <span className={listing['statusCell']}>
          <NodeStatus node={node} />
        </span>
      ),
    },
    {
      id: 'check',
      label: lineage.check,
      track: 'minmax(0, 1fr)',
      fromWidthRem: 46,
      cell: ({ warnings: [first, ...others] }) =>
        first === undefined ? null : (
          <span className={listing['nameCell']}>
            <QuietStatus
              icon="triangle-exclamation-point"
              text={lineage.wrongCount(others.length + 1)}
            />
            <span className={listing['second']}>{lineage.warning(first)}</span>
          </span>
        ),
    },
    {
      id: 'used-by',
      label: lineage.usedBy,
      track: '6rem',
      isNumber: true,
      fromWidthRem: 40,
      cell: ({ citedBy }) => (citedBy === 0 ? '—' : lineage.usedByCount(citedBy)),
    },
  ];
}
