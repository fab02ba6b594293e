/** Handlers for audits of folders. */
import { ok } from '../../src-shared/model/result.ts';
import { auditPaperWordsOf } from '../../src-shared/model/words/audit-paper.ts';
import { auditPaper } from '../features/audit/audit-paper.ts';
import { bindAudits } from '../app/bind-audits.ts';
import { type HandlerParts, type HandlersOf, baseHandlers } from './handlers.ts';

export function auditHandlers(parts: HandlerParts): HandlersOf<'audit'> {
  return baseHandlers(parts, {
    'audit.start': ({ use }, { target }, signal) => use(bindAudits).start(target, signal),
    'audit.follow': ({ use }, { runId }, signal) => use(bindAudits).ended(runId, signal),
    'audit.cancel': ({ use }, { runId }) => use(bindAudits).cancel(runId),
    'audit.setPaused': ({ use }, { runId, isPaused }) => use(bindAudits).setPaused(runId, isPaused),
    'audit.runs': ({ use }, { target, most }) => use(bindAudits).runs(target ?? null, most),
    'audit.show': ({ use }, { runId }) => use(bindAudits).show(runId),
    'audit.rows': ({ use }, { runId, filter, first, count }) =>
      use(bindAudits).rows(runId, filter, { first, count }),
    'audit.export': ({ use }, { runId, form, from }) => use(bindAudits).export(runId, form, from),
    'audit.paper': async ({ use }, { runId, language }) => {
      const paper = await auditPaper(runId, auditPaperWordsOf(language), use(bindAudits));
      if (!paper.ok) return paper;
      const { fileName, bytes } = paper.value;
      return ok({ fileName, base64: bytes.toString('base64') });
    },
    'audit.acknowledge': ({ use }, { runId }) => use(bindAudits).acknowledge(runId),
    'audit.schedules': ({ use }) => ok(use(bindAudits).schedules()),
    'audit.setSchedule': ({ use }, { target, rhythm }) =>
      use(bindAudits).setSchedule(target, rhythm),
  });
}
