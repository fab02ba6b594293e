/**
 * A process of our own code, for calls into the system that may never return. A thread is not enough for them: it cannot
 * be ended in the middle of such a call, and the program would wait for it at its own end.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface HelperProcess {
  send(message: object): void;
  /** Ends it, whatever it is doing. */
  kill(): void;
}

export interface HelperListener {
  readonly onMessage: (message: unknown) => void;
  /** It has ended, or could not be started. */
  readonly onEnd: () => void;
}

/** Starts the program in `module`. The process that starts it does not wait for its end. */
export type StartHelper = (module: URL, listener: HelperListener) => HelperProcess;

let startOwn: StartHelper | null = null;

/** For a host whose executable does not run as Node, before anything else is started. */
export function startHelpersWith(start: StartHelper): void {
  startOwn = start;
}

/** Starts it as the host of this process does. */
export const startHelperProcess: StartHelper = (module, listener) =>
  (startOwn ?? startNodeProcess)(module, listener);

/** Starts it with the Node that runs this process. */
const startNodeProcess: StartHelper = (module, { onMessage, onEnd }) => {
  const child = fork(fileURLToPath(module), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', onMessage);
  child.once('exit', onEnd);
  child.once('error', onEnd);
  child.unref();
  child.channel?.unref();
  return {
    send: (message) => void child.send(message, () => undefined), // what cannot be sent ends, and `onEnd` says so
    kill: () => void child.kill('SIGKILL'),
  };
};
