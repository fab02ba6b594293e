/** Answers about the queue of uploads. */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Account } from '../account.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function transferHandlers(parts: HandlerParts): HandlersOf<'transfers'> {
  const changed = () => parts.engine.feed.tell({ kind: 'transfers-changed' });

  function change(work: (account: Account) => void) {
    return withAccount(parts, (account) => {
      work(account);
      changed();
      return ok(null);
    });
  }

  /** The file as it is once its place in the queue was changed. */
  function steer(
    asked: string,
    work: (account: Account) => Promise<Result<unknown, CoreFault>> | Result<unknown, CoreFault>,
  ) {
    return withAccount(parts, async (account): Promise<Result<FileView, CoreFault>> => {
      const steered = await work(account);
      if (!steered.ok) return steered;
      const view = account.files.find(asked);
      if (view === null) return fail({ kind: 'unknown-file', asked });
      parts.engine.feed.filesChanged([Number(view.id)]);
      return ok(view);
    });
  }

  return {
    'transfers.view': ({ first, count }) =>
      withAccount(parts, ({ transfers }) => {
        return ok({ ...transfers.view(first, count), first });
      }),
    'transfers.pause': ({ mode, untilMs }) =>
      change(({ transfers }) => transfers.pause(mode, untilMs)),
    'transfers.resume': () => change(({ transfers }) => transfers.resume()),
    'transfers.setLimit': ({ bytesPerSecond }) =>
      change(({ transfers }) => transfers.setLimit(bytesPerSecond)),
    'transfers.setParallel': ({ parallel }) =>
      change(({ transfers }) => transfers.setParallel(parallel)),
    'transfers.prioritise': ({ asked, priority }) =>
      steer(asked, ({ transfers }) => transfers.prioritise(asked, priority)),
    'transfers.arrange': ({ fileIds }) =>
      withAccount(parts, ({ transfers }) => {
        const arranged = transfers.arrange(fileIds);
        if (arranged.ok) changed();
        return arranged;
      }),
    'transfers.cancel': ({ asked }, signal) =>
      steer(asked, ({ transfers }) => transfers.cancel(asked, signal)),
    'transfers.restart': ({ asked }) => steer(asked, ({ transfers }) => transfers.restart(asked)),
  };
}
