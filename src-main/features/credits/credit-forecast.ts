/** How far the credits go: what is there, what is promised, what waits, and how long it lasts. Spends nothing. */
import { contentPlaceKey } from '../../pipeline/common/place-key.ts';
import { changeCredits } from '../../../src-shared/model/changes/change.ts';
import type { Forecast } from '../../../src-shared/model/money/credit-views.ts';
import { DAY_MS, startOfUtcDayMs, startOfUtcMonthMs } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { budgetsLeft } from '../../pipeline/spend/budgets.ts';
import { makeFileDesk } from '../../pipeline/decide/file-transitions.ts';
import { planSpend, type Candidate } from '../../pipeline/spend/plan-spend.ts';
import type { RemoteRecords } from '../../pipeline/common/ports.ts';
import { eachIn } from '../../pipeline/common/rows-in-state.ts';

const RATE_DAYS = 7;
const MIN_RATE_DAYS = 5; // of fewer days a rate would say more than anybody knows

export interface ForecastParts {
  readonly state: State;
  readonly clock: Clock;
  readonly remote: Pick<RemoteRecords, 'balance'>;
}

export async function forecastCredits(
  { state, clock, remote }: ForecastParts,
  signal: AbortSignal,
): Promise<Forecast> {
  const read = await remote.balance(signal);
  const latest = state.balances.get('latest');
  const balance = latest?.credits ?? null;
  const nowMs = clock.nowMs();
  const reserved = state.charges.reserved();
  const queue = queueOf(state, nowMs);
  const queuedCredits = sumOf(queue);
  const waiting = state.changes.inState('waiting').map(({ intent }) => changeCredits(intent));
  const waitingCredits = waiting.reduce((sum, credits) => sum + credits, 0);
  const limits = state.spendLimits.get();
  const fits = planSpend(queue, {
    balance: balance === null ? null : balance - reserved,
    floor: limits.floor,
    ceiling: null,
    budgets: budgetsLeft(state, nowMs),
  });
  return {
    balance,
    balanceAtMs: latest?.readAtMs ?? null,
    fault: read.ok ? null : read.fault,
    reserved,
    queuedFiles: queue.length,
    queuedCredits,
    waitingChanges: waiting.length,
    waitingCredits,
    available: balance === null ? null : balance - reserved - queuedCredits - waitingCredits,
    fits: { files: fits.go.length, credits: fits.credits },
    spentToday: state.charges.spentSince(startOfUtcDayMs(nowMs)),
    spentThisMonth: state.charges.spentSince(startOfUtcMonthMs(nowMs)),
    limits,
    lastsDays:
      balance === null ? null : lastsDays(state, balance - reserved - waitingCredits, nowMs),
    folders: state.folders.watched().map(({ id, path, budgetCredits }) => {
      const own = queue.filter(({ folderId }) => folderId === id);
      return {
        id: String(id),
        path,
        queuedFiles: own.length,
        queuedCredits: sumOf(own),
        spentCredits: state.charges.spentIn(id),
        budgetCredits,
      };
    }),
  };
}

function waitsForMoney({ state, hold }: FileRow): boolean {
  return state !== 'held' || hold === 'credits' || hold === 'budget';
}

/** Files that only money or a yes keeps from being sent. */
function queueOf(state: State, nowMs: number): readonly Candidate[] {
  const desk = makeFileDesk(state, { nowMs: () => nowMs, announce: () => undefined });
  const queue = new Map<string, Candidate>();
  for (const file of eachIn(state, ['ready', 'changed', 'held'])) {
    if (file.contentId === null || !waitsForMoney(file)) continue;
    const place = contentPlaceKey(file.contentId, desk.assignmentOf(file));
    if (queue.has(place)) continue;
    const isAllowed = state.approvals.of(file.id, file.contentId).has('budget');
    const { credits } = desk.priceOf(file);
    queue.set(place, { id: file.id, folderId: file.folderId, credits, isAllowed });
  }
  return [...queue.values()];
}

function lastsDays(state: State, credits: number, nowMs: number): number | null {
  const todayMs = startOfUtcDayMs(nowMs);
  const first = state.charges.spentDays(0)[0];
  if (first === undefined || todayMs - first.day * DAY_MS < (MIN_RATE_DAYS - 1) * DAY_MS) {
    return null;
  }
  const fromMs = Math.max(first.day * DAY_MS, todayMs - (RATE_DAYS - 1) * DAY_MS);
  const days = (todayMs - fromMs) / DAY_MS + 1;
  const spent = state.charges.spentDays(fromMs).reduce((sum, { credits: onDay }) => sum + onDay, 0);
  return spent === 0 ? null : Math.max(0, Math.floor((credits * days) / spent));
}

function sumOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { credits }) => sum + credits, 0);
}
