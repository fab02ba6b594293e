/** Calls carried out in this process, which holds the data folder for as long. */
import type { CallAnswer } from '../../../src-shared/bridge/calls.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { openCore } from '../../app/create-core.ts';
import { startEngine } from '../../app/engine.ts';
import type { CoreSettings } from '../../app/settings.ts';
import { makeErrorLog } from '../../platform/error-log.ts';
import { realIds } from '../../platform/real-ports.ts';
import { removeSocket } from '../socket/socket-place.ts';
import { makeServeCall } from '../../use-cases/serve-calls.ts';
import type { Application, Carry } from './application.ts';
import type { ProcessEnvironment } from './process-environment.ts';

type Ports = Pick<ProcessEnvironment, 'clock' | 'signal'>;

/** Nothing happens but what the calls ask for. `signal`: the command is asked to end. */
export async function openOwnCalls(
  settings: CoreSettings,
  { clock, signal: interruption }: Ports,
): Promise<
  Result<{ readonly carry: Carry } & Pick<Application, 'openDataFolder' | 'close'>, CoreFault>
> {
  const opened = await openCore(settings, { clock }, interruption, false);
  if (!opened.ok) return opened;
  const core = opened.value;
  const { dataFolder } = settings;
  removeSocket(dataFolder);
  const ports = { clock, ids: realIds };
  const engine = startEngine({ core, ...ports, dataFolder, follows: false });
  const keepError = makeErrorLog(dataFolder, ports);
  const serve = makeServeCall({ engine, settings, places: async () => [], keepError });
  return ok({
    async carry(name, input, { onEvent, signal = interruption }) {
      const stop =
        onEvent === undefined ? null : engine.feed.subscribe(({ event }) => onEvent(event));
      try {
        return (await serve(name, input, signal)) as CallAnswer<typeof name>;
      } finally {
        stop?.();
      }
    },
    openDataFolder: core.openDataFolder,
    async close() {
      await engine.close();
      await core.close();
    },
  });
}
