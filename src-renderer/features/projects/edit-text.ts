/** An edit that waits, in one line: which fields it is about. Pure. */
import type { PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import type { Words } from '../../words/en.ts';
import { fieldLabel } from '../../words/field-text.ts';

/** Nothing for what is no edit, or does not wait: that is said as of every other change. */
export function editText({ kind, stage, fields }: PendingMark, words: Words): { text?: string } {
  if (kind !== 'edit-project' || stage !== 'waiting' || fields.length === 0) return {};
  const labels = fields.map(({ field }) => fieldLabel(field, words));
  return { text: words.projects.notSent(words.figures.list(labels)) };
}
