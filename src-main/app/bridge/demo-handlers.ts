/** Answers about the demo. */
import { fail, ok } from '../../../src-shared/model/result.ts';
import type { DemoControls } from '../demo-controls.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

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
    // Whoever asked may be gone by then: half a demo is none.
    'demo.reset': async () => {
      const fault = await engine.changeAccount(() => demo().begin(engine.core));
      for (const kind of ['folders', 'projects', 'credits', 'outbox', 'transfers'] as const) {
        engine.feed.tell({ kind: `${kind}-changed` });
      }
      return fault === null ? ok(null) : fail(fault);
    },
    'demo.setOffline': async ({ isOffline }) => {
      await demo().setOffline(isOffline);
      engine.feed.tell({ kind: 'transfers-changed' }); // whoever shows what waits for the service asks again
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
