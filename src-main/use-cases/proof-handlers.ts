/** Handlers for proofs: verifying files, audits of folders, evidence bundles. */
import { resolve } from 'node:path';
import type { EvidenceChoice } from '../../src-shared/bridge/evidence-calls.ts';
import type { VerifySubject } from '../../src-shared/bridge/verify-calls.ts';
import { assertNever, fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { auditPaperWordsOf } from '../../src-shared/model/words/audit-paper.ts';
import { auditPaper } from '../features/audit/audit-paper.ts';
import type { VerifiedThing } from '../features/verify/verifier.ts';
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';
import type { Account } from '../app/account.ts';
import { diskFaultOf } from '../platform/disk-fault.ts';

/** Handlers that compare a file with what was notarized. Nothing of the file is sent anywhere. */
export function verifyHandlers(parts: HandlerParts): HandlersOf<'verify'> {
  const { engine } = parts;
  const { verification } = engine.core;

  async function thingOf(subject: VerifySubject): Promise<Result<VerifiedThing, CoreFault>> {
    switch (subject.kind) {
      case 'path':
        return ok({ path: resolve(subject.path) });
      case 'row':
        return withAccount(parts, ({ files }) => {
          const found = files.find(subject.id);
          return found === null
            ? fail({ kind: 'unknown-file', asked: subject.id })
            : ok({ path: found.path });
        });
      case 'handed': {
        const file = verification.handed.of(subject.handle);
        return file === null ? fail({ kind: 'unknown-file', asked: subject.handle }) : ok({ file });
      }
      default:
        return assertNever(subject);
    }
  }

  return {
    'verify.file': async ({ subject, against, run }, signal) => {
      const thing = await thingOf(subject);
      if (!thing.ok) return thing;
      const onProgress =
        run === undefined
          ? undefined
          : (doneBytes: number, totalBytes: number) =>
              engine.feed.tell({ kind: 'verify-progress', run, doneBytes, totalBytes });
      return verification.verify(thing.value, against, onProgress, signal);
    },
    'verify.fetchAgain': ({ fileId, projectId }, signal) =>
      withAccount(parts, ({ verifying }) =>
        verifying.fetchAgain(fileId, projectId ?? null, signal),
      ),
    'verify.method': () => ok({ method: verification.method() }),
    'verify.report': ({ id, form, language }) => {
      const report = verification.report(id, form, language);
      return report === null ? fail({ kind: 'unknown-file', asked: id }) : ok(report);
    },
  };
}

/** Handlers for audits of folders. */
export function auditHandlers(parts: HandlerParts): HandlersOf<'audit'> {
  return {
    'audit.start': ({ target }, signal) =>
      withAccount(parts, ({ audits }) => audits.start(target, signal)),
    'audit.cancel': ({ runId }) => withAccount(parts, ({ audits }) => audits.cancel(runId)),
    'audit.setPaused': ({ runId, isPaused }) =>
      withAccount(parts, ({ audits }) => audits.setPaused(runId, isPaused)),
    'audit.runs': ({ target, most }, signal) =>
      withAccount(parts, ({ audits }) => audits.runs(target ?? null, most, signal)),
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
    'audit.setSchedule': ({ target, rhythm }, signal) =>
      withAccount(parts, ({ audits }) => audits.setSchedule(target, rhythm, signal)),
  };
}

/** Handlers for evidence bundles. Making one continues when the interface that began it has gone. */
export function evidenceHandlers(
  parts: HandlerParts & {
    readonly keepError: (call: 'evidence.export', error: unknown) => string;
  },
): HandlersOf<'evidence'> {
  return {
    'evidence.offer': ({ choice }, signal) =>
      withAccount(parts, (account) => account.evidence.offer(named(account, choice), signal)),
    'evidence.export': (requested) =>
      withAccount(parts, (account) => {
        const choice = named(account, requested.choice);
        const begun = account.evidence.begin({ ...requested, choice }, (error) => {
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

/** A selection in a choice becomes the files that it has now. */
function named({ selected }: Account, { selection, ...choice }: EvidenceChoice): EvidenceChoice {
  if (selection === undefined) return choice;
  return { ...choice, asked: [...(choice.asked ?? []), ...selected.idsOf(selection).map(String)] };
}
