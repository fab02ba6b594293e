/** The columns of the nested list; in a narrow window what stands in the details is left out. */
import type { LineageRow } from '../../../src-shared/model/lineage/lineage-view.ts';
import { FileName } from '../../parts/file-name.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import listing from '../../ui/grid/listing.module.css';
import { QuietStatus } from '../../ui/feedback/quiet-status.tsx';
import type { Words } from '../../words/en.ts';
import hidden from '../../ui/layout/hidden.module.css';
import { NodeStatus, nodeKindText } from '../../parts/node-status.tsx';

const MOST_INDENTED = 6; // deeper levels stand below each other; the number says how deep

export function lineageColumns(words: Words): readonly GridColumn<LineageRow>[] {
  const { lineage } = words;
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
      label: lineage.status,
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
