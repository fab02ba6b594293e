/**
 * Electron's IPC between page and program, without Electron. Messages are copied as the structured clone does it, a
 * failed answer gives the page only a sentence, and every message names the frame and contents that sent it.
 */
import type { Channels, Page } from '../../desktop/ipc-server.ts';
import type { Frame, Message } from '../../desktop/navigation-policy.ts';

type Answer = Parameters<Channels['handle']>[1];
type Hear = Parameters<Channels['on']>[1];
type Listener = (event: object, message: unknown) => void;

export interface FakeIpc {
  /** As `ipcMain`. */
  readonly main: Channels;
  readonly channels: () => readonly string[];
  /** As `ipcRenderer` in the frame of a message. */
  readonly renderer: (from: Message) => {
    readonly invoke: (channel: string, ...said: readonly unknown[]) => Promise<unknown>;
    readonly send: (channel: string, ...said: readonly unknown[]) => void;
    readonly on: (channel: string, listener: Listener) => void;
  };
  /** The contents of a window. Messages for which `lose` returns true do not arrive. */
  readonly page: (id: number, lose?: (message: unknown) => boolean) => Page & { isGone: boolean };
}

export function playIpc(): FakeIpc {
  const answers = new Map<string, Answer>();
  const hearers = new Map<string, Hear>();
  const listeners = new Map<string, Listener[]>();

  return {
    main: {
      handle(channel, answer) {
        if (answers.has(channel)) throw new Error(`a second handler for ${channel}`);
        answers.set(channel, answer);
      },
      on(channel, hear) {
        hearers.set(channel, hear);
      },
    },
    channels: () => [...answers.keys(), ...hearers.keys()],
    renderer: (from) => ({
      async invoke(channel, ...said) {
        const copied = structuredClone(said);
        const answer = answers.get(channel);
        await Promise.resolve(); // another process is never at once
        if (answer === undefined) throw new Error(`No handler registered for '${channel}'`);
        try {
          return structuredClone(await answer(from, ...copied));
        } catch (error) {
          throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, {
            cause: error,
          });
        }
      },
      send(channel, ...said) {
        const copied = structuredClone(said);
        queueMicrotask(() => hearers.get(channel)?.(from, ...copied));
      },
      on(channel, listener) {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
    }),
    page: (id, lose = () => false) => ({
      id,
      isGone: false,
      isDestroyed() {
        return this.isGone;
      },
      send(channel, message) {
        if (this.isGone) throw new TypeError('Object has been destroyed');
        const copied: unknown = structuredClone(message);
        if (lose(copied)) return;
        queueMicrotask(() => {
          for (const listener of listeners.get(channel) ?? []) listener({ sender: {} }, copied);
        });
      },
    }),
  };
}

export function fakeFrame(over: Partial<Frame> = {}): Frame {
  return {
    url: 'app://labseal/#/activity',
    origin: 'app://labseal',
    parent: null,
    detached: false,
    isDestroyed: () => false,
    ...over,
  };
}

/**
 * What the context bridge gives to the page: copies of data and stand-ins for functions, and nothing else. What cannot
 * be copied is refused.
 */
export function bridged(value: unknown): unknown {
  if (typeof value === 'function') {
    return (...said: readonly unknown[]) => {
      const answer: unknown = value(...said.map(bridged));
      return answer instanceof Promise ? answer.then(bridged) : bridged(answer);
    };
  }
  if (value === null || typeof value !== 'object') return structuredClone(value);
  if (value instanceof File) return value;
  if (Object.values(value).some((part) => typeof part === 'function')) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, bridged(part)]));
  }
  return structuredClone(value);
}
