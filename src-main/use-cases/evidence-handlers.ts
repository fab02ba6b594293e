/** Handlers for evidence bundles. Making one continues when the interface that began it has gone. */
import type { EvidenceChoice } from '../../src-shared/bridge/evidence-calls.ts';
import { GATHERING_MS } from '../../src-shared/bridge/events.ts';
import { fail, ok } from '../../src-shared/model/result.ts';
import type { AccountBase } from '../app/account-base.ts';
import { bindEvidence } from '../app/bind-evidence.ts';
import { bindSelected } from '../app/bind-folders.ts';
import { checkFolder } from '../features/evidence/bundle/check-folder.ts';
import { readVerifyPage, VERIFY_PAGE_FILE } from '../features/evidence/bundle/verify-page.ts';
import { diskFaultOf } from '../platform/disk-fault.ts';
import { realClock } from '../platform/real-ports.ts';
import { type HandlerParts, type HandlersOf, withBase } from './handlers.ts';

export function evidenceHandlers(
  parts: HandlerParts & {
    readonly keepError: (call: 'evidence.export', error: unknown) => string;
  },
): HandlersOf<'evidence'> {
  return {
    'evidence.offer': ({ choice }, signal) =>
      withBase(parts, (account) => account.use(bindEvidence).offer(named(account, choice), signal)),
    'evidence.export': (requested) =>
      withBase(parts, (account) => {
        const choice = named(account, requested.choice);
        const begun = account.use(bindEvidence).begin({ ...requested, choice }, (error) => {
          const fault = diskFaultOf(error, parts.settings.dataFolder);
          if (fault !== null) return { state: 'failed', fault };
          return { state: 'broken', logId: parts.keepError('evidence.export', error) };
        });
        return begun.ok ? ok({ workId: begun.value }) : begun;
      }),
    'evidence.work': ({ workId }) =>
      withBase(parts, ({ use }) => {
        const work = use(bindEvidence).work(workId);
        return work === null
          ? fail({ kind: 'no-evidence', why: { kind: 'unknown-work', workId } })
          : ok(work);
      }),
    'evidence.cancel': ({ workId }) =>
      withBase(parts, async ({ use }) => {
        await use(bindEvidence).cancel(workId);
        return ok(null);
      }),
    'evidence.page': async () =>
      ok({
        fileName: VERIFY_PAGE_FILE,
        mediaType: 'text/html',
        text: Buffer.from(await readVerifyPage()).toString('utf8'),
      }),
    'evidence.check': async ({ path, run }, signal) => {
      const { core, feed } = parts.engine;
      let toldMs = -Infinity;
      const onRead = (doneBytes: number, totalBytes: number): void => {
        const nowMs = realClock.monotonicMs();
        if (run === undefined || nowMs - toldMs < GATHERING_MS) return;
        toldMs = nowMs;
        feed.tell({ kind: 'verify-progress', run, doneBytes, totalBytes });
      };
      return ok(await checkFolder(path, core.workers.copier().copyFile, onRead, signal));
    },
  };
}

/** A selection in a choice becomes the files that it has now. */
function named({ use }: AccountBase, { selection, ...choice }: EvidenceChoice): EvidenceChoice {
  if (selection === undefined) return choice;
  const ids = use(bindSelected).idsOf(selection);
  return { ...choice, asked: [...(choice.asked ?? []), ...ids.map(String)] };
}
