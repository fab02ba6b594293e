/** What a run may spend: offers a price, plans within what was agreed, and hands over what may go. It sends nothing. */
import { uploadCredits } from '../../src-shared/model/price.ts';
import { identityFromKey } from '../ports/file-identity.ts';
import type { FileRow, FileScope } from '../state/file-repository.ts';
import type { State } from '../state/state.ts';
import type { FileDesk } from './file-desk.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { planSpend, type Candidate } from './plan-spend.ts';
import type { RemoteRecords } from './ports.ts';
import { eachIn } from './recover.ts';
import type { UploadLane } from './upload-lane.ts';

/** What the person may agree to. */
export interface Offer {
  /** Files ready to be sent, changed ones and copies of each other included. */
  readonly files: number;
  readonly bytes: number;
  /** Upper bound; equal contents count once. */
  readonly credits: number;
  /** How many of the files are new versions of notarized ones. */
  readonly changedFiles: number;
  /** Null when it could not be read. */
  readonly balance: number | null;
}

/** `ceiling` in credits, for the whole run; null: whatever the run comes to. */
export interface Agreement {
  readonly ceiling: number | null;
}

export type Purse = ReturnType<typeof makePurse>;

export function makePurse(ports: {
  readonly state: State;
  readonly desk: FileDesk;
  readonly scope: FileScope;
  readonly remote: RemoteRecords;
  readonly gatekeeper: Gatekeeper;
}) {
  const { state, desk, scope, remote, gatekeeper } = ports;
  let balance: number | null = null;

  async function readBalance(signal: AbortSignal): Promise<void> {
    if (gatekeeper.closed() !== null) return;
    const read = await remote.balance(signal);
    if (read.ok) balance = read.value;
    else gatekeeper.failed(read.fault);
  }

  function creditsOf(file: FileRow): number {
    return uploadCredits(desk.assignmentOf(file).visibility, file.sizeBytes);
  }

  /** The same for files of which only the first is paid for: equal content that goes to the same place. */
  function placeOf(file: FileRow): string {
    const { projectId, visibility } = desk.assignmentOf(file);
    return [file.contentId, visibility, projectId].join(' ');
  }

  function offer(): Offer {
    const priced = new Set<string>();
    let [files, bytes, credits, changedFiles] = [0, 0, 0, 0];
    for (const file of eachIn(state, ['ready', 'changed'], scope)) {
      files += 1;
      bytes += file.sizeBytes;
      if (!priced.has(placeOf(file))) credits += creditsOf(file);
      priced.add(placeOf(file));
      if (file.state === 'changed') changedFiles += 1;
    }
    return { files, bytes, credits, changedFiles, balance };
  }

  /** One file for each content and place: the one written first, as a copy is younger than its original. */
  function firstOfEach(files: readonly FileRow[]): readonly FileRow[] {
    const oldestFirst = files.toSorted(
      (one, other) => modifiedMs(one) - modifiedMs(other) || one.id - other.id,
    );
    const firsts = new Map<string, FileRow>();
    for (const file of oldestFirst) {
      if (!firsts.has(placeOf(file))) firsts.set(placeOf(file), file);
    }
    return [...firsts.values()];
  }

  /**
   * Approves what the agreement and the balance allow; what they do not is held. Credits that are promised to others
   * (`promised`: rows whose upload was on its way or in line when the balance was asked for) are as good as spent; but
   * as they may come back, nothing is held for lack of them.
   */
  function spend(
    ready: readonly FileRow[],
    agreement: Agreement,
    uploads: Pick<UploadLane, 'approve' | 'spentCredits'>,
    promised: readonly FileRow[] = [],
  ): void {
    const candidates = ready.map(candidateOf);
    const others = promised.map(candidateOf);
    const reserved = others.reduce((sum, { credits }) => sum + credits, 0);
    const ceiling =
      agreement.ceiling === null ? null : agreement.ceiling - uploads.spentCredits() - reserved;
    const left = balance === null ? null : balance - reserved;
    const plan = planSpend(candidates, {
      balance: left,
      ceiling,
      folderBudgets: budgetsLeft(others),
    });
    const held = promised.length === 0 ? plan.held : [];
    state.transaction(() => {
      for (const { candidate, reason } of held) {
        const row = state.files.get(candidate.id);
        if (row?.state === 'ready') desk.move(row, 'held', { hold: reason });
      }
    });
    uploads.approve(plan.go.map((candidate) => candidate.id));
  }

  function candidateOf(file: FileRow): Candidate {
    return { id: file.id, folderId: file.folderId, credits: creditsOf(file) };
  }

  function budgetsLeft(promised: readonly Candidate[]): ReadonlyMap<number, number> {
    const left = new Map<number, number>();
    for (const { id, budgetCredits } of state.folders.watched()) {
      if (budgetCredits !== null) left.set(id, budgetCredits - state.uploads.spentIn(id));
    }
    for (const { folderId, credits } of promised) {
      const budget = left.get(folderId);
      if (budget !== undefined) left.set(folderId, budget - credits);
    }
    return left;
  }

  return { readBalance, balance: () => balance, offer, placeOf, firstOfEach, spend };
}

const NS_PER_MS = 1e6;

function modifiedMs(file: FileRow): number {
  return Number(identityFromKey(file.identity).mtimeNs) / NS_PER_MS;
}
