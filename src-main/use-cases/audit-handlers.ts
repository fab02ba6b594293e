/** Handlers for audits of folders. */
import { ok } from '../../src-shared/model/result.ts';
import { auditPaperWordsOf } from '../../src-shared/model/words/audit-paper.ts';
import { auditPaper } from '../features/audit/audit-paper.ts';
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';

export function auditHandlers(parts: HandlerParts): HandlersOf<'audit'> {
  return {
    'audit.start': ({ target }, signal) =>
      withAccount(parts, ({ audits }) => audits.start(target, signal)),
    'audit.follow': ({ runId }, signal) =>
      withAccount(parts, ({ audits }) => audits.ended(runId, signal)),
    'audit.cancel': ({ runId }) => withAccount(parts, ({ audits }) => audits.cancel(runId)),
    'audit.setPaused': ({ runId, isPaused }) =>
      withAccount(parts, ({ audits }) => audits.setPaused(runId, isPaused)),
    'audit.runs': ({ target, most }) =>
      withAccount(parts, ({ audits }) => audits.runs(target ?? null, most)),
    'audit.show': ({ runId }) => withAccount(parts, ({ audits }) => audits.show(runId)),
    'audit.rows': ({ runId, filter, first, count }) =>
      withAccount(parts, ({ audits }) => audits.rows(runId, filter, { first, count })),
    'audit.export': ({ runId, form, from }) =>
      withAccount(parts, ({ audits }) => audits.export(runId, form, from)),
    'audit.paper': ({ runId, language }) =>
      withAccount(parts, async ({ audits }) => {
        const paper = await auditPaper(runId, auditPaperWordsOf(language), audits);
        if (!paper.ok) return paper;
        const { fileName, bytes } = paper.value;
        return ok({ fileName, base64: bytes.toString('base64') });
      }),
    'audit.acknowledge': ({ runId }) =>
      withAccount(parts, ({ audits }) => audits.acknowledge(runId)),
    'audit.schedules': () => withAccount(parts, ({ audits }) => ok(audits.schedules())),
    'audit.setSchedule': ({ target, rhythm }) =>
      withAccount(parts, ({ audits }) => audits.setSchedule(target, rhythm)),
  };
}
