/** An edit of a project or of the own profile beside what the service shows of that record now. Pure. */
import type { ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import {
  isSameValue,
  sameProjectField,
} from '../../../src-shared/model/projects/project-fields.ts';
import {
  compareEdit,
  type Comparison,
  type Fields,
} from '../../../src-shared/model/changes/record-edit.ts';
import type { Sight } from './change-snapshot.ts';

type RecordSight = Extract<Sight, { kind: 'project' | 'profile' }>;

/** Throws when the look was about another kind. */
export function compareRecord(intent: ChangeIntent, sight: RecordSight): Comparison {
  if (intent.kind === 'edit-project' && sight.kind === 'project') {
    const { fields, labels } = sight;
    return compareEdit(intent.edit as Fields, intent.bases, fields, sameProjectField(labels));
  }
  if (intent.kind === 'edit-profile' && sight.kind === 'profile') {
    const { name, lastName, organisation, location } = sight.user;
    const shown = { name, lastName, organisation, location };
    return compareEdit(intent.edit as Fields, intent.bases, shown, (_field, one, other) =>
      isSameValue(one, other),
    );
  }
  throw new Error('the look was about another kind');
}

/** The record shows all that was wanted. */
export function isShown({ toSend, conflicts }: Comparison): boolean {
  return toSend.length === 0 && conflicts.length === 0;
}
