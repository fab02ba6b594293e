/** The one table of how changes are sent and recognised, with an entry for each kind. */
import type {
  ChangeIntent,
  ChangeKind,
  IntentOf,
} from '../../../../src-shared/model/changes/change.ts';
import { fileKinds } from './file-changes.ts';
import { memberKinds } from './member-changes.ts';
import type { OutboxKind } from './outbox-kind.ts';
import { profileKinds } from './profile-changes.ts';
import { projectKinds } from './project-changes.ts';

const kinds = { ...projectKinds, ...memberKinds, ...fileKinds, ...profileKinds };

type Of<Entry, Part extends 1 | 2> =
  Entry extends OutboxKind<infer _Intent, infer Snapshot, infer Body>
    ? [never, Snapshot, Body][Part]
    : never;

/** The result of checking the service for one change. */
export type ChangeSnapshot = Of<(typeof kinds)[ChangeKind], 1>;
export type SentBody = Of<(typeof kinds)[ChangeKind], 2>;

const OUTBOX_KINDS: {
  readonly [Kind in ChangeKind]: OutboxKind<IntentOf<Kind>, ChangeSnapshot, SentBody>;
} = kinds;

export function outboxKindOf(
  intent: ChangeIntent,
): OutboxKind<ChangeIntent, ChangeSnapshot, SentBody> {
  return OUTBOX_KINDS[intent.kind];
}
