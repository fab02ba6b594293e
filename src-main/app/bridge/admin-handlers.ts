/** Answers for administrators. Whether somebody is one, the service decides: its refusal comes back as it is. */
import { ok } from '../../../src-shared/model/result.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function adminHandlers(parts: HandlerParts): HandlersOf<'admin'> {
  return {
    'admin.users': (_input, signal) =>
      withAccount(parts, ({ people }) => people.administration.users(signal)),
    'admin.user': ({ userId }, signal) =>
      withAccount(parts, ({ people }) => people.administration.user(userId, signal)),
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
