/** `labseal evidence statement` and `qr-labels`: what is notarized, for papers, plans, boxes and drives. */
import { Option } from 'commander';
import type { CitedText, EvidenceChoice } from '../../../../src-shared/bridge/evidence-calls.ts';
import { type Statement, STATEMENTS } from '../../../../src-shared/model/proofs/cited-records.ts';
import {
  MOST_QR_LABELS,
  MOST_USED_PLACES,
  QR_LABEL_SHEETS,
  type QrLabelSheet,
} from '../../../../src-shared/model/proofs/qr-label.ts';
import { counted, fileText, integer } from '../../../../src-shared/model/words/en/figures.ts';
import { type Language, LANGUAGES } from '../../../../src-shared/model/words/languages.ts';
import type { AnsweringCommand } from '../answering-command.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { readCount, readOneOf } from '../option-values.ts';
import type { Output } from '../output.ts';
import { chooseTarget, saveOnly, isThere } from '../target-file.ts';
import path from 'node:path';
import type { Application } from '../application.ts';
import { fileNamed } from '../subjects.ts';

interface CitingOptions {
  readonly project?: string;
  readonly language: Language;
}

const projectOption = () =>
  new Option('--project <id>', 'all files of this project; beside ids, where they are looked for');
const languageOption = () =>
  new Option('--language <language>', 'of the text')
    .argParser(readOneOf('--language', LANGUAGES))
    .default('en');

export function addCitingCommands(evidence: AnsweringCommand): void {
  evidence
    .command('statement [what...]')
    .description(
      'a text for a paper or a plan about the notarized files among these files (their number, id on the service, or ' +
        'path), folders (their path), or of a project. What no record shows is a gap in [brackets]. Ends with 1 when ' +
        'no record could be cited',
    )
    .addOption(
      new Option(
        '--as <what>',
        'a data availability statement, a section of methods, a part of a data management plan, or the table of records (CSV)',
      )
        .argParser(readOneOf('--as', STATEMENTS))
        .default('availability'),
    )
    .addOption(projectOption())
    .addOption(languageOption())
    .option('--out <file>', 'save it there instead of printing it')
    .answers(
      async (
        application,
        output,
        what: readonly string[],
        options: CitingOptions & { readonly as: Statement; readonly out?: string },
      ) => {
        const { as: statement, language, out } = options;
        const target = out === undefined ? null : await chooseTarget('--out', out, application);
        const choice = await choiceOf(what, options, application);
        const cited = await application.call('evidence.statement', {
          choice,
          statement,
          language,
        });
        noteLeft(cited, output);
        if (cited.cited > 0 && target !== null) await saveOnly(target, [cited.text]);
        output.json({ ...cited, path: target?.path ?? null });
        if (cited.cited === 0) return nothingCited(output);
        const lines =
          target === null ? cited.text.trimEnd().split(/\r?\n/) : [`Saved ${target.path}`];
        for (const line of lines) output.line(line);
        return EXIT.done;
      },
    );

  evidence
    .command('qr-labels [what...]')
    .description(
      'a PDF of labels with QR codes for the notarized files among these: one for each, or one for the box or the drive',
    )
    .requiredOption('--out <file>', 'the new file, such as labels.pdf')
    .addOption(projectOption())
    .addOption(
      new Option('--sheet <sheet>', 'labels on an A4 sheet, or a label of 57 × 32 mm on a roll')
        .argParser(readOneOf('--sheet', QR_LABEL_SHEETS))
        .default('a4-21'),
    )
    .option('--together <title>', 'one label for all of them, with this title')
    .option('--used <number>', 'places of the first sheet that are used up', readCount('--used'), 0)
    .addOption(languageOption())
    .answers(
      async (
        application,
        output,
        what: readonly string[],
        options: CitingOptions & {
          readonly out: string;
          readonly sheet: QrLabelSheet;
          readonly together?: string;
          readonly used: number;
        },
      ) => {
        const { sheet, together, used: usedPlaces, language } = options;
        if (usedPlaces > MOST_USED_PLACES) {
          throw new UsageError(`--used takes at most ${MOST_USED_PLACES}.`);
        }
        const target = await chooseTarget('--out', options.out, application, ['.pdf']);
        const choice = await choiceOf(what, options, application);
        const paper = await application.call('evidence.qrLabels', {
          choice,
          kind: together === undefined ? 'each' : 'together',
          sheet,
          title: together ?? null,
          usedPlaces,
          language,
        });
        const { base64, cited, labels, left, past } = paper;
        noteLeft(paper, output);
        if (labels > 0) await saveOnly(target, Buffer.from(base64, 'base64'));
        output.json({ path: target.path, cited, labels, left, past });
        if (labels === 0) return nothingCited(output);
        output.line(`Saved ${target.path}: ${counted(labels, 'label', 'labels')}`);
        if (together === undefined && cited > labels) {
          output.note(`Only the first ${integer(MOST_QR_LABELS)} of ${integer(cited)} files.`);
          return EXIT.needsPerson;
        }
        return EXIT.done;
      },
    );
}

function nothingCited(output: Output) {
  output.note('None of these files has a record that can be cited.');
  return EXIT.needsPerson;
}

function noteLeft({ left, past }: Pick<CitedText, 'left' | 'past'>, output: Output): void {
  const { unproven, unread, unseen, contradicted, byRules } = left;
  if (unproven > 0)
    output.note(`Not in it: ${fileText(unproven)} without a record on the service.`);
  if (unread > 0) {
    output.note(
      `Not in it: ${fileText(unread)} that Labseal has not read, or cannot read. "labseal file explain PATH" says why.`,
    );
  }
  if (unseen > 0) {
    output.note(
      `Not in it: ${fileText(unseen)} whose record or content this computer has not seen itself.`,
    );
  }
  if (contradicted > 0) {
    output.note(
      `Not in it: ${fileText(contradicted)} whose record or certificate names another content than was sent. Tell the people who run the service.`,
    );
  }
  if (byRules > 0)
    output.note(`Not in it: ${fileText(byRules)} left out by the rules of a folder.`);
  const cited = 'what is cited is the version that was notarized.';
  if (past.changed > 0) {
    output.note(`${counted(past.changed, 'file was', 'files were')} changed here since: ${cited}`);
  }
  if (past.missing > 0) {
    output.note(`${counted(past.missing, 'file is', 'files are')} missing here: ${cited}`);
  }
}

export async function choiceOf(
  what: readonly string[],
  { project: projectId }: { readonly project?: string },
  application: Application,
): Promise<EvidenceChoice> {
  const asked = [];
  for (const each of what) asked.push(await askedFor(each, application));
  if (asked.length === 0 && projectId === undefined) {
    throw new UsageError('Say what to take along: files, folders, or --project ID.');
  }
  return { ...(asked.length === 0 ? {} : { asked }), projectId };
}

/** An argument is a path if something exists there; everything else is a number or an id. */
async function askedFor(what: string, application: Application): Promise<string> {
  if (/^\d+$/.test(what)) return what;
  const absolute = path.resolve(what);
  return (await isThere(absolute)) ? absolute : fileNamed(what, application);
}
