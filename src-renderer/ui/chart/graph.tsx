/**
 * A drawing of boxes joined by lines, to be moved with pointer or keys: every box is a button, and one that takes the
 * focus comes into sight. What it shows has to be in a list as well; a drawing is never the only way to know.
 */
import {
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Edge,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import {
  useEffect,
  useMemo,
  useRef,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { IconButton } from '../layout/button.tsx';
import { classes } from '../layout/classes.ts';
import './graph-base.css';
import styles from './graph.module.css';
import { layOutGraph } from './graph-layout.ts';

/** In rem, so that boxes grow with the text. */
const WIDTH_REM = 17;
const HEIGHT_REM = 4;
const MOVE_MS = 160;

export type GraphTone = 'neutral' | 'active' | 'ok' | 'warn' | 'danger';

export interface GraphBox {
  readonly id: string;
  /** Its text is its accessible name. */
  readonly content: ReactNode;
  readonly look: 'square' | 'round' | 'dashed';
  /** Its colour; what it stands for has to be in words too. */
  readonly tone: GraphTone;
  /** The one it is about. */
  readonly isCurrent: boolean;
}

export interface GraphLine {
  /** What comes first. */
  readonly from: string;
  readonly to: string;
  readonly look: 'solid' | 'dashed';
}

type BoxNode = Node<Omit<GraphBox, 'id'> & { readonly choose: (id: string) => void }, 'box'>;

const NODE_TYPES = { box: Box };
/** The library's name is said among the licences; a drawing of data has no advertisement in it. */
const NO_SIGN = { hideAttribution: true };
const FIT = { padding: 0.12, maxZoom: 1, minZoom: 0.2 };

export interface GraphProps {
  readonly label: string;
  readonly boxes: readonly GraphBox[];
  readonly lines: readonly GraphLine[];
  readonly onChoose: (id: string) => void;
  /** What the buttons are called that make it larger, smaller, and show all of it. */
  readonly tools: { readonly larger: string; readonly smaller: string; readonly all: string };
}

export function Graph(props: GraphProps): ReactElement {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}

function Drawing({ label, boxes, lines, onChoose, tools }: GraphProps): ReactElement {
  const flow = useReactFlow();
  const ids = boxes.map(({ id }) => id).join('\n');
  const places = useMemo(
    () => layOutGraph(ids === '' ? [] : ids.split('\n'), lines, sizePx()),
    [ids, lines],
  );
  const nodes = useMemo<BoxNode[]>(
    () =>
      boxes.map(({ id, ...data }) => ({
        id,
        type: 'box',
        position: places.get(id) ?? { x: 0, y: 0 },
        ...sizePx(),
        data: { ...data, choose: onChoose },
      })),
    [boxes, places, onChoose],
  );
  const edges = useMemo<Edge[]>(
    () =>
      lines.map(({ from, to, look }) => ({
        id: `${look}\n${from}\n${to}`,
        source: from,
        target: to,
        ...(look === 'dashed' ? { className: styles['dashedLine'] ?? '' } : {}),
        markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--border-strong)' },
      })),
    [lines],
  );
  useEffect(() => {
    void flow.fitView({ ...FIT, duration: moveMs() }); // another file, another drawing
  }, [flow, places]);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => void flow.fitView(FIT)); // another window, another view
    observer.observe(current);
    return () => observer.disconnect();
  }, [flow]);
  const zoom = (by: 1 | -1) => void (by > 0 ? flow.zoomIn : flow.zoomOut)({ duration: moveMs() });
  return (
    <section ref={frame} aria-label={label} className={styles['graph']}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        zoomOnScroll={false}
        preventScrolling={false}
        minZoom={FIT.minZoom}
        maxZoom={2}
        fitView
        fitViewOptions={FIT}
        proOptions={NO_SIGN}
      />
      <div className={styles['tools']}>
        <IconButton icon="minus" label={tools.smaller} onPress={() => zoom(-1)} />
        <IconButton icon="plus" label={tools.larger} onPress={() => zoom(1)} />
        <IconButton
          icon="scan-search"
          label={tools.all}
          onPress={() => void flow.fitView({ ...FIT, duration: moveMs() })}
        />
      </div>
    </section>
  );
}

function Box({ id, data }: NodeProps<BoxNode>): ReactElement {
  const flow = useReactFlow();
  const intoSight = ({ currentTarget }: FocusEvent) => {
    const node = currentTarget.matches(':focus-visible') ? flow.getNode(id) : undefined;
    if (node === undefined) return; // a pointer is there already
    const { width, height } = sizePx();
    const { x, y } = node.position;
    void flow.setCenter(x + width / 2, y + height / 2, {
      zoom: Math.max(flow.getZoom(), 0.75),
      duration: moveMs(),
    });
  };
  return (
    <>
      <Handle type="target" position={Position.Left} className={styles['handle'] ?? ''} />
      <button
        type="button"
        aria-current={data.isCurrent}
        className={classes(
          styles['box'],
          data.look !== 'square' && styles[data.look],
          styles[data.tone],
        )}
        onFocus={intoSight}
        onClick={() => data.choose(id)}
      >
        {data.content}
      </button>
      <Handle type="source" position={Position.Right} className={styles['handle'] ?? ''} />
    </>
  );
}

function sizePx(): { readonly width: number; readonly height: number } {
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return { width: WIDTH_REM * remPx, height: HEIGHT_REM * remPx };
}

/** Nothing moves for whoever wants nothing to move. */
function moveMs(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE_MS;
}

/** What the colours of a drawing's boxes stand for. */
export function GraphLegend({
  label,
  tones,
}: Readonly<{
  label: string;
  tones: readonly { readonly tone: GraphTone; readonly text: string }[];
}>): ReactElement {
  return (
    <ul aria-label={label} className={styles['legend']}>
      {tones.map(({ tone, text }) => (
        <li key={tone}>
          <span className={classes(styles['swatch'], styles[tone])} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}
