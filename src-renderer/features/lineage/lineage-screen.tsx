/** Which file was made from which in a project: what is wrong with that first, as a list or as a drawing. */
import { type ReactElement, useMemo, useState, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useProjects } from '../../data/use-projects.ts';
import { useRange } from '../../data/use-range.ts';
import { Button } from '../../ui/layout/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import {
  ProjectScreen,
  UnknownProject,
  ProjectLinks,
} from '../../parts/projects/project-screen.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { ListAge } from '../../parts/notices/list-age.tsx';
import { LineageDetails } from './lineage-details.tsx';
import { type Chosen, ListPart } from './list-view.tsx';
import styles from './lineage.module.css';
import prose from '../../ui/layout/prose.module.css';
import { MOST_DRAWN_FILES } from '../../../src-shared/bridge/lineage-calls.ts';
import { useRead } from '../../data/use-read.ts';
import { lazyPart } from '../../ui/layout/page-part.tsx';
import listing from '../../ui/grid/listing.module.css';

const VIEWS = ['list', 'graph'] as const;
const NO_WARNINGS = { warnings: 0, passing: 0 };
type View = (typeof VIEWS)[number];

export function LineageScreen(): ReactElement {
  return <ProjectScreen route="lineage" of={ProjectLineage} />;
}

function ProjectLineage({ projectId }: Readonly<{ projectId: string }>): ReactElement {
  const { lineage } = useWords();
  const project = useProjects().find(({ id }) => id === projectId);
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((each) => each === params.get('view')) ?? 'list';
  const focus = params.get('focus');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const show = (next: View, about: string | null = focus) => {
    setParams({ view: next, ...(about === null ? {} : { focus: about }) }, { replace: true });
  };
  const [text, setText] = useState('');
  const [isOnlyWarnings, setIsOnlyWarnings] = useState(false);
  const filter = useMemo(() => {
    const wanted = text.trim();
    return {
      projectId,
      ...(wanted === '' ? {} : { text: wanted }),
      ...(isOnlyWarnings ? { onlyWarnings: true } : {}),
    };
  }, [projectId, text, isOnlyWarnings]);
  const range = useRange('lineage.range', filter);
  const [latest, setLatest] = useState(range.latest); // another filter asks anew, about the same files
  if (range.latest !== null && range.latest !== latest) setLatest(range.latest);
  if (range.fault?.kind === 'unknown-project') return <UnknownProject />;
  const title = project?.name ?? lineage.title;
  const isEmpty = latest?.counts.secondary === 0;
  const { warnings, passing } = latest?.counts ?? NO_WARNINGS;
  return (
    <Page
      title={title}
      actions={
        <LinkButton kind="primary" icon="git-branch" to={pathTo('completeLineage', projectId)}>
          {lineage.addProcedure}
        </LinkButton>
      }
      details={
        chosen !== null && (
          <LineageDetails
            key={chosen.id}
            projectId={projectId}
            nodeId={chosen.id}
            name={chosen.name}
            onChoose={setChosen}
            onShow={() => {
              show(view === 'list' ? 'graph' : 'list', chosen.id);
              // The pane would lie on what was asked for.
              if (matchMedia('(width < 75rem)').matches) setChosen(null);
            }}
            showLabel={view === 'list' ? lineage.showInGraph : lineage.showInList}
            onClose={() => setChosen(null)}
          />
        )
      }
    >
      <ProjectLinks projectId={projectId} />
      {warnings > 0 && !isOnlyWarnings && (
        <HealthBanner
          severity="attention"
          title={lineage.warnings(warnings)}
          text={lineage.warningsText}
        >
          <Button
            isSmall
            onPress={() => {
              setIsOnlyWarnings(true);
              show('list');
            }}
          >
            {lineage.showThem}
          </Button>
        </HealthBanner>
      )}
      {passing > 0 && <p className={prose['note']}>{lineage.passing(passing)}</p>}
      {latest !== null && <ListAge seen={latest} />}
      <LoadState value={latest} fault={range.fault} onTryAgain={range.readAgain} lines={6} />
      {isEmpty && !isOnlyWarnings && text === '' && (
        <EmptyState title={lineage.none} text={lineage.noneText} />
      )}
      {latest !== null && latest.counts.files > 0 && (
        <div className={styles['whole']}>
          <Tabs
            label={lineage.view}
            selected={view}
            onSelect={(next) => show(next)}
            parts={[
              {
                id: 'list',
                label: lineage.views.list,
                content: (
                  <ListPart
                    label={lineage.listOf(title)}
                    range={range}
                    counts={latest.counts}
                    text={text}
                    onText={setText}
                    isOnlyWarnings={isOnlyWarnings}
                    onOnlyWarnings={setIsOnlyWarnings}
                    chosen={chosen}
                    onChoose={setChosen}
                    onOpen={(node) => show('graph', node.id)}
                  />
                ),
              },
              {
                id: 'graph',
                label: lineage.views.graph,
                content: (
                  <GraphPart
                    projectId={projectId}
                    focus={focus}
                    chosen={chosen}
                    onChoose={setChosen}
                    onWhole={() => setParams({ view: 'graph' }, { replace: true })}
                  />
                ),
              },
            ]}
          />
        </div>
      )}
    </Page>
  );
}

/** What draws is large, and the list is there without it. */
const LineageGraph = lazyPart(async () => (await import('./lineage-graph.tsx')).LineageGraph);

/** The lineage as a drawing: around one file, or of whatever is joined. */
function GraphPart({
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
