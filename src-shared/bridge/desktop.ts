/** How the page talks to the desktop host: its origin, the channels, and what the preload gives to the page. Both sides take them from here. */
import type { Capabilities } from './loopback.ts';

export const DESKTOP_SCHEME = 'app';
export const DESKTOP_ORIGIN = `${DESKTOP_SCHEME}://labseal`;

/** The messages are those of the loopback host; only the way differs. No other channel exists. */
export const DESKTOP_CHANNELS = {
  /** Page to host, with an answer: number, name and input of a call. */
  call: 'labseal:call',
  /** Page to host: the number of a call that nobody waits for any more. */
  cancel: 'labseal:cancel',
  /** Page to host: a snapshot, please, and every event after it. */
  greet: 'labseal:greet',
  /** Host to page: a `HostMessage`. */
  message: 'labseal:message',
} as const;

/** What the preload gives to the page: named functions, plain data both ways. */
export interface DesktopApi {
  /** Resolves to a `CallAnswer`. `number`: under which the call can be cancelled. */
  readonly call: (number: number, name: string, input: unknown) => Promise<unknown>;
  readonly cancel: (number: number) => void;
  readonly greet: () => void;
  /** One listener; a second one replaces it. */
  readonly listen: (listener: (message: unknown) => void) => void;
  /** The absolute path of a `File` that a person chose or dropped; empty for one without a path. */
  readonly pathOf: (file: object) => string;
}

/** The name under which the page finds it. */
export const DESKTOP_API = 'labsealDesktop';

/** The length of a body: no browser is involved that would send it automatically. */
export const DESKTOP_SIZE_HEADER = 'x-labseal-size';

/** What a window has and a browser has not. */
export const DESKTOP_CAPABILITIES: Capabilities = {
  tray: true,
  nativeDialogs: true,
  notifications: true,
  revealInFolder: true,
  dragPaths: true,
  globalShortcut: false,
};
