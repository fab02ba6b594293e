/**
 * The only module that opens channels between the page and this process. A message that does not come from our page is
 * answered as if there were no calls, and has no effect. Every other call is handled like those of any face.
 */
import type { BridgeFault } from '../../../src-shared/bridge/call.ts';
import { DESKTOP_CAPABILITIES, DESKTOP_CHANNELS } from '../../../src-shared/bridge/desktop.ts';
import type { HostMessage } from '../../../src-shared/bridge/loopback.ts';
import { fail, type Result } from '../../../src-shared/model/result.ts';
import type { ServeCall } from '../../use-cases/serve-calls.ts';
import type { Engine } from '../../app/engine.ts';
import { isFromOurPage, type Message } from './navigation-policy.ts';

/** What is needed of Electron's `ipcMain`. */
export interface Channels {
  handle(
    channel: string,
    answer: (message: Message, ...said: readonly unknown[]) => Promise<unknown>,
  ): void;
  on(channel: string, hear: (message: Message, ...said: readonly unknown[]) => void): void;
}

/** The contents of our window. */
export interface Page {
  readonly id: number;
  send(channel: string, message: unknown): void;
  isDestroyed(): boolean;
}

export interface IpcServerParts {
  readonly channels: Channels;
  /** Null while there is no window. */
  readonly page: () => Page | null;
  readonly serve: ServeCall;
  readonly engine: Pick<Engine, 'feed' | 'snapshot'>;
  readonly keepError: (where: string, error: unknown) => string;
  /** A page received the snapshot; from now on it gets every event. */
  readonly onGreeted?: () => void;
}

const NOT_OUR_PAGE: Result<unknown, BridgeFault> = fail({ kind: 'unknown-call', name: '' });

export function openIpcServer(parts: IpcServerParts) {
  const { channels, page, serve, engine, keepError, onGreeted } = parts;
  const running = new Map<number, AbortController>();
  let unsubscribe: (() => void) | null = null;
  const isOurs = (message: Message) => isFromOurPage(message, page()?.id ?? null);

  function say(message: HostMessage): void {
    const listening = page();
    if (listening !== null && !listening.isDestroyed()) {
      listening.send(DESKTOP_CHANNELS.message, message);
    }
  }

  function forgetPage(): void {
    unsubscribe?.();
    unsubscribe = null;
    for (const call of running.values()) call.abort(new Error('the page is gone'));
    running.clear();
  }

  channels.handle(DESKTOP_CHANNELS.call, async (message, number, name, input) => {
    if (!isOurs(message)) return NOT_OUR_PAGE;
    if (!isCallNumber(number) || typeof name !== 'string' || running.has(number)) {
      return fail({ kind: 'bad-input', at: [] }) satisfies Result<unknown, BridgeFault>;
    }
    const call = new AbortController();
    running.set(number, call);
    try {
      return await serve(name, input, call.signal);
    } catch (error) {
      // Electron would tell the page what it is about.
      const fault: BridgeFault = { kind: 'internal', logId: keepError('ipc', error) };
      return fail(fault);
    } finally {
      if (running.get(number) === call) running.delete(number);
    }
  });

  channels.on(DESKTOP_CHANNELS.cancel, (message, number) => {
    if (!isOurs(message) || !isCallNumber(number)) return;
    running.get(number)?.abort(new Error('nobody waits for it'));
  });

  channels.on(DESKTOP_CHANNELS.greet, (message) => {
    if (!isOurs(message)) return;
    unsubscribe ??= engine.feed.subscribe((event) => say({ kind: 'event', ...event }));
    say({ kind: 'snapshot', snapshot: engine.snapshot(), capabilities: DESKTOP_CAPABILITIES });
    onGreeted?.();
  });

  return {
    /** The page is gone or was replaced: its calls are aborted, and it receives nothing more. */
    forgetPage,
  };
}
export type IpcServer = ReturnType<typeof openIpcServer>;

function isCallNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
