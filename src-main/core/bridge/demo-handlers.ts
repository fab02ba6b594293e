/** Answers about the demo. What cannot be done here is as unknown as any other name. */
import type { CallName } from '../../../src-shared/bridge/calls.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import type { DemoControls } from '../demo-controls.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

/** What a call about the demo needs: to be in it, or a host that can open one. All others need nothing. */
const NEEDS: Readonly<Partial<Record<CallName, 'demo' | 'opener'>>> = {
  'demo.open': 'opener',
  'demo.reset': 'demo',
  'demo.setOffline': 'demo',
  'demo.endSession': 'demo',
};

/** Whether there is such a call here. */
export function existsHere(name: CallName, { engine, demoOpener }: HandlerParts): boolean {
  const need = NEEDS[name];
  if (need === 'demo') return engine.demo !== null;
  return need === undefined || demoOpener !== undefined;
}

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
