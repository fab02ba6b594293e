/** The drawing of a lineage: a file with all around it, or whatever is joined, as long as a person can tell it apart. */
import { useMemo, type ReactElement } from 'react';
import { MOST_DRAWN_FILES } from '../../../src-shared/bridge/lineage-calls.ts';
import { stateTraits } from '../../../src-shared/model/files/file-state.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import type { LineageNode } from '../../../src-shared/model/lineage/lineage-graph.ts';
import type { LineageView } from '../../../src-shared/model/lineage/lineage-view.ts';
import { isPassing } from '../../../src-shared/model/lineage/lineage-warnings.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import {
  Graph,
  GraphLegend,
  type GraphBox,
  type GraphLine,
  type GraphTone,
} from '../../ui/chart/graph.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import hidden from '../../ui/layout/hidden.module.css';
import { statusLook } from '../../parts/files/status-appearance.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './lineage.module.css';
import { nodeKindText, nodeStatusText } from '../../parts/files/node-status.tsx';
import prose from '../../ui/layout/prose.module.css';

export function LineageGraph({
  label,
  view: { nodes, edges, isCut },
  chosenId,
  onChoose,
}: Readonly<{
  label: string;
  view: LineageView;
  chosenId: string | null;
  onChoose: (id: string) => void;
}>): ReactElement {
  const words = useWords();
  const { lineage } = words;
  const boxes = useMemo(
    () => nodes.map((node) => boxOf(node, node.id === chosenId, words)),
    [nodes, chosenId, words],
  );
  // What is cited came first.
  const lines = useMemo(
    () =>
      edges.map(({ from, to, relation }): GraphLine => {
        return { from: to, to: from, look: relation === 'follows' ? 'dashed' : 'solid' };
      }),
    [edges],
  );
  return (
    <>
      <p className={prose['note']}>
        {lineage.legend} {isCut && lineage.cut(MOST_DRAWN_FILES)}
      </p>
      <GraphLegend
        label={lineage.colours}
        tones={TONES.filter((tone) => boxes.some((box) => box.tone === tone)).map((tone) => ({
          tone,
          text: lineage.tones[tone],
        }))}
      />
      <Graph
        label={label}
        boxes={boxes}
        lines={lines}
        onChoose={onChoose}
        tools={{ larger: lineage.larger, smaller: lineage.smaller, all: lineage.fit }}
      />
    </>
  );
}

function boxOf(node: LineageView['nodes'][number], isCurrent: boolean, words: Words): GraphBox {
  const { lineage } = words;
  const status = nodeStatusText(node, words);
  const wrong = node.warnings.length === 0 ? '' : lineage.wrongCount(node.warnings.length);
  return {
    id: node.id,
    look: lookOf(node),
    tone: toneOf(node),
    isCurrent,
    content: (
      <>
        <span className={styles['boxName']}>
          <FileName name={node.name} />
        </span>
        <span className={hidden['hidden']}>{nodeKindText(node, words)}</span>
        <span className={styles['boxSecond']}>
          <Icon name={shapeOf(node, words)} size={0.875} />
          {status}
          {wrong !== '' && (
            <>
              <span className={styles['mark']}>
                <Icon name="triangle-exclamation-point" size={0.875} />
              </span>
              {wrong}
            </>
          )}
        </span>
      </>
    ),
  };
}

/** The most serious first, as the legend names them. */
const TONES: readonly GraphTone[] = ['danger', 'warn', 'active', 'ok', 'neutral'];

/** The role of its state, unless what is wrong with its citations is worse. */
function toneOf({ kind, state, hold, status, warnings }: LineageView['nodes'][number]): GraphTone {
  const known = kind === 'unknown' ? null : (state ?? stateOfWord(status ?? ''));
  const role = known === null ? 'neutral' : stateTraits(known, hold).role;
  const isWrong = warnings.some((warning) => !isPassing(warning.kind));
  return isWrong && role !== 'danger' ? 'warn' : role;
}

/** Original data has corners, what was made of it is round, and what nobody can vouch for has a broken edge. */
function lookOf({ kind, fileType }: LineageNode): GraphBox['look'] {
  if (kind === 'unknown' || kind === 'here') return 'dashed';
  return fileType === 'secondary' ? 'round' : 'square';
}

function shapeOf({ state, hold, isApproved }: LineageNode, words: Words) {
  return state === null ? 'circle-question-mark' : statusLook(state, hold, words, isApproved).icon;
}
