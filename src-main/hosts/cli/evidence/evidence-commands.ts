/** `labseal evidence …`: files with their proofs in one folder, and whether such a folder is complete. */
import path from 'node:path';
import type { AnsweringCommand } from '../answering-command.ts';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import {
  type EvidenceProgress,
  type EvidenceFile,
  type EvidenceReport,
  isWhole,
} from '../../../../src-shared/model/proofs/evidence.ts';
import { evidenceWords } from '../../../../src-shared/model/words/en/evidence.ts';
import {
  byteText,
  counted,
  fileText,
  integer,
  momentText,
} from '../../../../src-shared/model/words/en/figures.ts';
import type { Judgement } from '../../../../src-shared/model/proofs/judgement.ts';
import { printableName } from '../../../../src-shared/model/text/printable.ts';
import { judgementWords } from '../../../../src-shared/model/words/en/judgement.ts';
import { verdictWords } from '../../../../src-shared/model/words/en/verdicts.ts';
import { lacksOf } from '../../../../src-shared/model/words/evidence-words.ts';
import { behindLabel, sayJudgement } from '../../../../src-shared/model/words/judgement-words.ts';
import { realClock, realIds } from '../../../platform/real-ports.ts';
import type { Application } from '../application.ts';
import { CommandFault, EXIT, KeptMistake, PROOF_EXITS, UsageError } from '../exit-code.ts';
import { makeReadingProgress } from '../file/reading-progress.ts';
import type { Output } from '../output.ts';
import { isThere, chooseTarget, saveOnly } from '../target-file.ts';
import { choiceOf, addCitingCommands } from './citing-commands.ts';
import { makeProgressLine } from '../terminal.ts';

interface ExportOptions {
  readonly to: string;
  readonly project?: string;
  readonly proofsOnly?: boolean;
}

const MOST_LISTED = 100; // on screen; the document and the bundle name all

export function addEvidenceCommands(program: AnsweringCommand): void {
  const evidence = program
    .command('evidence')
    .description('bundles of files with their proofs, to give to somebody');

  evidence
    .command('export [what...]')
    .description(
      'make a bundle of files (their number, id on the service, or path), of folders (their path), or of a whole ' +
        'project: certificates, records and checks beside them, as a BagIt bag that is an RO-Crate. Ends with 1 when ' +
        'something of it could not be taken along',
    )
    .requiredOption(
      '--to <dir>',
      'the new folder; in a folder that is there, one of its own name is made',
    )
    .option('--project <id>', 'all files of this project; beside ids, where they are looked for')
    .option('--proofs-only', 'without the files themselves')
    .answers(async (application, output, what: readonly string[], options: ExportOptions) => {
      const choice = await choiceOf(what, options, application);
      const contents = options.proofsOnly === true ? 'proofs-only' : 'files';
      const requested = { choice, contents, ...(await placeOf(options.to)) } as const;
      const report = await makeBundle(requested, application, output);
      output.json(report);
      printReport(report, output);
      return report.isComplete ? EXIT.done : EXIT.needsPerson;
    });

  evidence
    .command('check <what...>')
    .description(
      'judge every file of a folder, a ZIP, or of files with their certificates (JSON or PDF): bundles, loose files, other ' +
        'BagIt bags. Asks nobody; records that this account read before are compared. Ends with 0 when all is proven, with 1 ' +
        'when something differs or is contradicted, with 6 when it is not proven yet',
    )
    .answers(async ({ call }, output, what: readonly string[]) => {
      const paths = what.map((each) => path.resolve(each));
      for (const each of paths) {
        if (!(await isThere(each)))
          throw new UsageError(`There is nothing at ${each}. Check the path.`);
      }
      const progress = makeReadingProgress(output.progress());
      const run = realIds.hex(8);
      const onEvent = progress.of(run);
      const judged = await call('evidence.check', { paths, run }, { onEvent }).finally(
        progress.end,
      );
      output.json(checkDocument(judged, paths));
      printJudgement(judged, output);
      return PROOF_EXITS[judged.result];
    });

  evidence
    .command('page')
    .description('save the page that checks a bundle in any browser, for somebody without Labseal')
    .requiredOption('--out <file>', 'the new file, such as verify.html')
    .works(async (application, output, { out }: { readonly out: string }) => {
      const target = await chooseTarget('--out', out, application, ['.html']);
      const { text } = await application.call('evidence.page', {});
      await saveOnly(target, [text]);
      output.line(`Saved ${target.path}`);
      return EXIT.done;
    });

  addCitingCommands(evidence);
}

const ASK_EVERY_MS = 100;
const NEVER = new AbortController().signal;

/** Interrupted, it is given up, and nothing of it remains. */
async function makeBundle(
  requested: CallInput<'evidence.export'>,
  { call }: Application,
  output: Output,
): Promise<EvidenceReport> {
  const { workId } = await call('evidence.export', requested, { signal: NEVER });
  const { signal } = output.environment;
  const progress = makeProgressLine(output.progress());
  try {
    for (;;) {
      const work = await call('evidence.work', { workId });
      switch (work.state) {
        case 'running':
          progress.show(progressText(work.progress));
          break;
        case 'done':
          return work.report;
        case 'failed':
          throw new CommandFault(work.fault);
        case 'broken':
          throw new KeptMistake(work.logId);
        case 'cancelled':
          throw new CommandFault({ kind: 'no-evidence', why: { kind: 'unknown-work', workId } });
        default:
          work satisfies never;
      }
      await realClock.sleep(ASK_EVERY_MS, signal);
    }
  } finally {
    if (signal.aborted) await call('evidence.cancel', { workId }, { signal: NEVER });
    progress.end();
  }
}

