/**
 * The changes that a pass sends before the files: free ones, and paid ones that were agreed to beforehand. A change
 * that nobody agreed to pay for is named with its price and stays where it is.
 */
import {
  changeCredits,
  chargedCredits,
  changeNeedsPerson,
  isDenialOpen,
  isFree,
  wasSoAlready,
  type Change,
} from '../../../../src-shared/model/changes/change.ts';
import type { ServiceFault } from '../../../../src-shared/model/status/service-fault.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import {
  changeSentence,
  changeTitle,
  sentSentence,
} from '../../../../src-shared/model/words/en/changes.ts';
import { faultSentence } from '../../../../src-shared/model/words/en/faults.ts';
import { counted, creditText, integer } from '../../../../src-shared/model/words/en/figures.ts';
import type { SentChanges } from '../../../../src-shared/bridge/sync-calls.ts';
import { changeDocument } from '../outbox/change-report.ts';
import type { Output } from '../output.ts';

const MOST_NAMED = 10; // the rest is a command away

/** `open`: what is left for later, or for a person. */
export interface OutboxReport extends SentChanges {
  readonly open: readonly Change[];
}

/** Says what ended before the files, as its credits are gone from the balance that is shown next. */
export function tellSent({ ended }: SentChanges, output: Output): void {
  if (ended.length === 0) return;
  const alreadySo = ended.filter(({ state }) => wasSoAlready(state)).length;
  const sent = ended.filter(({ state }) => state.state === 'delivered').length - alreadySo;
  output.note(sentSentence({ sent, alreadySo, needYou: ended.length - sent - alreadySo }));
  for (const change of ended.slice(0, MOST_NAMED)) output.note(`    ${endOf(change)}`);
  const more = ended.length - MOST_NAMED;
  if (more > 0) output.note(`    and ${integer(more)} more: "labseal outbox list".`);
}

function endOf(change: Change): string {
  const { intent, state } = change;
  if (state.state !== 'delivered' || wasSoAlready(state))
    return `${changeTitle(intent)}: ${changeSentence(change)}`;
  const charged = chargedCredits(change);
  return charged === 0 ? changeTitle(intent) : `${changeTitle(intent)}: ${creditText(charged)}`;
}

type WayOn = 'by-itself' | 'unknown' | 'denied' | 'approval' | 'person';

function wayOnOf(change: Change): WayOn {
  const { intent, state, agreed } = change;
  if (changeNeedsPerson(change)) return 'person';
  if (isDenialOpen(state)) return 'denied';
  if (state.state !== 'waiting') return 'unknown';
  return isFree(intent) || agreed !== undefined ? 'by-itself' : 'approval';
}

/** What is still open, one sentence for each way on. What ended in this pass was named before. */
export function openSentences({ ended, fault, open }: OutboxReport): readonly string[] {
  const named = new Set(ended.map(({ id }) => id));
  const byWay = Map.groupBy(
    open.filter(({ id }) => !named.has(id)),
    wayOnOf,
  );
  return [...byWay].map(([way, changes]) => openSentence(way, changes, fault));
}

function openSentence(way: WayOn, changes: readonly Change[], fault: ServiceFault | null): string {
  const isOne = changes.length === 1;
  const what = counted(changes.length, 'change', 'changes');
  switch (way) {
    case 'by-itself': {
      const why = fault === null ? '' : ` ${faultSentence(fault)}`;
      return `${what} still ${isOne ? 'waits' : 'wait'} to be sent.${why} The next sync tries again.`;
    }
    case 'unknown':
      return `The result of ${what} is unknown. The next sync checks again; no credits are at stake.`;
    case 'denied':
      return `The service denied ${what}, and it is not known yet whether ${isOne ? 'it was' : 'they were'} charged. The next sync checks again.`;
    case 'approval': {
      const credits = changes.reduce((sum, { intent }) => sum + changeCredits(intent), 0);
      return `${what} for ${creditText(credits)} ${isOne ? 'awaits' : 'await'} your approval: "labseal outbox send".`;
    }
    case 'person':
      return `${what} ${isOne ? 'needs' : 'need'} attention: see "labseal outbox list".`;
    default:
      return assertNever(way);
  }
}

/** As `--json` shows it. */
export function outboxDocument({ ended, open }: Omit<OutboxReport, 'fault'>) {
  return {
    ended: ended.map((change) => changeDocument(change)),
    open: open.map((change) => changeDocument(change, open)),
  };
}
