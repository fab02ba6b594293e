/** Starts a process of our own code in Electron, whose executable does not run as Node. */
import { fileURLToPath } from 'node:url';
import type * as Electron from 'electron';
import type { StartHelper } from '../../platform/helper-process.ts';

export function startUtilityProcess({
  utilityProcess,
}: Pick<typeof Electron, 'utilityProcess'>): StartHelper {
  return (module, { onMessage, onEnd }) => {
    const child = utilityProcess.fork(fileURLToPath(module), [], { stdio: 'ignore' });
    child.on('message', onMessage);
    child.once('exit', onEnd);
    return {
      send: (message) => child.postMessage(message),
      kill: () => void child.kill(),
    };
  };
}
