/** Answers about evidence bundles. The making of one goes on when the face that began it has gone. */
import { fail, ok } from '../../../src-shared/model/result.ts';
import { diskFaultOf } from '../../platform/disk-fault.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function evidenceHandlers(
  parts: HandlerParts & {
    readonly keepError: (call: 'evidence.export', error: unknown) => string;
  },
): HandlersOf<'evidence'> {
  return {
    'evidence.offer': ({ choice }, signal) =>
      withAccount(parts, ({ evidence }) => evidence.offer(choice, signal)),
    'evidence.export': (wish) =>
      withAccount(parts, ({ evidence }) => {
        const begun = evidence.begin(wish, (error) => {
          const fault = diskFaultOf(error, parts.settings.dataFolder);
          if (fault !== null) return { state: 'failed', fault };
          return { state: 'broken', logId: parts.keepError('evidence.export', error) };
        });
        return begun.ok ? ok({ workId: begun.value }) : begun;
      }),
    'evidence.work': ({ workId }) =>
      withAccount(parts, ({ evidence }) => {
        const work = evidence.work(workId);
        return work === null
          ? fail({ kind: 'no-evidence', why: { kind: 'unknown-work', workId } })
          : ok(work);
      }),
    'evidence.cancel': ({ workId }) =>
      withAccount(parts, async ({ evidence }) => {
        await evidence.cancel(workId);
        return ok(null);
      }),
    'evidence.check': async ({ path }, signal) =>
      ok(await parts.engine.core.checkBag(path, signal)),
  };
}
