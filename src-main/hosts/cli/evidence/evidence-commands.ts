/** `labseal evidence …`: files with their proofs in one folder, and whether such a folder is complete. */
import path from 'node:path';
import type { AnsweringCommand } from '../answering-command.ts';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import {
  type BagCheck,
  type BagTrouble,
  type EvidenceProgress,
  type EvidenceReport,
  isListedForgeably,
  isWhole,
  onlyLacks,
} from '../../../../src-shared/model/proofs/evidence.ts';
import { evidenceWords } from '../../../../src-shared/model/words/en/evidence.ts';
import {
  byteText,
  counted,
  fileText,
  integer,
} from '../../../../src-shared/model/words/en/figures.ts';
import { lacksOf, troubleText } from '../../../../src-shared/model/words/evidence-words.ts';
import { realClock, realIds } from '../../../platform/real-ports.ts';
import type { Application } from '../application.ts';
import { CommandFault, EXIT, KeptMistake } from '../exit-code.ts';
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

/** Whoever rewrites a file of a bundle can rewrite its certificate and all lists with it. */
const UNCHECKED_CERTIFICATES =
  'The certificates themselves were not checked: somebody could have written a bundle anew, certificates and lists included. Only the service knows its record: with an account there, "labseal certificate verify FILE --record ID --project ID" asks for it (data/checks.json has the ids); without one, ask the service at the address in README.txt.';
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
    .command('check <dir>')
    .description(
      'read a bundle, or any other BagIt bag, and compare everything with its lists; in a bundle each file with its ' +
        'certificate too. Ends with 1 when something is wrong, missing, or without a certificate',
    )
    .answers(async ({ call }, output, folder: string) => {
      const progress = makeReadingProgress(output.progress());
      const run = realIds.hex(8);
      const onEvent = progress.of(run);
      const bag = { path: path.resolve(folder), run };
      const check = await call('evidence.check', bag, { onEvent }).finally(progress.end);
      output.json(check);
      printCheck(check, output);
      return check.isWhole ? EXIT.done : EXIT.needsPerson;
    });

  evidence
    .command('page')
    .description('save the page that checks a bundle in any browser, for somebody without Labseal')
    .requiredOption('--out <file>', 'the new file, such as verify.html')
    .works(async ({ call }, output, { out }: { readonly out: string }) => {
      const target = await chooseTarget('--out', out, ['.html']);
      const { text } = await call('evidence.page', {});
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
      return reported.length === 0 ? [] : [`${file.name}: ${reported.join('; ')}`];
    }),
    ...unproven.map(({ name, why }) => `${name}: ${evidenceWords.unproven[why]}`),
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

function printCheck(check: BagCheck, output: Output): void {
  const { troubles, files, sizeBytes, algorithms } = check;
  const { certificates, matchingCertificates: matching } = check;
  const size = `${fileText(files)}, ${byteText(sizeBytes)}`;
  const lists = algorithms.join(', ');
  if (check.isWhole) output.line(`Whole: ${size}, all as its lists (${lists}) say.`);
  else if (onlyLacks(check))
    output.line(
      `Not whole: ${size}, all as its lists (${lists}) say, and ${countedTroubles(troubles)} missing.`,
    );
  else output.line(`Not whole: ${countedTroubles(troubles)} wrong.`);
  for (const trouble of troubles.slice(0, MOST_LISTED)) {
    output.line(`  ${troubleText(trouble, evidenceWords, (where) => where)}`);
  }
  const more = troubles.length - MOST_LISTED;
  if (more > 0) output.line(`  … and ${integer(more)} more`);
  if (isListedForgeably(check)) output.line(evidenceWords.forgeable(lists));
  if (certificates === null || matching === null) {
    output.line('There are no certificates in it, so this says nothing about who made the files.');
    return;
  }
  const without = troubles.filter(({ kind }) => kind === 'no-certificate').length;
  if (without > 0) output.line(`Without a certificate: ${fileText(without)}.`);
  const beside = matching === 1 ? 'the certificate beside it' : 'the certificate beside them';
  output.line(
    matching < certificates
      ? `Certificates that fit the file beside them: ${integer(matching)} of ${integer(certificates)}.`
      : `${counted(matching, 'file matches', 'files match')} ${beside}.`,
  );
  output.line(UNCHECKED_CERTIFICATES);
}

function countedTroubles(troubles: readonly BagTrouble[]): string {
  const listed = troubles.filter(({ kind }) => kind !== 'more').length;
  const text = counted(listed, 'thing is', 'things are');
  return listed < troubles.length ? `more than ${text}` : text;
}

function progressText({ doneFiles, totalFiles, doneBytes, totalBytes }: EvidenceProgress): string {
  return `${integer(doneFiles)} of ${integer(totalFiles)} files · ${byteText(doneBytes)} of ${byteText(totalBytes)}`;
}
