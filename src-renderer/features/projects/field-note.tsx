/** Beside a field that an edit gives another value: that it was not sent yet, and what was there before. */
import type { ReactElement } from 'react';
import type { PendingMark as Mark } from '../../../src-shared/model/changes/pending-view.ts';
import { PendingMark } from '../../parts/pending-mark.tsx';
import { fieldText } from '../../words/field-text.ts';
import { useWords } from '../../words/words-context.ts';

/** Nothing while no edit of the field is on its way. `label`: where two fields stand in one place. */
export function FieldNote({
  field,
  label,
  marks,
}: Readonly<{ field: string; label?: string; marks: readonly Mark[] }>): ReactElement | null {
  const words = useWords();
  const found = marks
    .filter(({ kind, stage }) => kind === 'edit-project' && stage !== 'refused')
    .flatMap(({ stage, fields }) => fields.map((edit) => ({ ...edit, stage })))
    .findLast((edit) => edit.field === field);
  if (found === undefined) return null;
  const was = words.pending.was(fieldText(field, found.was, words));
  return <PendingMark stage={found.stage} text={label === undefined ? was : `${label}: ${was}`} />;
}
