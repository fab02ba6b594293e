/**
 * What awaits approval, what it costs, and the approval itself. An approval is durable and spends nothing: the engine's
 * run finds it, also after a restart. Never more is approved than the sum that a person saw.
 */
import type { WaitingOffer } from '../../../src-shared/bridge/file-calls.ts';
import { type FileState, KEEPS_APPROVAL } from '../../../src-shared/model/files/file-state.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import { eachInScope } from '../../pipeline/common/rows-in-state.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { SpendPolicy } from '../../pipeline/run/sync-run.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';

/** The files that an approval is about. Null: all that await one. */
export type Payable =
  | null
  | { readonly folderId: string }
  | { readonly fileIds: readonly string[] };

/** A new version as a person saw it. */
export interface SeenVersion {
  readonly blake3: string;
  /** The most that it may cost. */
  readonly credits: number;
}

const UNREAD: ReadonlySet<FileState> = new Set(['discovered', 'settling', 'hashing']);
const UNSENT: ReadonlySet<FileState> = new Set(['checking', 'ready', 'held']);

export type SpendOffers = ReturnType<typeof makeSpendOffers>;

export function makeSpendOffers({
  state,
  transitions,
  clock,
}: Pick<AccountPorts, 'state' | 'transitions' | 'clock'>) {
  /** Ready files that need approval. A notarized file that changed is never among them: see `keepVersion`. */
  function* waiting(scope: FileScope): Generator<FileRow> {
    for (const row of eachInScope(state, ['ready'], scope)) if (isAwaiting(row)) yield row;
  }

  function isAwaiting(row: FileRow): boolean {
    return row.contentId !== null && row.state === 'ready' && !isPaidFor(row, state);
  }

  /** Summed by the database; only an approval reads the rows themselves. */
  function offerFor(which: Payable, upToMs?: number): WaitingOffer {
    const scope = { ...scopeOf(which), upToMs };
    let [credits, charged] = [0, 0];
    const byPrice = new Map<number, number>();
    for (const { visibility, sizeBytes, contents } of state.waitingCosts.contents(scope)) {
      const price = uploadCredits(visibility, sizeBytes);
      credits += price * contents;
      charged += contents;
      byPrice.set(price, (byPrice.get(price) ?? 0) + contents);
    }
    const sum = state.waitingCosts.sum(scope);
    const prices = [...byPrice].map(([each, files]) => ({ credits: each, files }));
    return { ...sum, credits, prices: charged === sum.files ? prices : [] };
  }

  function agreeTo(row: FileRow): void {
    const { id: fileId, contentId } = row;
    if (contentId === null) throw new Error(`file ${fileId} has no fingerprint`);
    state.approvals.give({ fileId, what: 'review', contentId, givenAtMs: clock.nowMs() });
  }

  return {
    offer: (which: Payable): WaitingOffer => offerFor(which),
    waiting,

    /**
     * Approves those of these files (content by file) that still await it with these bytes. `elsewhere`: how many need no
     * approval any more, because somebody gave it meanwhile.
     */
    agreeToShown(shown: ReadonlyMap<number, number>): {
      readonly approvedIds: readonly number[];
      readonly elsewhere: number;
    } {
      return state.transaction(() => {
        const approvedIds: number[] = [];
        let [elsewhere, credits] = [0, 0];
        for (const [id, contentId] of shown) {
          const row = state.files.get(id);
          if (row?.contentId !== contentId) continue; // other bytes, which nobody saw
          if (!isAwaiting(row)) elsewhere += 1;
          else {
            agreeTo(row);
            approvedIds.push(id);
            credits += transitions.creditsOf(row);
          }
        }
        state.eventLog.tellDecided('approved', approvedIds.length, credits);
        return { approvedIds, elsewhere };
      });
    },

    /** How many of these files (content by file) have other bytes now, or are read again because they changed. */
    changedSince(shown: ReadonlyMap<number, number>): number {
      let changed = 0;
      for (const [id, contentId] of shown) {
        const row = state.files.get(id);
        if (row !== null && row.contentId !== contentId) changed += 1;
      }
      return changed;
    },

    /**
     * A notarized file that changed is an alarm before it is a price: it is approved alone, for the bytes and the credits
     * that a person saw, and then sent like any approved file.
     */
    keepVersion(fileId: number, seen: SeenVersion): Result<null, CoreFault> {
      return state.transaction(() => {
        const row = state.files.get(fileId);
        if (row === null) return fail({ kind: 'unknown-file', asked: String(fileId) });
        const { contentId, state: fileState, hold } = row;
        const path = transitions.pathOf(row);
        if (fileState !== 'changed' || contentId === null) {
          return fail({
            kind: 'cannot-approve',
            path,
            state: fileState,
            hold,
            ...approvalOf(row, state),
          });
        }
        if (state.contents.get(contentId).blake3 !== seen.blake3) {
          return fail({ kind: 'preview-changed', path });
        }
        const credits = transitions.creditsOf(row);
        if (credits > seen.credits) {
          return fail({ kind: 'dearer-than-agreed', credits, agreedCredits: seen.credits });
        }
        agreeTo(row);
        state.eventLog.tellDecided('approved', 1, credits);
        transitions.decide(state.files.move(row, 'changed', { approvedContentId: contentId }));
        return ok(null);
      });
    },

    /** `credits`: the sum that was on screen. Approves all of it or nothing; of what came after `upToMs`, none. */
    agree(which: Payable, credits: number, upToMs?: number): Result<WaitingOffer, CoreFault> {
      return state.transaction(() => {
        const offer = offerFor(which, upToMs);
        if (offer.credits > credits) {
          const agreedCredits = credits;
          return fail({ kind: 'dearer-than-agreed', credits: offer.credits, agreedCredits });
        }
        for (const row of waiting(scopeOf(which))) {
          if (row.changedAtMs <= (upToMs ?? Infinity)) agreeTo(row);
        }
        state.eventLog.tellDecided('approved', offer.files, offer.credits);
        return ok(offer);
      });
    },
  };
}

