/** What audits saw change silently and nobody has looked at yet, for the status that every face shows. */
import type { SilentChanges } from '../../../src-shared/model/proofs/audit.ts';
import type { State } from '../../db/state.ts';

/** Null: nothing. */
export function silentChangesOf({
  audits,
  bitRotWatch,
}: Pick<State, 'audits' | 'bitRotWatch'>): SilentChanges | null {
  const news = bitRotWatch.silentNews();
  const run = news === null ? null : audits.run(news.runId);
  if (news === null || run === null) return null;
  return { files: news.files, runId: String(news.runId), root: run.root };
}