/** As `cp -r` takes it: a folder that is there gets a new one inside; else it is the new one's own name. */
async function placeOf(
  to: string,
): Promise<{ readonly place: string; readonly name: string | null }> {
  const absolute = path.resolve(to);
  if (await isThere(absolute)) return { place: absolute, name: null };
  return { place: path.dirname(absolute), name: path.basename(absolute) };
}

/** From the watched folder on, as the bundle has it; the name alone of what only the service has. */
function shownName({ folderPath, name }: Pick<EvidenceFile, 'folderPath' | 'name'>): string {
  return printableName(folderPath === null ? name : `${folderPath}/${name}`);
}

function printReport(report: EvidenceReport, output: Output): void {
  const { path: folder, files, unproven, leftOutByRules, sizeBytes } = report;
  output.line(`Made ${folder}`);
  const whole = files.filter(isWhole).length;
  const of = whole === files.length ? '' : `${integer(whole)} of `;
  output.line(`  ${of}${fileText(files.length)} with what proves them, ${byteText(sizeBytes)}`);
  output.line('  README.txt in it says how to check it without Labseal.');
  const lacks = [
    ...files.flatMap((file) => {
      const reported = lacksOf(file, evidenceWords);
      return reported.length === 0 ? [] : [`${shownName(file)}: ${reported.join('; ')}`];
    }),
    ...unproven.map((file) => `${shownName(file)}: ${evidenceWords.unproven[file.why]}`),
  ];
  if (lacks.length > 0) {
    output.line();
    output.line(`Not whole: ${counted(lacks.length, 'file lacks', 'files lack')} something.`);
    for (const line of lacks.slice(0, MOST_LISTED)) output.line(`  ${line}`);
    const more = lacks.length - MOST_LISTED;
    if (more > 0) output.line(`  … and ${integer(more)} more, in data/checks.json`);
  }
  if (leftOutByRules > 0) {
    output.line();
    output.line(
      `${counted(leftOutByRules, 'file was', 'files were')} left out by the rules of their folder.`,
    );
  }
}

const WORDS = {
  judgement: judgementWords,
  verdicts: verdictWords,
  evidence: evidenceWords,
  figures: { moment: momentText, size: byteText },
};

const MARKS = { good: '✓', open: '?', bad: '✗' } as const;

function printJudgement(judged: Judgement, output: Output): void {
  const { sentences, next, troubles, lines, addresses } = sayJudgement(judged, WORDS);
  for (const sentence of sentences) output.line(sentence);
  for (const text of troubles.slice(0, MOST_LISTED)) output.line(`  ${text}`);
  tellMore(troubles.length, output);
  if (next !== null) output.line(next);
  if (lines.length > 0) output.line();
  for (const { path: name, look, label, text } of lines.slice(0, MOST_LISTED)) {
    output.line(`  ${MARKS[look]} ${printableName(name)}: ${label}${behindLabel(text)}`);
  }
  tellMore(lines.length, output);
  if (addresses.length === 0) return;
  output.line();
  output.line(`${judgementWords.addresses(addresses.length)}. ${judgementWords.addressesCaution}`);
  for (const text of addresses.slice(0, MOST_LISTED)) output.line(`  ${text}`);
  tellMore(addresses.length, output);
}

function tellMore(count: number, output: Output): void {
  const more = count - MOST_LISTED;
  if (more > 0) output.line(`  … and ${integer(more)} more`);
}

/** What was found, with the keys that scripts read. */
function checkDocument(judged: Judgement, [first = '']: readonly string[]) {
  const { bundles, lines, result } = judged;
  const troubles = bundles.flatMap((each) => each.troubles);
  const isEvidence = bundles.some((each) => each.isEvidence);
  const proofs = lines.filter(({ proof }) => proof !== null);
  return {
    path: first,
    result,
    isWhole: bundles.length > 0 && troubles.length === 0,
    troubles: bundles.length === 0 ? [{ kind: 'not-a-bag', where: '.' }] : troubles,
    files: bundles.reduce((sum, { files }) => sum + files, 0),
    sizeBytes: bundles.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    algorithms: [...new Set(bundles.flatMap(({ algorithms }) => algorithms))],
    certificates: isEvidence ? proofs.length : null,
    matchingCertificates: isEvidence
      ? proofs.filter(({ proof }) => proof?.evaluation.kind === 'match').length
      : null,
    counts: judged.counts,
    bundles: bundles.map(({ troubles: _told, ...bundle }) => bundle),
    lines: lines.map(({ path: name, sizeBytes, sha256, kind, why, proof }) => ({
      path: name,
      sizeBytes,
      sha256,
      kind,
      why,
      certificate: proof?.certificate ?? null,
      verdict: proof?.evaluation.kind ?? null,
      confirmation: proof?.confirmation.kind ?? null,
      record: proof?.said.fileId ?? null,
      address: proof?.said.address ?? null,
    })),
    loose: judged.loose,
  };
}

function progressText({ doneFiles, totalFiles, doneBytes, totalBytes }: EvidenceProgress): string {
  return `${integer(doneFiles)} of ${integer(totalFiles)} files · ${byteText(doneBytes)} of ${byteText(totalBytes)}`;
}
