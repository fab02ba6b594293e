/** A text to send to whoever gives credits: who needs how many, and what for. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useProjects } from '../../data/use-projects.ts';
import { Letter } from '../../parts/newcomer/letter.tsx';
import { sumOf } from '../../parts/spend-question.tsx';
import { useWords } from '../../words/words-context.ts';

export function AskForCredits({
  files,
  spendable,
}: Readonly<{
  /** Those that credits would let go. */
  files: readonly FileListRow[];
  /** Null while it is not known. */
  spendable: number | null;
}>): ReactElement {
  const { credits, figures } = useWords();
  const session = useCore(({ status }) => status?.session ?? null);
  const projects = useProjects();
  const sum = sumOf(files);
  const here = new Set(files.map(({ projectId }) => projectId));
  const names = projects.filter(({ id }) => here.has(id)).map(({ name }) => name);
  const who = session === null || session.state === 'signed-out' ? null : session;
  const there = spendable === null ? null : Math.max(0, spendable);
  const lines = [
    credits.askFirst(files.length, figures.size(sum.bytes), names),
    credits.askSum(figures.number(sum.credits), sum.isExact),
    ...(there === null || there >= sum.credits
      ? []
      : [credits.askMissing(figures.number(there), figures.number(sum.credits - there))]),
    ...(who === null ? [] : [credits.askWho(who.email, who.userId)]),
  ];
  return <Letter label={credits.ask} title={credits.askTitle} lines={lines} />;
}
