/** Handlers for downloads. */
import { ok } from '../../src-shared/model/result.ts';
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';

export function downloadHandlers(parts: HandlerParts): HandlersOf<'downloads'> {
  return {
    'downloads.start': (requested, signal) =>
      withAccount(parts, ({ downloads }) => downloads.start(requested, signal)),
    'downloads.bring': ({ run, ...requested }, signal) =>
      withAccount(parts, ({ downloads }) =>
        downloads.bring(
          requested,
          (view) => parts.engine.feed.tell({ kind: 'download-progress', run, view }),
          signal,
        ),
      ),
    'downloads.list': () => withAccount(parts, async ({ downloads }) => ok(await downloads.list())),
    'downloads.cancel': ({ id }) => withAccount(parts, ({ downloads }) => downloads.cancel(id)),
  };
}
