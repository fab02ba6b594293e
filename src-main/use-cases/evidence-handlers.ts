/** Handlers for evidence bundles. Making one continues when the interface that began it has gone. */
import { hash } from 'node:crypto';
import type { EvidenceChoice } from '../../src-shared/bridge/evidence-calls.ts';
import { GATHERING_MS } from '../../src-shared/bridge/events.ts';
import { countPast, recordsTable } from '../../src-shared/model/proofs/cited-records.ts';
import { qrLabels } from '../../src-shared/model/words/qr-labels.ts';
import { statementText, statementWordsOf } from '../../src-shared/model/words/statements.ts';
import {
  readCertificate,
  readCertificatePdf,
} from '../../src-shared/model/proofs/read-certificate.ts';
import { fail, ok } from '../../src-shared/model/result.ts';
import type { AccountBase } from '../app/account-base.ts';
import { bindEvidence } from '../app/bind-evidence.ts';
import { bindSelected } from '../app/bind-files.ts';
import { bindVerifying } from '../app/bind-verifying.ts';
import { checkChosen, judgeHere } from '../features/evidence/check/check-chosen.ts';
import { readVerifyPage, VERIFY_PAGE_FILE } from '../features/evidence/bundle/verify-page.ts';
import { qrLabelSheet } from '../features/evidence/qr-label-sheet.ts';
import { diskFaultOf } from '../platform/errno.ts';
import { realClock } from '../platform/real-ports.ts';
import { type HandlerParts, type HandlersOf, baseHandlers } from './handlers.ts';

export function evidenceHandlers(
  parts: HandlerParts & {
    readonly keepError: (call: 'evidence.export', error: unknown) => string;
  },
): HandlersOf<'evidence'> {
  /** Null: nobody has signed in here. */
  const accountOf = () => {
    const opened = parts.engine.core.accountBase();
    return opened.ok ? opened.value.use(bindVerifying) : null;
  };
  return {
    ...baseHandlers(parts, {
      'evidence.offer': (account, { choice }, signal) =>
        account.use(bindEvidence).offer(named(account, choice), signal),
      'evidence.export': (account, requested) => {
        const choice = named(account, requested.choice);
        const begun = account.use(bindEvidence).begin({ ...requested, choice }, (error) => {
          const fault = diskFaultOf(error, parts.settings.dataFolder);
          if (fault !== null) return { state: 'failed', fault };
          return { state: 'broken', logId: parts.keepError('evidence.export', error) };
        });
        return begun.ok ? ok({ workId: begun.value }) : begun;
      },
      'evidence.work': ({ use }, { workId }) => {
        const work = use(bindEvidence).work(workId);
        return work === null
          ? fail({ kind: 'no-evidence', why: { kind: 'unknown-work', workId } })
          : ok(work);
      },
      'evidence.cancel': async ({ use }, { workId }) => {
        await use(bindEvidence).cancel(workId);
        return ok(null);
      },
      'evidence.statement': async (account, { choice, statement, language }, signal) => {
        const cited = await account.use(bindEvidence).cite(named(account, choice), signal);
        if (!cited.ok) return cited;
        const { records, left } = cited.value;
        const text = statementText(statement, cited.value, language);
        return ok({
          ...STATEMENT_FILES[statement],
          text,
          cited: records.length,
          left,
          past: countPast(records),
        });
      },
      'evidence.qrLabels': async (
        account,
        { choice, kind, sheet, title, usedPlaces, language },
        signal,
      ) => {
        const cited = await account.use(bindEvidence).cite(named(account, choice), signal);
        if (!cited.ok) return cited;
        const { records, left } = cited.value;
        const sha256 = hash('sha256', recordsTable(cited.value));
        const list = { title: title ?? cited.value.title, sha256 };
        const labels = qrLabels(cited.value, kind, list, statementWordsOf(language));
        const atMs = realClock.nowMs();
        const paper = { sheet, usedPlaces, title: list.title, language, atMs };
        const base64 =
          labels.length === 0 ? '' : (await qrLabelSheet(labels, paper)).toString('base64');
        const shown = {
          labels: labels.length,
          cited: records.length,
          left,
          past: countPast(records),
        };
        return ok({ fileName: 'labels.pdf', base64, ...shown });
      },
    }),
    'evidence.page': async () =>
      ok({
        fileName: VERIFY_PAGE_FILE,
        mediaType: 'text/html',
        text: Buffer.from(await readVerifyPage()).toString('utf8'),
      }),
    'evidence.judge': async ({ certificate: { form, text }, file }) =>
      ok(
        await judgeHere(
          form === 'pdf' ? readCertificatePdf(text) : readCertificate(text),
          file,
          accountOf(),
        ),
      ),
    'evidence.check': async ({ paths, run }, signal) => {
      const { core, feed } = parts.engine;
      let toldMs = -Infinity;
      const onRead = (doneBytes: number, totalBytes: number): void => {
        const nowMs = realClock.monotonicMs();
        if (run === undefined || nowMs - toldMs < GATHERING_MS) return;
        toldMs = nowMs;
        feed.tell({ kind: 'verify-progress', run, doneBytes, totalBytes });
      };
      return ok(await checkChosen(paths, accountOf(), core.workers, onRead, signal));
    },
  };
}

const STATEMENT_FILES = {
  availability: { fileName: 'data-availability.txt', mediaType: 'text/plain' },
  methods: { fileName: 'methods.txt', mediaType: 'text/plain' },
  plan: { fileName: 'data-management-plan.txt', mediaType: 'text/plain' },
  records: { fileName: 'records.csv', mediaType: 'text/csv' },
} as const;

/** A selection in a choice becomes the files that it has now. */
function named({ use }: AccountBase, { selection, ...choice }: EvidenceChoice): EvidenceChoice {
  if (selection === undefined) return choice;
  const ids = use(bindSelected).idsOf(selection);
  return { ...choice, asked: [...(choice.asked ?? []), ...ids.map(String)] };
}