function scopeOf(which: Payable): FileScope {
  if (which === null) return {};
  return 'folderId' in which
    ? { folderId: Number(which.folderId) }
    : { fileIds: which.fileIds.map(Number) };
}

/**
 * What the engine may pay for without asking, while no person watches: a folder with a budget of its own, up to that
 * budget and without large batches, and single files that a person approved. Everything else awaits approval. The
 * account's limits apply in addition. Decides, spends nothing.
 */
export function makeAutoApproval(state: State): SpendPolicy & { readonly spend: 'up-to' } {
  const allowance = {
    isAllowed: (file: FileRow) => isPaidFor(file, state),
    folders: () =>
      new Map(
        state.folders
          .watched()
          .filter(goesByItself)
          .map(({ id, largeBatchUntilId }) => [id, largeBatchUntilId]),
      ),
    fileIds: () => state.approvals.readyFileIds(),
  };
  return { spend: 'up-to', credits: null, allowance };
}

/** Whether an upload of this file needs no further approval. */
export function isPaidFor(
  { id, folderId, contentId }: Pick<FileRow, 'id' | 'folderId' | 'contentId'>,
  state: Pick<State, 'folders' | 'approvals'>,
): boolean {
  const folder = state.folders.get(folderId);
  if (folder === null || contentId === null) return false;
  if (goesByItself(folder) && id > folder.largeBatchUntilId) return true;
  return state.approvals.of(id, contentId).size > 0;
}

/** Of a `ready` file, which is named by it; of every other nothing. */
export function approvalOf(
  row: Pick<FileRow, 'id' | 'folderId' | 'contentId' | 'state'>,
  state: Pick<State, 'folders' | 'approvals'>,
): { readonly isApproved?: boolean } {
  return row.state === 'ready' ? { isApproved: isPaidFor(row, state) } : {};
}

/** A person agreed to its price, and it is not sent yet, whatever holds it. */
export function isAgreedTo(row: FileRow, state: State): boolean {
  const { id, contentId, hold } = row;
  if (contentId === null) return UNREAD.has(row.state) && state.agreedFiles.of(row) !== null;
  const isKept = hold === null || KEEPS_APPROVAL.includes(hold);
  if (!UNSENT.has(row.state) || !isKept) return false;
  return row.approvedContentId === contentId || state.approvals.of(id, contentId).size > 0;
}

/** Files of this folder are paid for from its budget without asking, but for large batches. */
export function goesByItself({
  budgetCredits,
  approveEach,
}: Pick<Folder, 'budgetCredits' | 'approveEach'>): boolean {
  return budgetCredits !== null && !approveEach;
}
