/**
 * Keeps what is seen outside the window true: tray, number at the icon, progress, notices. It follows the events that the
 * page follows and judges with the same rules, a few times a minute at most; it asks the service nothing.
 */
import type { DesktopPreferences } from '../../../src-shared/bridge/desktop-calls.ts';
import type { BridgeEvent, FileProgress } from '../../../src-shared/bridge/events.ts';
import { healthOfStatus } from '../../../src-shared/bridge/status-health.ts';
import {
  dueNotices,
  noticeFacts,
  NOTICE_KINDS,
  type NoticeFacts,
  type NoticeKind,
} from '../../../src-shared/model/notices.ts';
import { SECOND_MS } from '../../../src-shared/model/time.ts';
import { trayView, type TrayFacts, type TrayView } from '../../../src-shared/model/tray-view.ts';
import type { DesktopWords } from '../../../src-shared/model/words/desktop-words.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Engine } from '../engine.ts';

const LOOK_MS = SECOND_MS; // what changes faster cannot be read
const BESIDE_MS = 30 * SECOND_MS; // reading it costs more than the counts do
export const GATHERED_MS = 5 * SECOND_MS; // what happens together is told together

/** Nothing of these is seen outside the window. */
const SEEN_BY_NOBODY: ReadonlySet<BridgeEvent['kind']> = new Set([
  'command-chosen',
  'place-asked',
  'heard',
]);

/** What the system shows. */
export interface Outside {
  /** `progress`: of what is being sent, from 0 to 1; null while nothing is. */
  show(view: TrayView, progress: number | null): void;
  notify(kind: NoticeKind, text: string): void;
  /** It is no longer true. */
  withdraw(kind: NoticeKind): void;
}

export interface PresenceParts {
  readonly engine: Pick<Engine, 'feed' | 'snapshot'>;
  readonly clock: Clock;
  readonly outside: Outside;
  readonly words: () => DesktopWords;
  readonly preferences: () => DesktopPreferences;
  /** What is known beyond the status, without asking anybody. */
  readonly beside: () => Pick<TrayFacts, 'credits' | 'proofs'>;
  /** The person has the window in front. */
  readonly isInFront: () => boolean;
  readonly onFault: (error: unknown) => void;
}

export interface Presence {
  /** Something that is no event changed: language, theme, whether the window is in front. */
  lookAgain(): void;
  close(): void;
}

export function startPresence(parts: PresenceParts): Presence {
  const { engine, clock, outside } = parts;
  const closing = new AbortController();
  const toldAtMs = new Map<NoticeKind, number>();
  let known: NoticeFacts | null = null;
  let isLooking = false;
  let isTelling = false;
  let beside: { readonly atMs: number; readonly facts: ReturnType<typeof parts.beside> } | null =
    null;

  function facts() {
    const { status, progress } = engine.snapshot();
    return { status, progress, health: healthOfStatus(status, clock.nowMs()) };
  }

  function look(): void {
    const { status, progress, health } = facts();
    const folders = status.account?.folders ?? [];
    const projects = new Map(
      folders.map(({ projectId, projectName }) => [projectId, projectName ?? projectId]),
    );
    const view = trayView(
      {
        ...status,
        ...whatIsBeside(),
        health,
        projects: [...projects].map(([id, name]) => ({ id, name })),
      },
      parts.words().tray,
    );
    outside.show(view, shareOf(progress));
    const now = noticeFacts(status.account?.counts ?? [], health);
    for (const kind of NOTICE_KINDS) if (now[kind] === 0) outside.withdraw(kind);
    if (known === null || parts.isInFront()) known = now;
    else if (!isTelling) {
      isTelling = true;
      after(GATHERED_MS, tellWhatIsNew);
    }
  }

  function whatIsBeside() {
    const nowMs = clock.monotonicMs();
    if (beside === null || nowMs - beside.atMs >= BESIDE_MS) {
      beside = { atMs: nowMs, facts: parts.beside() };
    }
    return beside.facts;
  }

  function tellWhatIsNew(): void {
    isTelling = false;
    if (known === null || parts.isInFront()) return;
    const { status, health } = facts();
    const now = noticeFacts(status.account?.counts ?? [], health);
    const nowMs = clock.nowMs();
    const { notices: wanted } = parts.preferences();
    for (const { kind, more } of dueNotices(known, now, { wanted, toldAtMs, nowMs })) {
      outside.notify(kind, parts.words().notices[kind](more));
      toldAtMs.set(kind, nowMs);
      known = { ...known, [kind]: now[kind] };
    }
  }

  function lookSoon(): void {
    if (isLooking) return;
    isLooking = true;
    after(LOOK_MS, () => {
      isLooking = false;
      look();
    });
  }

  function after(ms: number, work: () => void): void {
    clock
      .sleep(ms, closing.signal)
      .then(work)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) parts.onFault(error);
      });
  }

  const unsubscribe = engine.feed.subscribe(({ event }) => {
    if (!SEEN_BY_NOBODY.has(event.kind)) lookSoon();
  });
  look();
  return {
    lookAgain: look,
    close() {
      unsubscribe();
      closing.abort();
    },
  };
}

/** Of everything that is being sent, together. */
function shareOf(progress: readonly FileProgress[]): number | null {
  const sent = progress.filter(({ state }) => state === 'uploading');
  const total = sent.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
  const done = sent.reduce((sum, { doneBytes }) => sum + doneBytes, 0);
  return total === 0 ? null : done / total;
}
