/**
 * What a run does once at its start, and repeatedly when it goes on. It rechecks holds whose reason may be over, files
 * picked by hand, which no folder scan visits, and a service that was given up for lack of a session.
 */
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import { DAY_MS, MINUTE_MS, startOfUtcMonthMs } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import {
  LOOKED_AT_AGAIN,
  recheckHoldsInTurns,
  SERVICE_HOLDS,
  holdWhatWaits,
  waitsUnheld,
} from '../decide/recheck-holds.ts';
import { lookAtPicked, type PickPorts } from '../scan/single-files.ts';
import type { Spending } from '../spend/spending.ts';
import { type Stage, type Step, wallTimeMs } from '../common/stage.ts';
import { SCAN_PERIOD_MS } from '../scan/scan-stage.ts';
import { growingWaitMs, spreadMs } from '../../platform/waiting.ts';

const LONGEST_MONTH_MS = 31 * DAY_MS;
/** One small request, for which everything that costs waits; a service that does not show it is asked less and less. */
const BALANCE_AGAIN = { firstMs: MINUTE_MS, longestMs: SCAN_PERIOD_MS };

export interface RoundStage extends Stage {
  /** Begins a round as soon as the stage runner asks, and rechecks every hold that a person may have ended. */
  ask(): void;
}

export function makeRoundStage(
  ports: PickPorts & {
    readonly scope: FileScope;
    readonly clock: Clock;
    readonly gate: ServiceGate;
    readonly spending: Spending;
    /** Whether its price needs no further approval. */
    readonly isPaidFor: (file: FileRow) => boolean;
    /** The files of the scope that are ready and paid for so. */
    readonly eachPaidFor: () => Iterable<FileRow>;
    /** A number between 0 and 1. */
    readonly chance: () => number;
    /** Stages that may have given something up. */
    readonly stages: readonly Stage[];
  },
): RoundStage {
  const { state, transitions, scope, clock, gate, spending, isPaidFor, stages, chance } = ports;
  const { eachPaidFor } = ports;
  let nextAtMs = clock.monotonicMs();
  let isAsked = false;
  let balanceTries = 0;
  let budgetMonthMs = startOfUtcMonthMs(state.bookNowMs());

  async function round(signal: AbortSignal): Promise<Step> {
    const wasAsked = isAsked;
    isAsked = false;
    if (wasAsked) balanceTries = 0;
    nextAtMs = clock.monotonicMs() + spreadMs(SCAN_PERIOD_MS, chance());
    if (gate.tripped() !== null) {
      gate.reset();
      await spending.readBalance(signal); // the cheapest way to find out whether the service accepts us again
    }
    if (gate.tripped() === null) {
      for (const stage of stages) stage.renew?.(wasAsked ? 'person' : 'clock');
      if (wasAsked) await lookAtAllHolds(signal);
      else await lookAtTimelyHolds(signal);
    }
    await lookAtPicked(scope, ports, signal);
    return 'waiting';
  }

  async function lookAtAllHolds(signal: AbortSignal): Promise<void> {
    const isShort = state.files.counts().some(({ hold }) => hold === 'credits');
    if (isShort && gate.passesAtMs() === null) await spending.readBalance(signal);
    await recheckHoldsInTurns(ports, scope, signal, LOOKED_AT_AGAIN, withCredits());
  }

  /** Without files for which there are still no credits: they would only be held again, and seem approved until then. */
  function withCredits() {
    const promised: FileRow[] = [];
    return (page: readonly FileRow[]): readonly FileRow[] => {
      const short = page.filter((file) => file.hold === 'credits' && isPaidFor(file));
      const goIds = spending.affordable(short, promised);
      promised.push(...short.filter(({ id }) => goIds.has(id)));
      const staysIds = new Set(short.map(({ id }) => id).filter((id) => !goIds.has(id)));
      return page.filter(({ id }) => !staysIds.has(id));
    };
  }

  async function lookAtTimelyHolds(signal: AbortSignal): Promise<void> {
    const reasons = new Set<HoldReason>(SERVICE_HOLDS);
    const holds = new Set(state.files.counts().map(({ hold }) => hold));
    if (holds.has('credits') || holds.has('balance_unknown')) {
      const before = spending.balance() ?? 0;
      const passesAtMs = gate.passesAtMs();
      if (passesAtMs === null) await spending.readBalance(signal);
      else nextAtMs = Math.min(nextAtMs, clock.monotonicMs() + passesAtMs - clock.nowMs());
      // Holding files again for the same balance would only cost time and flicker.
      if ((spending.balance() ?? 0) > before) reasons.add('credits');
      if (spending.balance() === null) {
        const againMs = growingWaitMs(balanceTries, BALANCE_AGAIN, chance());
        balanceTries += 1;
        nextAtMs = Math.min(nextAtMs, clock.monotonicMs() + againMs);
      } else {
        balanceTries = 0;
        reasons.add('balance_unknown');
      }
    }
    const monthMs = startOfUtcMonthMs(state.bookNowMs());
    if (monthMs !== budgetMonthMs) reasons.add('budget'); // a new month has a limit of its own
    budgetMonthMs = monthMs;
    await recheckHoldsInTurns(ports, scope, signal, reasons, withCredits());
  }

  /** When the next round is: also when the month is over whose limit was used up. */
  function dueAtMs(): number {
    const waitsForMonth = state.files.counts().some(({ hold }) => hold === 'budget');
    if (!waitsForMonth || gate.tripped() !== null) return nextAtMs;
    const nowMs = state.bookNowMs();
    if (startOfUtcMonthMs(nowMs) !== budgetMonthMs) return clock.monotonicMs();
    const endMs = startOfUtcMonthMs(budgetMonthMs + LONGEST_MONTH_MS);
    return Math.min(nextAtMs, clock.monotonicMs() + endMs - nowMs);
  }

  async function holdWaiting(): Promise<Step> {
    holdWhatWaits(state, transitions, gate, scope, eachPaidFor());
    return 'waiting';
  }

  return {
    concurrency: 1,
    ask() {
      isAsked = true;
    },
    take() {
      if (isAsked || dueAtMs() <= clock.monotonicMs()) return [round];
      // Files keep arriving while the service is given up: those that get as far as the service are marked with what
      // they wait for.
      return waitsUnheld(state, gate, scope, eachPaidFor()) ? [holdWaiting] : [];
    },
    nextDueMs: () => wallTimeMs(dueAtMs(), clock),
  };
}
