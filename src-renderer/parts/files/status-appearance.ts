/** From a state to its shape: status is a word first, then a shape, then a colour. */
import {
  stateTraits,
  type FileState,
  type HoldReason,
  type NamedState,
  namedState,
} from '../../../src-shared/model/files/file-state.ts';
import type { BudgetName } from '../../../src-shared/model/money/spend-limits.ts';
import type { Words } from '../../words/en.ts';
import type { IconName } from '../../ui/layout/icon.tsx';

const STATE_ICONS: Readonly<Record<NamedState | 'held', IconName>> = {
  discovered: 'circle-dashed',
  settling: 'hourglass',
  hashing: 'hash',
  checking: 'scan-search',
  duplicate: 'copy-check',
  ready: 'circle-play',
  awaiting: 'coins',
  approved: 'circle-play',
  held: 'circle-pause',
  uploading: 'arrow-up-from-line',
  confirming: 'radar',
  recording: 'link-2',
  notarized: 'badge-check',
  record_error: 'octagon-exclamation-point',
  failed: 'octagon-x',
  changed: 'file-pen-line',
  missing: 'file-question-mark',
  remote_only: 'cloud',
  deleting: 'trash',
  deleted: 'archive-x',
  ignored: 'circle-slash',
  unreadable: 'lock',
};

const HOLD_ICONS: Readonly<Record<HoldReason, IconName>> = {
  credits: 'circle-pause',
  balance_unknown: 'circle-pause',
  budget: 'circle-gauge',
  size_limit: 'ruler',
  size_confirm: 'ruler',
  procedure: 'triangle-exclamation-point',
  labels: 'tag',
  primary_pending: 'git-branch',
  twin_pending: 'copy',
  project: 'folder-clock',
  offline: 'wifi-off',
  signed_out: 'log-in',
  server: 'cloud-off',
  paused: 'pause',
  permission: 'shield-x',
  review: 'eye',
  refusal: 'message-square-exclamation-point',
  id_in_use: 'octagon-exclamation-point',
  record_deleted: 'archive-x',
  undecided: 'radar',
};

/** `isApproved` is known of `ready` files. */
export function statusLook(
  state: FileState,
  hold: HoldReason | null,
  words: Words,
  isApproved?: boolean,
  budgets: readonly BudgetName[] = [],
) {
  const { role } = stateTraits(state, hold, isApproved);
  if (hold !== null && (state === 'held' || state === 'confirming')) {
    const label = hold === 'budget' ? words.overLimits(budgets) : words.holds[hold];
    return { icon: HOLD_ICONS[hold], role, label };
  }
  // A held row always has its reason; the database refuses one without.
  if (state === 'held') return { icon: STATE_ICONS.held, role, label: words.holds.review };
  const named = namedState(state, isApproved);
  return { icon: STATE_ICONS[named], role, label: words.states[named] };
}
