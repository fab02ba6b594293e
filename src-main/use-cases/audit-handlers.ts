/** Handlers for audits of folders. */
import { ok } from '../../src-shared/model/result.ts';
import { auditPaperWordsOf } from '../../src-shared/model/words/audit-paper.ts';
import { auditPaper } from '../features/audit/audit-paper.ts';
import { bindAudits } from '../app/bind-audits.ts';
import { type HandlerParts, type HandlersOf, withBase } from './handlers.ts';

export function auditHandlers(parts: HandlerParts): HandlersOf<'audit'> {
  return {
    'audit.start': ({ target }, signal) =>
      withBase(parts, ({ use }) => use(bindAudits).start(target, signal)),
    'audit.follow': ({ runId }, signal) =>
      withBase(parts, ({ use }) => use(bindAudits).ended(runId, signal)),
    'audit.cancel': ({ runId }) => withBase(parts, ({ use }) => use(bindAudits).cancel(runId)),
    'audit.setPaused': ({ runId, isPaused }) =>
      withBase(parts, ({ use }) => use(bindAudits).setPaused(runId, isPaused)),
    'audit.runs': ({ target, most }) =>
      withBase(parts, ({ use }) => use(bindAudits).runs(target ?? null, most)),
    'audit.show': ({ runId }) => withBase(parts, ({ use }) => use(bindAudits).show(runId)),
    'audit.rows': ({ runId, filter, first, count }) =>
      withBase(parts, ({ use }) => use(bindAudits).rows(runId, filter, { first, count })),
    'audit.export': ({ runId, form, from }) =>
      withBase(parts, ({ use }) => use(bindAudits).export(runId, form, from)),
    'audit.paper': ({ runId, language }) =>
      withBase(parts, async ({ use }) => {
        const paper = await auditPaper(runId, auditPaperWordsOf(language), use(bindAudits));
        if (!paper.ok) return paper;
        const { fileName, bytes } = paper.value;
        return ok({ fileName, base64: bytes.toString('base64') });
      }),
    'audit.acknowledge': ({ runId }) =>
      withBase(parts, ({ use }) => use(bindAudits).acknowledge(runId)),
    'audit.schedules': () => withBase(parts, ({ use }) => ok(use(bindAudits).schedules())),
    'audit.setSchedule': ({ target, rhythm }) =>
      withBase(parts, ({ use }) => use(bindAudits).setSchedule(target, rhythm)),
  };
}
