/**
 * Updates everything shown outside the window: tray, badge, progress, notifications. It follows the same events and
 * rules as the page, a few times a minute at most, and makes no requests to the service.
 */
import type { DesktopPreferences } from '../../../src-shared/bridge/desktop-calls.ts';
import type { BridgeEvent, FileProgress } from '../../../src-shared/bridge/events.ts';
import { healthOfStatus } from '../../../src-shared/bridge/status-calls.ts';
import {
  type Marks,
  paceOf,
  speedOf,
  withProgress,
} from '../../../src-shared/model/files/sending-speed.ts';
import {
  dueNotices,
  NOTICE_KINDS,
  noticeFacts,
  type NoticeFacts,
  type NoticeKind,
} from '../../../src-shared/model/status/notices.ts';
import {
  type TrayFacts,
  type TrayShape,
  trayView,
  type TrayView,
} from '../../../src-shared/model/status/tray-view.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { DesktopWords } from '../../../src-shared/model/words/en/desktop.ts';
import type { Account } from '../../app/account.ts';
import type { Engine } from '../../app/engine.ts';
import type { Clock } from '../../platform/clock.ts';

const LOOK_MS = SECOND_MS; // what changes faster cannot be read
const RESTS_TIMES = 10;
export const GATHERED_MS = 5 * SECOND_MS; // simultaneous events share one notification

/** Nothing of these is seen outside the window. */
const SEEN_BY_NOBODY: ReadonlySet<BridgeEvent['kind']> = new Set([
  'command-chosen',
  'place-asked',
  'heard',
]);

/** The system's display functions. */
export interface SystemSurface {
  /** `progress`: of what is being sent, from 0 to 1; null while nothing is. */
  show(view: TrayView, progress: number | null): void;
  notify(kind: NoticeKind, text: string): void;
  /** It is no longer true. */
  withdraw(kind: NoticeKind): void;
}

export interface TrayControllerParts {
  readonly engine: Pick<Engine, 'feed' | 'snapshot'>;
  readonly clock: Clock;
  readonly surface: SystemSurface;
  readonly words: () => DesktopWords;
  readonly preferences: () => DesktopPreferences;
  /** What is known beyond the status, without asking anybody. */
  readonly beside: () => Pick<TrayFacts, 'credits' | 'proofs'>;
  /** The person has the window in front. */
  readonly isInFront: () => boolean;
  readonly onFault: (error: unknown) => void;
}

interface Beside {
  readonly facts: ReturnType<TrayControllerParts['beside']>;
  /** When it may be read again. */
  readonly dueMs: number;
  isStale: boolean;
}

