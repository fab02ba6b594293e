/** How far a file of a lineage is, by word and shape: in our words, or as the service says it. */
import type { ReactElement } from 'react';
import type { LineageNode } from '../../../src-shared/model/lineage/lineage-graph.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { QuietStatus } from '../../ui/feedback/quiet-status.tsx';
import { statusLook } from './status-appearance.ts';
import { StatusText, ServiceStatus } from './status-text.tsx';

export function NodeStatus({ node }: Readonly<{ node: LineageNode }>): ReactElement {
  const { lineage } = useWords();
  if (node.kind === 'unknown')
    return <QuietStatus icon="circle-question-mark" text={lineage.unknown} />;
  if (node.state === null) return <ServiceStatus status={node.status ?? ''} />;
  return <StatusText state={node.state} hold={node.hold} isApproved={node.isApproved} />;
}

/** The same in one text. */
export function nodeStatusText(
  { kind, state, hold, isApproved, status }: LineageNode,
  words: Words,
): string {
  if (kind === 'unknown') return words.lineage.unknown;
  if (state !== null) return statusLook(state, hold, words, isApproved).label;
  return status === null || status === ''
    ? words.platform.saysNothing
    : words.platform.serviceSays(status);
}

/** Public or private, primary or secondary, and where it is when it is not here. */
export function nodeKindText(
  { kind, visibility, fileType }: LineageNode,
  { assignment, files, lineage }: Words,
): string {
  const isKnown = fileType === 'primary' || fileType === 'secondary';
  const type = isKnown ? assignment.types[fileType] : fileType;
  const place = { recorded: '', here: lineage.onlyHere, elsewhere: lineage.elsewhere, unknown: '' };
  return [type, visibility === null ? '' : files.visibility[visibility], place[kind]]
    .filter((part) => part !== '')
    .join(' · ');
}
