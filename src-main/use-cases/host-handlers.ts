/** Handlers for this computer and its host: settings, the demo, the window. */
import { fail, ok } from '../../src-shared/model/result.ts';
import { gatherDiagnostics } from '../app/diagnostics.ts';
import { realClock } from '../platform/real-ports.ts';
import { type HandlerParts, type HandlersOf, withAccount, accountHandlers } from './handlers.ts';
import type { DemoControls } from '../app/demo-controls.ts';

/** Handlers for settings: those of this computer, the defaults of new folders, and the report for support. */
export function settingsHandlers(parts: HandlerParts): HandlersOf<'settings'> {
  const { engine, settings } = parts;
  const { dataFolder, server, tokenStore } = settings;
  return {
    ...accountHandlers(parts, {
      'settings.watching': ({ folderDefaults }) => ok(folderDefaults.get()),
      'settings.setWatching': ({ folderDefaults }, defaults) => {
        const kept = folderDefaults.set(defaults);
        if (kept.ok) engine.feed.tell({ kind: 'folders-changed' });
        return kept;
      },
    }),
    'settings.read': () => ok({ dataFolder, server, tokenStore }),
    'settings.diagnostics': async () => {
      const state = engine.state();
      const running = state.state === 'closed' ? null : state;
      const { core } = engine;
      return ok(await gatherDiagnostics({ core, clock: realClock, dataFolder, engine: running }));
    },
  };
}

/** Handlers for the demo. */
export function demoHandlers(parts: HandlerParts): HandlersOf<'demo'> {
  const { engine, demoOpener } = parts;

  function demo(): DemoControls {
    if (engine.demo === null) throw new Error('a call of the demo went past the door');
    return engine.demo;
  }

  return {
    'demo.door': async () =>
      ok(demoOpener === undefined ? null : { port: await demoOpener.port() }),
    'demo.open': () => {
      if (demoOpener === undefined) throw new Error('a call of the demo went past the door');
      return demoOpener.open();
    },
    // The caller may be gone by then: a half-made demo is discarded.
    'demo.reset': async () => {
      const fault = await engine.changeAccount(() => demo().begin(engine.core));
      for (const kind of ['folders', 'projects', 'credits', 'outbox', 'transfers'] as const) {
        engine.feed.tell({ kind: `${kind}-changed` });
      }
      return fault === null ? ok(null) : fail(fault);
    },
    'demo.setOffline': async ({ isOffline }) => {
      await demo().setOffline(isOffline);
      engine.feed.tell({ kind: 'transfers-changed' }); // interfaces that show what waits for the service read again
      if (!isOffline) engine.lookAgain();
      return ok(demo().view());
    },
    'demo.endSession': (_input, signal) =>
      withAccount(parts, async ({ credits }) => {
        demo().refuseToken();
        await credits.balance(signal); // any request will do
        return ok(null);
      }),
  };
}

/** Handlers for the window: a host that has one provides them. */
export function desktopHandlers({ desktop }: HandlerParts): HandlersOf<'desktop'> {
  if (desktop === undefined) throw new Error('a call about the window went past the door');
  return desktop;
}
