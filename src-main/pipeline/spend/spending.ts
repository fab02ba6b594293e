/**
 * What a run may spend: offers a price, plans within what was approved, and releases what may be sent. It sends
 * nothing.
 */
import { type RemoteRecords, contentDestinationKey } from '../common/ports.ts';
import { writeHoldNote, type Passes } from '../../../src-shared/model/money/spend-limits.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { identityFromKey, modifiedAtMs } from '../../platform/disk/file-identity.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import {
  balanceLeft,
  planSpend,
  type Candidate,
  type Spending as Means,
  budgetsLeft,
} from './plan-spend.ts';
import type { UploadAgreement, UploadOffer } from '../../../src-shared/model/money/upload-offer.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { eachInScope } from '../common/rows-in-state.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import { awaitsLook } from '../common/large-batch.ts';
import type { ApprovedFiles } from '../upload/waiting-line.ts';
import type { Allowance } from './spend-stage.ts';

const NOTHING = { files: 0, bytes: 0 };
const UNLIMITED: Means = { balance: Infinity, reserve: null, ceiling: null, budgets: [] };

export type Spending = ReturnType<typeof makeSpending>;

export function makeSpending(ports: {
  readonly state: State;
  readonly transitions: FileTransitions;
  readonly scope: FileScope;
  readonly remote: RemoteRecords;
  readonly gate: ServiceGate;
  /** What may be paid for without another approval, and is not offered for one; nothing when absent. */
  readonly allowance?: Allowance | undefined;
}) {
  const { state, transitions, scope, remote, gate, allowance } = ports;
  let balance: number | null = null;
  let balanceFault: ServiceFault | null = null;

  /** Keeps the last known balance while requests are not allowed, and when the answer has no balance. */
  async function readBalance(signal: AbortSignal): Promise<void> {
    if (!gate.isPassing()) return;
    const read = await remote.balance(signal);
    balanceFault = read.ok ? null : read.fault;
    if (read.ok) balance = read.value;
    else gate.failed(read.fault);
  }

  /** Null: none was read in this run. */
  function knownBalance(): number | null {
    if (balance === null) return null;
    return (
      balanceLeft(state, { countsSending: false }) ??
      balance - state.balances.unshown(state.bookNowMs())
    );
  }

  /** Reads it before money is decided about: once more after each pause, until it is read or there is no use. */
  async function learnBalance(signal: AbortSignal): Promise<void> {
    do {
      await gate.untilPassing(signal);
      await readBalance(signal);
    } while (balanceFault !== null && gate.passesAtMs() !== null);
  }

  /** The same key for files of which only the first is charged: equal content for the same destination. */
  function placeOf(file: FileRow): string {
    return contentDestinationKey(file.contentId, transitions.assignmentOf(file));
  }

  /** Of what awaits an approval. */
  function offer(awaiting = eachInScope(state, ['ready'], scope)): UploadOffer {
    const whole = allowance?.folders();
    const payable = new Map<string, Candidate>();
    const sizes = new Map<number, number>();
    /** By place: what pays for it, with its copies. */
    const approvedBefore = new Map<
      string,
      { candidate: Candidate; files: number; bytes: number }
    >();
    let [files, bytes, credits] = [0, 0, 0];
    const batch = { files: 0, bytes: 0, credits: 0, folderIds: new Set<number>() };
    for (const [file, { isApproved, passes }] of state.approvals.beside(awaiting)) {
      const isPaidFor = isApproved || file.id > (whole?.get(file.folderId) ?? Infinity);
      if (allowance !== undefined && isPaidFor) {
        const { files: copies, bytes: copied } = approvedBefore.get(placeOf(file)) ?? NOTHING;
        approvedBefore.set(placeOf(file), {
          candidate: candidateOf(file, passes),
          files: copies + 1,
          bytes: copied + file.sizeBytes,
        });
        continue;
      }
      files += 1;
      bytes += file.sizeBytes;
      const isUnseen = awaitsLook(state, file, () => isApproved);
      if (isUnseen) {
        batch.files += 1;
        batch.bytes += file.sizeBytes;
        batch.folderIds.add(file.folderId);
      }
      const place = placeOf(file);
      if (payable.has(place)) continue;
      const candidate = candidateOf(file, passes);
      if (isUnseen) batch.credits += candidate.credits;
      payable.set(place, candidate);
      sizes.set(candidate.id, file.sizeBytes);
      credits += candidate.credits;
    }
    // A budget approves what it covers, and no more.
    const { go: covered } = planSpend(
      [...approvedBefore.values()].map(({ candidate }) => candidate),
      { ...UNLIMITED, budgets: budgetsLeft(state, state.bookNowMs()) },
    );
    const coveredIds = new Set(covered.map(({ id }) => id));
    const approved = { files: 0, bytes: 0, credits: 0 };
    for (const each of approvedBefore.values()) {
      if (!coveredIds.has(each.candidate.id)) continue;
      approved.files += each.files;
      approved.bytes += each.bytes;
      approved.credits += each.candidate.credits;
    }
    const now = means(null, covered);
    const { go, credits: fitting } = planSpend([...payable.values()], now);
    const fittingBytes = go.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0);
    const fits = { files: go.length, bytes: fittingBytes, credits: fitting };
    const largeBatch = { ...batch, folderIds: [...batch.folderIds] };
    const sums = { approved, files, bytes, credits, largeBatch };
    return { ...sums, balance, reserve: now.reserve, payable: payable.size, fits };
  }

  /** One file for each content and destination: the one written first, as a copy is younger than its original. */
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

  /** A price that nobody was shown pays for no large batch, unless each of its files was named. */
  function covers({ onlyShown = false }: UploadAgreement, file: FileRow): boolean {
    return onlyShown || scope.fileIds !== undefined || !awaitsLook(state, file);
  }

  /** Those of these files that an agreement pays for, cheapest first, each with its copies, which cost nothing more. */
  function within(fileIds: Iterable<number>, agreement: UploadAgreement): ReadonlySet<number> {
    const { ceiling } = agreement;
    const rows = [...fileIds]
      .flatMap((id) => state.files.get(id) ?? [])
      .filter((row) => covers(agreement, row));
    if (ceiling === null) return new Set(rows.map(({ id }) => id));
    return paidFrom(rows, { ...UNLIMITED, ceiling: { limit: ceiling, left: ceiling } });
  }

  /** Those of these files that the means pay for, cheapest first, each with its copies. */
  function paidFrom(rows: readonly FileRow[], limits: Means): ReadonlySet<number> {
    const { go } = planSpend(
      firstOfEach(rows).map((row) => candidateOf(row)),
      limits,
    );
    const chosen = new Set(go.map(({ id }) => id));
    const places = new Set(rows.filter(({ id }) => chosen.has(id)).map(placeOf));
    return new Set(rows.filter((row) => places.has(placeOf(row))).map(({ id }) => id));
  }

  /**
   * Approves what the approval and the balance allow, and holds the rest. Credits promised to others (`promised`: rows
   * whose upload was running or queued when the balance was requested) are as good as spent. As they may become free
   * again, and those of files that the platform turns out to have do, nothing is held for lack of them. `spent`: by uploads
   * of this run, against the approval. Returns what it approved.
   */
  function spend(
    ready: readonly FileRow[],
    agreement: UploadAgreement,
    {
      approved,
      spent,
    }: { readonly approved: Pick<ApprovedFiles, 'approve'>; readonly spent: number },
    promised: readonly FileRow[] = [],
  ): ReadonlySet<number> {
    const candidates = ready.map((file) => candidateOf(file));
    const others = promised.map((file) => candidateOf(file));
    const reserved = others.reduce((sum, { credits }) => sum + credits, 0);
    const { ceiling: limit } = agreement;
    const ceiling = limit === null ? null : { limit, left: limit - spent - reserved };
    const plan = planSpend(candidates, means(ceiling, others));
    const goIds = new Set(plan.go.map(({ id }) => id));
    const mayBeFree = (file: FileRow) => goIds.has(file.id) && transitions.asksFirst(file);
    const held = promised.length > 0 || ready.some(mayBeFree) ? [] : plan.held;
    state.transaction(() => {
      for (const { candidate, shortage } of held) {
        const row = state.files.get(candidate.id);
        if (row?.state !== 'ready') continue;
        const message = shortage.reason === 'budget' ? writeHoldNote(shortage.note) : null;
        transitions.move(row, 'held', { hold: shortage.reason, message });
      }
    });
    approved.approve([...goIds]);
    return goIds;
  }

  function candidateOf(file: FileRow, passes = passesOf(file)): Candidate {
    const { id, folderId } = file;
    return { id, folderId, credits: transitions.creditsOf(file), passes };
  }

  function passesOf({ id, contentId }: FileRow): Passes {
    return contentId === null ? {} : state.approvals.passes(id, contentId);
  }

  /** What may be spent now, when `promised` is as good as spent. */
  function means(ceiling: Means['ceiling'], promised: readonly Candidate[]): Means {
    const reserved = promised.reduce((sum, { credits }) => sum + credits, 0);
    const known = knownBalance();
    return {
      balance: known === null ? null : known - reserved,
      reserve: state.spendLimits.get().reserve,
      ceiling,
      budgets: budgetsLeft(state, state.bookNowMs(), promised),
    };
  }

  return {
    readBalance,
    learnBalance,
    balance: () => balance,
    /** Why the last reading failed; null: it did not, or there was none. */
    balanceFault: () => balanceFault,
    offer,
    placeOf,
    firstOfEach,
    covers,
    within,
    /** Those of these files that could be paid for now, each with its copies, when `promised` is as good as spent. */
    affordable: (rows: readonly FileRow[], promised: readonly FileRow[]): ReadonlySet<number> =>
      paidFrom(
        rows,
        means(
          null,
          firstOfEach(promised).map((row) => candidateOf(row)),
        ),
      ),
    spend,
  };
}

function modifiedMs(file: FileRow): number {
  return modifiedAtMs(identityFromKey(file.identity));
}
