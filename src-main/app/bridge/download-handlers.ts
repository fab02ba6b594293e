/** Answers about downloads. */
import { ok } from '../../../src-shared/model/result.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function downloadHandlers(parts: HandlerParts): HandlersOf<'downloads'> {
  return {
    'downloads.start': (wish, signal) =>
      withAccount(parts, ({ downloads }) => downloads.start(wish, signal)),
    'downloads.list': () => withAccount(parts, async ({ downloads }) => ok(await downloads.list())),
    'downloads.cancel': ({ id }) => withAccount(parts, ({ downloads }) => downloads.cancel(id)),
  };
}
