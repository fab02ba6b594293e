/** Edits of a record that others edit too, beside what the service shows of it now. Pure. */
import type { EditIntent } from '../../../../src-shared/model/changes/change.ts';
import {
  compareEdit,
  type Comparison,
  type Fields,
  type IsSame,
} from '../../../../src-shared/model/changes/record-edit.ts';
import { DONE, end, FREE, type SendingPlan, type Verdict } from './outbox-kind.ts';

export function compareRecord(
  { edit, bases }: Pick<EditIntent, 'edit' | 'bases'>,
  shown: Fields,
  isSame: IsSame,
): Comparison {
  return compareEdit(edit as Fields, bases, shown, isSame);
}

/** The record shows all that was wanted. */
export function isShown({ toSend, conflicts }: Comparison): boolean {
  return toSend.length === 0 && conflicts.length === 0;
}

export function evaluateEdit(comparison: Comparison): Verdict {
  return isShown(comparison) ? DONE : { kind: 'not-there' };
}

/** What somebody else changed meanwhile is not overwritten: then nothing goes, and a person chooses. */
export function planEdit<Body>(
  { toSend, conflicts }: Comparison,
  bodyOf: (toSend: readonly string[]) => Body,
  atMs: number,
): SendingPlan<Body> {
  if (conflicts.length > 0) {
    const cause = { kind: 'changed-there' as const, fields: [...conflicts] };
    return end({ type: 'refused', cause, atMs });
  }
  return { do: 'send', baseline: FREE, body: bodyOf(toSend) };
}
