/** Answers about settings: what this computer lays down, what new folders begin with, and the report for who helps. */
import { ok } from '../../../src-shared/model/result.ts';
import { gatherDiagnostics } from '../diagnostics.ts';
import { realClock } from '../../platform/real-ports.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function settingsHandlers(parts: HandlerParts): HandlersOf<'settings'> {
  const { engine, settings } = parts;
  const { dataFolder, server, tokenStore } = settings;
  return {
    'settings.read': () => ok({ dataFolder, server, tokenStore }),
    'settings.watching': () => withAccount(parts, ({ folderDefaults }) => ok(folderDefaults.get())),
    'settings.setWatching': (defaults) =>
      withAccount(parts, ({ folderDefaults }) => {
        const kept = folderDefaults.set(defaults);
        if (kept.ok) engine.feed.tell({ kind: 'folders-changed' });
        return kept;
      }),
    'settings.diagnostics': async () =>
      ok(
        await gatherDiagnostics({
          core: engine.core,
          clock: realClock,
          dataFolder,
          engine: engine.state(),
        }),
      ),
  };
}
