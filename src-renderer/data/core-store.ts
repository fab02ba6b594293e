/** The page's projection of the core's small state: fed by events, never written by a screen. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FileProgress } from '../../src-shared/bridge/events.ts';
import type { Capabilities } from '../../src-shared/bridge/loopback.ts';
import type { SessionView } from '../../src-shared/bridge/session-calls.ts';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import type { Bridge, Link, PageEvent } from '../bridge/bridge.ts';

export interface CoreView {
  readonly link: Link;
  /** Null until the first snapshot; it stays visible while the host is lost. */
  readonly status: StatusView | null;
  /** What the host can do beyond the contract; nothing before the first snapshot. */
  readonly abilities: Partial<Capabilities>;
  /** What is read or sent right now, by row number of the file. */
  readonly progress: ReadonlyMap<string, FileProgress>;
  /** Key of the account that was signed in last; null: none was yet. */
  readonly account: string | null;
  /** How often somebody else signed in on this page. Whatever a screen holds belongs to the account before. */
  readonly accountChanges: number;
}

export const NOTHING_READ: CoreView = {
  link: 'connecting',
  status: null,
  abilities: {},
  progress: new Map(),
  account: null,
  accountChanges: 0,
};

function byFile(files: readonly FileProgress[]): ReadonlyMap<string, FileProgress> {
  return new Map(files.map((progress) => [progress.fileId, progress]));
}

/** The view once this account, or nobody, is signed in: nothing in it belongs to the account before. */
function withAccount(view: CoreView, { session }: SessionView): CoreView {
  const account = session.state === 'signed-out' ? null : session.account;
  if (account === view.account) return view;
  const status = view.status && { ...view.status, account: null, job: null, waits: [] };
  const dropped = { ...view, status, progress: NOTHING_READ.progress };
  if (account === null || view.account === null)
    return { ...dropped, account: account ?? view.account };
  return { ...dropped, account, accountChanges: view.accountChanges + 1 };
}

export function applyEvent(view: CoreView, event: PageEvent): CoreView {
  switch (event.kind) {
    case 'link-changed':
      // Without its host nothing is known to go on.
      return event.link === 'open'
        ? { ...view, link: event.link }
        : { ...view, link: event.link, progress: NOTHING_READ.progress };
    case 'snapshot':
      return {
        ...withAccount(view, event.snapshot.status),
        status: event.snapshot.status,
        abilities: event.capabilities,
        progress: byFile(event.snapshot.progress),
      };
    case 'session': {
      const dropped = withAccount(view, event.view);
      return dropped.status === null
        ? dropped
        : { ...dropped, status: { ...dropped.status, ...event.view } };
    }
    case 'engine':
      return view.status === null
        ? view
        : { ...view, status: { ...view.status, engine: event.engine } };
    case 'heard':
      return view.status === null
        ? view
        : {
            ...view,
            status: {
              ...view.status,
              heardAtMs: event.atMs,
              clockAheadMs: event.clockAheadMs,
            },
          };
    case 'contact':
      return view.status === null
        ? view
        : { ...view, status: { ...view.status, contact: event.contact } };
    case 'progress':
      return { ...view, progress: byFile(event.files) };
    case 'files-changed':
    case 'answer-late':
    case 'waiting':
    case 'folders-changed':
    case 'audits-changed':
    case 'audit-progress':
    case 'transfers-changed':
    case 'projects-changed':
    case 'credits-changed':
    case 'outbox-changed':
    case 'downloads-changed':
    case 'command-chosen':
    case 'place-asked':
    case 'outbox-sent':
    case 'verify-progress':
    case 'pass-progress':
    case 'download-progress':
    case 'certificates-changed':
      return view;
    default:
      return assertNever(event);
  }
}

/** `stop` ends the subscription. */
export function makeCoreStore(bridge: Pick<Bridge, 'subscribe'>) {
  const store = createStore<CoreView>(() => NOTHING_READ);
  const stop = bridge.subscribe((event) => store.setState((view) => applyEvent(view, event)));
  return { store, stop };
}

const GATHERED_MS = 1_000; // numbers that change faster cannot be read

/** Another account may have begun, of which nothing is on screen yet. */
const CHANGES_ACCOUNT: ReadonlySet<PageEvent['kind']> = new Set(['session', 'engine']);

const CHANGES_COUNTS: ReadonlySet<PageEvent['kind']> = new Set([
  'files-changed',
  'folders-changed',
  'audits-changed',
  'transfers-changed',
  'outbox-changed',
  'waiting',
  'contact',
  'certificates-changed',
  'projects-changed',
]);

/** `answer` was asked for when the status was `before`: what events have said since then is newer, and stays. */
export function withNewer(
  answer: StatusView,
  before: StatusView | null,
  now: StatusView | null,
): StatusView {
  if (now === null || now === before) return answer;
  const said = Object.entries(now).filter(
    ([name, value]) => value !== before?.[name as keyof StatusView],
  );
  return { ...answer, ...Object.fromEntries(said) };
}

/** Returns what ends it. */
export function keepStatusFresh(bridge: Bridge, store: StoreApi<CoreView>): () => void {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const read = async () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const { status: before, account } = store.getState();
    try {
      const answer = await bridge.call('status.read', {}, ended.signal);
      if (!answer.ok || store.getState().account !== account) return;
      store.setState(({ status: now }) => ({ status: withNewer(answer.value, before, now) }));
    } catch (cause) {
      if (!ended.signal.aborted) throw cause;
    }
  };

  const stop = bridge.subscribe(({ kind }) => {
    if (CHANGES_ACCOUNT.has(kind)) void read();
    else if (CHANGES_COUNTS.has(kind)) timer ??= setTimeout(() => void read(), GATHERED_MS);
  });
  return () => {
    stop();
    ended.abort();
    if (timer !== null) clearTimeout(timer);
  };
}
