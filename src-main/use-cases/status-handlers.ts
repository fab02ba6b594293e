/** Handlers for the status. */
import { ok } from '../../src-shared/model/result.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

export function statusHandlers({ engine }: HandlerParts): HandlersOf<'status'> {
  return {
    'status.read': async () => {
      await engine.core.loadAccount();
      return ok(engine.status());
    },
    'status.checkContact': () => {
      engine.core.checkContact();
      return ok(null);
    },
  };
}