export function startTrayController(parts: TrayControllerParts) {
  const { engine, clock, surface } = parts;
  const closing = new AbortController();
  const reportedAtMs = new Map<NoticeKind, number>();
  let known: NoticeFacts | null = null;
  let isLooking = false;
  let isTelling = false;
  let beside: Beside | null = null;
  let marks: Marks = new Map();

  function facts() {
    const { status, progress } = engine.snapshot();
    return { status, progress, health: healthOfStatus(status, clock.nowMs()) };
  }

  /** Something that is no event changed: language, theme, whether the window is in front. */
  function look(): void {
    const { status, progress, health } = facts();
    const sent = new Map(progress.map((file) => [file.fileId, file]));
    marks = withProgress(marks, sent, clock.nowMs());
    const folders = status.account?.folders ?? [];
    const projects = new Map(
      folders.map(({ projectId, projectName }) => [projectId, projectName ?? projectId]),
    );
    const pace = paceOf(sent, (fileId) => speedOf(marks, fileId));
    if (pace !== null) lookAt(LOOK_MS); // a silent line reports nothing, and the last speed would stay
    const view = trayView(
      {
        ...status,
        ...whatIsBeside(),
        health,
        leftMs: pace?.leftMs ?? null,
        projects: [...projects].map(([id, name]) => ({ id, name })),
      },
      parts.words().tray,
    );
    surface.show(view, shareOf(progress));
    const now = noticeFacts(status.account?.counts ?? [], health);
    for (const kind of NOTICE_KINDS) if (now[kind] === 0) surface.withdraw(kind);
    if (known === null || parts.isInFront()) known = now;
    else if (!isTelling) {
      isTelling = true;
      after(GATHERED_MS, tellWhatIsNew);
    }
  }

  /** Reads it again when it may have changed, for a tenth of the time at most: with many files a read takes a while. */
  function whatIsBeside(): ReturnType<TrayControllerParts['beside']> {
    const startedMs = clock.monotonicMs();
    if (beside !== null && (!beside.isStale || startedMs < beside.dueMs)) {
      if (beside.isStale) lookAt(beside.dueMs - startedMs);
      return beside.facts;
    }
    const found = parts.beside();
    const tookMs = clock.monotonicMs() - startedMs;
    const dueMs = startedMs + Math.max(LOOK_MS, tookMs * RESTS_TIMES);
    beside = { facts: found, dueMs, isStale: false };
    return found;
  }

  function tellWhatIsNew(): void {
    isTelling = false;
    if (known === null || parts.isInFront()) return;
    const { status, health } = facts();
    const now = noticeFacts(status.account?.counts ?? [], health);
    const nowMs = clock.nowMs();
    const { notices: wanted } = parts.preferences();
    for (const { kind, more } of dueNotices(known, now, { wanted, reportedAtMs, nowMs })) {
      surface.notify(kind, parts.words().notices[kind](more));
      reportedAtMs.set(kind, nowMs);
      known = { ...known, [kind]: now[kind] };
    }
  }

  function lookAt(inMs: number): void {
    if (isLooking) return;
    isLooking = true;
    after(inMs, () => {
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
    if (SEEN_BY_NOBODY.has(event.kind)) return;
    if (beside !== null && event.kind !== 'progress') beside.isStale = true;
    lookAt(LOOK_MS);
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

/** What the tray shows beyond counts: money and the latest proofs, as this computer knows them. Asks nobody. */
const MOST_PROOFS = 5;

/** The last balance read, and what awaits approval; null while nothing is known. */
export function offeredCredits(
  account: Pick<Account, 'credits' | 'offers'> | null,
): TrayFacts['credits'] {
  const balance = account?.credits.known() ?? null;
  if (account === null || balance === null) return null;
  const { files: awaitingFiles, credits: awaitingCredits } = account.offers.offer(null);
  return { balance, awaitingFiles, awaitingCredits };
}

export function latestProofs(
  account: Pick<Account, 'certificateRange'> | null,
): TrayFacts['proofs'] {
  if (account === null) return [];
  const { proofs } = account.certificateRange.range({ isAvailable: true }, 0, MOST_PROOFS);
  return proofs.map(({ fileId, projectId, name }) => ({ fileId, projectId, name }));
}

/** Seen under the pointer while a certificate is dragged: the seal. The package holds the pictures of the tray only. */
export const DRAG_PICTURE = 'tray/idle-light.png';

/** Of Electron, what it knows about colours. */
interface Theme {
  readonly shouldUseDarkColors: boolean;
  readonly shouldUseDarkColorsForSystemIntegratedUI: boolean;
}

/** The picture of a shape, in the folder of pictures: a template on macOS, elsewhere one for the colour of the panel. */
export function trayPicture(shape: TrayShape, platform: NodeJS.Platform, theme: Theme): string {
  if (platform === 'darwin') return `tray/${shape}Template.png`;
  // On Windows the taskbar has a theme of its own, whatever that of programs is.
  const isDark =
    platform === 'win32'
      ? theme.shouldUseDarkColorsForSystemIntegratedUI
      : theme.shouldUseDarkColors;
  const ink = isDark ? 'dark' : 'light';
  return `tray/${shape}-${ink}.${platform === 'win32' ? 'ico' : 'png'}`;
}
