/** The lineage as a drawing: around one file, or of whatever is joined. */
import { useCallback, type ReactElement } from 'react';
import { MOST_DRAWN_FILES } from '../../../src-shared/bridge/lineage-calls.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/layout/page-part.tsx';
import listing from '../../ui/grid/listing.module.css';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './lineage.module.css';
import type { Chosen } from './list-view.tsx';

/** What draws is large, and the list is there without it. */
const LineageGraph = lazyPart(async () => (await import('./lineage-graph.tsx')).LineageGraph);

export function GraphPart({
  projectId,
  focus,
  chosen,
  onChoose,
  onWhole,
}: Readonly<{
  projectId: string;
  focus: string | null;
  chosen: Chosen | null;
  onChoose: (node: Chosen) => void;
  onWhole: () => void;
}>): ReactElement {
  const { lineage } = useWords();
  const {
    value: view,
    fault,
    readAgain,
  } = useRead('lineage.around', { projectId, asked: focus, most: MOST_DRAWN_FILES });
  const choose = useCallback(
    (id: string) => {
      const node = view?.nodes.find((each) => each.id === id);
      if (node !== undefined) onChoose(node);
    },
    [view, onChoose],
  );
  const about = view?.nodes.find(({ id }) => id === view.focusId);
  const label = about === undefined ? lineage.all : lineage.around(about.name);
  return (
    <div className={styles['part']}>
      <LoadState value={view} fault={fault} onTryAgain={readAgain} lines={6} />
      {focus !== null && (
        <div className={listing['tools']}>
          <span>{label}</span>
          <Button isSmall onPress={onWhole}>
            {lineage.wholeGraph}
          </Button>
        </div>
      )}
      {view !== null && view.nodes.length === 0 && (
        <EmptyState title={lineage.nothingJoined} text={lineage.nothingJoinedText} />
      )}
      {view !== null && view.nodes.length > 0 && (
        <LineageGraph
          label={label}
          view={view}
          chosenId={chosen?.id ?? view.focusId}
          onChoose={choose}
        />
      )}
    </div>
  );
}
