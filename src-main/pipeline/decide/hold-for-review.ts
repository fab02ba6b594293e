import {
  writeHoldNote,
  type HoldNote,
  readHoldNote,
} from '../../../src-shared/model/money/spend-limits.ts';
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileCount, FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from './file-transitions.ts';
import { eachIn } from '../common/rows-in-state.ts';

/** Hand-picked files are chosen one by one and never too many. `inLine`: rows that were approved already. */
export function holdForReview(
  state: State,
  transitions: FileTransitions,
  scope: FileScope,
  inLine: ReadonlySet<number> = new Set(),
): void {
  if (scope.fileIds !== undefined) return;
  const counts = state.files.counts();
  for (const { id } of state.folders.watched()) {
    if (scope.folderId !== undefined && scope.folderId !== id) continue;
    const own = counts.filter(({ folderId }) => folderId === id);
    state.repeatable(() => holdInFolder(id, own));
  }

  function holdInFolder(folderId: number, own: readonly FileCount[]): void {
    const limits = state.spendLimits.get();
    const spendingGuards = { files: limits['brake-files'], credits: limits['brake-credits'] };
    if (!canBeTooMany(own, spendingGuards)) return;
    const newOnes = unseen(folderId);
    const note = planSpendingGuard(
      {
        newFiles: newOnes.length,
        newCredits: newOnes.reduce((sum, file) => sum + transitions.priceOf(file).credits, 0),
      },
      spendingGuards,
    );
    if (note !== null) for (const file of newOnes) hold(file, note);
  }

  function unseen(folderId: number): readonly FileRow[] {
    return [...eachIn(state, ['ready'], { folderId })].filter(
      (file) => !inLine.has(file.id) && !isReviewed(state, file),
    );
  }

  function hold(file: FileRow, note: HoldNote): void {
    transitions.move(file, 'held', { hold: 'review', message: writeHoldNote(note) });
  }
}

/**
 * From the counters alone, so that a million unchanged files cost nothing: each credit is a file or one of its
 * megabytes.
 */
function canBeTooMany(own: readonly FileCount[], limits: SpendingGuardLimits): boolean {
  const ready = own.filter(({ state }) => state === 'ready');
  const newFiles = ready.reduce((sum, count) => sum + count.files, 0);
  const bytes = ready.reduce((sum, count) => sum + count.bytes, 0);
  const newCredits = newFiles + uploadCredits('public', bytes);
  return planSpendingGuard({ newFiles, newCredits }, limits) !== null;
}

/** Null: no limit. */
interface SpendingGuardLimits {
  readonly files: number | null;
  readonly credits: number | null;
}

/**
 * Whether a folder brings more at once than a person can have meant: a restored disk, a changed time zone, a tree copied
 * to the wrong directory. Pure. It only ever stops files; a person releases them. Why the new files, of which nobody has
 * reviewed any, are stopped; null: they are not.
 */
export function planSpendingGuard(
  { newFiles, newCredits }: { readonly newFiles: number; readonly newCredits: number },
  limits: SpendingGuardLimits,
): Extract<HoldNote, { readonly why: 'many-files' | 'many-credits' }> | null {
  if (limits.files !== null && newFiles > limits.files) {
    return { why: 'many-files', count: newFiles, limit: limits.files };
  }
  if (limits.credits !== null && newCredits > limits.credits) {
    return { why: 'many-credits', count: newCredits, limit: limits.credits };
  }
  return null;
}

type Approvals = Pick<State, 'approvals'>;

/** A person approved exactly these bytes under this path. */
export function isReviewed({ approvals }: Approvals, { id, contentId }: FileRow): boolean {
  return contentId !== null && approvals.of(id, contentId).has('review');
}

/** A file stopped by the spending guard stays stopped until a person approves it, however few others are left. */
export function isHeldByGuard(state: Approvals, file: FileRow): boolean {
  const why = file.hold === 'review' ? readHoldNote(file.message)?.why : undefined;
  return (why === 'many-files' || why === 'many-credits') && !isReviewed(state, file);
}
