/** Handlers for administrators. The service decides who is one: its refusal is returned unchanged. */
import { ok } from '../../src-shared/model/result.ts';
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';

export function adminHandlers(parts: HandlerParts): HandlersOf<'admin'> {
  return {
    'admin.users': (_input, signal) =>
      withAccount(parts, ({ people }) => people.administration.users(signal)),
    'admin.user': (asked, signal) =>
      withAccount(parts, ({ people }) => people.administration.user(asked, signal)),
    'admin.adjustCredits': (adjustment, signal) =>
      withAccount(parts, async ({ people }) => {
        try {
          const adjusted = await people.administration.adjustCredits(adjustment, signal);
          return adjusted.ok ? ok({ credits: adjusted.value }) : adjusted;
        } finally {
          parts.engine.feed.tell({ kind: 'credits-changed' }); // an administrator may have credits too
        }
      }),
    'admin.suspend': ({ email, reason }, signal) =>
      withAccount(parts, ({ people }) => people.administration.suspend(email, reason, signal)),
    'admin.restore': ({ email }, signal) =>
      withAccount(parts, ({ people }) => people.administration.restore(email, signal)),
    'admin.settings': () =>
      withAccount(parts, ({ people }) =>
        ok({ subtractWord: people.administration.subtractWord() }),
      ),
    'admin.setWord': ({ subtractWord }) =>
      withAccount(parts, ({ people }) => {
        people.administration.setSubtractWord(subtractWord);
        return ok({ subtractWord: people.administration.subtractWord() });
      }),
  };
}
