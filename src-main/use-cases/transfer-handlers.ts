/** Handlers for the queue of uploads, and for downloads. */
import type { SteeredFile } from '../../src-shared/bridge/transfer-calls.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Account } from '../app/account.ts';
import { type HandlerParts, type HandlersOf, withAccount, accountHandlers } from './handlers.ts';

export function transferHandlers(parts: HandlerParts): HandlersOf<'transfers'> {
  const changed = () => parts.engine.feed.tell({ kind: 'transfers-changed' });

  /** Changes the rules for all uploads; those that hold now. */
  function change(work: (account: Account) => void) {
    return withAccount(parts, (account) => {
      work(account);
      changed();
      return ok(account.transfers.rules());
    });
  }

  /** The file after its queue position was changed. */
  function steer(
    asked: string,
    work: (account: Account) => Promise<Result<unknown, CoreFault>> | Result<unknown, CoreFault>,
  ) {
    return withAccount(parts, async (account): Promise<Result<SteeredFile, CoreFault>> => {
      const steered = await work(account);
      if (!steered.ok) return steered;
      const file = account.files.find(asked);
      if (file === null) return fail({ kind: 'unknown-file', asked });
      parts.engine.feed.filesChanged([Number(file.id)]);
      return ok({ file, isNext: account.transfers.isNext(file.id) });
    });
  }

  return {
    ...accountHandlers(parts, {
      'transfers.view': ({ transfers }, { first, count, isApproved = false }) =>
        ok({ ...transfers.view(first, count, isApproved), first }),
      'transfers.order': ({ transfers }, { first, count }) => ok(transfers.order(first, count)),
    }),
    'transfers.pause': ({ mode, untilMs }) =>
      change(({ transfers }) => transfers.pause(mode, untilMs)),
    'transfers.resume': () => change(({ transfers }) => transfers.resume()),
    'transfers.setLimit': ({ bytesPerSecond }) =>
      change(({ transfers }) => transfers.setLimit(bytesPerSecond)),
    'transfers.setParallel': ({ parallel }) =>
      change(({ transfers }) => transfers.setParallel(parallel)),
    'transfers.sendNext': ({ asked }) => steer(asked, ({ transfers }) => transfers.sendNext(asked)),
    'transfers.cancel': ({ asked }, signal) =>
      steer(asked, ({ transfers }) => transfers.cancel(asked, signal)),
    'transfers.restart': ({ asked }) => steer(asked, ({ transfers }) => transfers.restart(asked)),
  };
}

/** Handlers for downloads. */
export function downloadHandlers(parts: HandlerParts): HandlersOf<'downloads'> {
  return accountHandlers(parts, {
    'downloads.start': ({ downloads }, requested, signal) => downloads.start(requested, signal),
    'downloads.bring': ({ downloads }, { run, ...requested }, signal) =>
      downloads.bring(
        requested,
        (view) => parts.engine.feed.tell({ kind: 'download-progress', run, view }),
        signal,
      ),
    'downloads.list': async ({ downloads }) => ok(await downloads.list()),
    'downloads.cancel': ({ downloads }, { id }) => downloads.cancel(id),
  });
}
