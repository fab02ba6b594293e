/** `labseal verify`, and `certificate verify`: is this file the one that was notarized? Nothing of the file is sent. */
import { printableName, printablePath } from '../../../../src-shared/model/text/printable.ts';
import path from 'node:path';
import type { AnsweringCommand } from '../answering-command.ts';
import {
  LONGEST_CERTIFICATE,
  type VerifyAgainst,
} from '../../../../src-shared/bridge/verify-calls.ts';
import { resultOf, type ServiceAnswer } from '../../../../src-shared/model/proofs/proof.ts';
import {
  settledBy,
  type Settling,
  type Verification,
} from '../../../../src-shared/model/proofs/verdict.ts';
import { verdictWords } from '../../../../src-shared/model/words/en/verdicts.ts';
import {
  grouped,
  lightsOf,
  reportDocument,
  verificationReport,
} from '../../../../src-shared/model/words/verification-report.ts';
import {
  algorithmName,
  methodName,
  resultLabel,
} from '../../../../src-shared/model/words/verdict-words.ts';
import { realIds } from '../../../platform/real-ports.ts';
import type { Application } from '../application.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import {
  CommandFault,
  EXIT,
  exitCodeOf,
  PROOF_EXITS,
  UsageError,
  type ExitCode,
} from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import type { Fact, Output } from '../output.ts';
import { readChosenFile, chooseTarget, saveTarget, type TargetFile } from '../target-file.ts';
import { filePathOf } from '../subjects.ts';
import { makeReadingProgress } from '../file/reading-progress.ts';
import { realPath } from '../../../platform/disk/paths.ts';

interface VerifyOptions {
  readonly json?: boolean;
  readonly certificate?: string;
  readonly record?: string;
  readonly project?: string;
  readonly any?: boolean;
  readonly report?: string;
  readonly askService?: boolean;
}

const FORMS = ['.json', '.txt'];

/** `noun`: the command it is added to, or the program itself. */
export function addVerifyCommand(noun: AnsweringCommand, context: CommandContext): void {
  noun
    .command('verify <file>')
    .description(
      'compare a file with its record, on this computer; only --ask-service sends the file',
    )
    .option(
      '--certificate <file>',
      'compare with this certificate (JSON or PDF), also of somebody else',
    )
    .option(
      '--record <id>',
      "compare with the record of this id on the service; with --project also somebody else's",
    )
    .option('--project <id>', 'compare with the records of this project')
    .option('--any', 'compare with every record known on this computer')
    .option(
      '--report <file>',
      'save what was found as .json or .txt; an existing file is never overwritten',
    )
    .option(
      '--ask-service',
      'also ask the service whether it knows this content, which sends it the file',
    )
    .option('--json', 'print one JSON document')
    .action((file: string, options: VerifyOptions) =>
      context.withApplication(
        options,
        (application, output) => verify(file, options, output, application),
        (output, { kind }) =>
          kind === 'engine-running' && canDoWithoutAccount(options)
            ? verifyAlone(file, options, output)
            : null,
      ),
    );
}

async function verify(
  file: string,
  options: VerifyOptions,
  output: Output,
  application: Application | null,
): Promise<ExitCode> {
  const { report } = options;
  const target =
    report === undefined ? null : await chooseTarget('--report', report, application, FORMS);
  const against = await againstOf(options);
  const named = application === null ? path.resolve(file) : await filePathOf(file, application);
  const filePath = await placeOf(named);
  const examined = await examine(filePath, against, application, output);
  refuseWhatCannotBeCompared(examined, filePath, options);
  const isAsked = application !== null && options.askService === true;
  const answer = isAsked
    ? await application.ask('files.verifyRemote', { path: filePath, sendContent: true })
    : null;
  const found = { ...examined, serviceAnswer: answer?.ok === true ? answer.value : null };
  output.json(reportDocument(found, 'en'));
  print(found, output, isAsked);
  if (answer?.ok === true) printAnswer(answer.value, output);
  if (answer?.ok === false)
    output.note(`The service was not asked: ${coreFaultSentence(answer.fault)}`);
  const isSaved = target === null || (await saveReport(found, target, output));
  const code = PROOF_EXITS[resultOf(found)];
  const isDecided = code === EXIT.needsPerson;
  if (isDecided || answer === null || answer.ok) return isSaved ? code : EXIT.needsPerson;
  return exitCodeOf(answer.fault);
}

async function verifyAlone(
  file: string,
  options: VerifyOptions,
  output: Output,
): Promise<ExitCode> {
  output.note(
    'Labseal is at work with your account, so the file was compared with the certificate alone.',
  );
  return verify(file, options, output, null);
}

/** `application` null: with the certificate alone. */
async function examine(
  filePath: string,
  against: VerifyAgainst,
  application: Application | null,
  output: Output,
): Promise<Verification> {
  const progress = makeReadingProgress(output.progress());
  const run = realIds.hex(8);
  const onEvent = progress.of(run);
  try {
    if (application !== null) {
      const subject = { kind: 'path', path: filePath } as const;
      const found = await application.ask('verify.file', { subject, against, run }, { onEvent });
      if (found.ok) return found.value;
      throw new CommandFault(found.fault, found.fault.kind === 'no-account' ? NO_ACCOUNT : null);
    }
    const alone = await import('../../../use-cases/verify-alone.ts');
    return valueOf(
      await alone.verifyAlone(filePath, against, progress.onRead, output.environment.signal),
    );
  } finally {
    progress.end();
  }
}

const NO_ACCOUNT =
  'You are signed out, so there is no record to compare with. Give its certificate with --certificate FILE (JSON or PDF), or ' +
  'sign in with "labseal auth login --server URL --email E".';

/** A certificate is enough by itself; the service is asked only with an account. */
function canDoWithoutAccount({ certificate, askService = false }: VerifyOptions): boolean {
  return certificate !== undefined && !askService;
}

async function againstOf({
  certificate,
  record,
  project,
  any = false,
}: VerifyOptions): Promise<VerifyAgainst> {
  const chosen = [certificate !== undefined, record !== undefined, any].filter(Boolean).length;
  if (chosen > 1 || (project !== undefined && (certificate !== undefined || any))) {
    throw new UsageError(
      'Compare with one thing: --certificate, --record (with --project where needed), --project, or --any.',
    );
  }
  if (certificate !== undefined) {
    return { kind: 'certificate', ...(await readCertificateFile(path.resolve(certificate))) };
  }
  if (record !== undefined) return { kind: 'record', fileId: record, projectId: project };
  if (project !== undefined) return { kind: 'project', projectId: project };
  return { kind: any ? 'anything' : 'own' };
}

async function readCertificateFile(
  filePath: string,
): Promise<{ readonly form: 'json' | 'pdf-base64'; readonly text: string }> {
  const bytes = await readChosenFile('--certificate', filePath, LONGEST_CERTIFICATE);
  if (bytes?.subarray(0, HEAD_BYTES).includes('%PDF-') === true) {
    const text = bytes.toString('base64');
    if (text.length <= LONGEST_CERTIFICATE) return { form: 'pdf-base64', text };
  } else if (bytes !== null) return { form: 'json', text: textOf(bytes) };
  throw new UsageError(`${filePath} is too large for a certificate. Give its JSON form.`);
}

const HEAD_BYTES = 1_024; // where readers look for it

/** Some editors save UTF-16, and begin it with a mark of its byte order. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('utf8');
}

/** The path may be a link. A missing file is reported by the reading. */
function placeOf(filePath: string): Promise<string> {
  return realPath(filePath).catch(() => filePath);
}

/** An invalid path, or another file in place of a certificate, is wrong usage, not a verdict. */
function refuseWhatCannotBeCompared(
  { verdict }: Verification,
  filePath: string,
  { certificate }: VerifyOptions,
): void {
  if (verdict.kind !== 'unsure') return;
  const { kind } = verdict.doubt;
  if (kind === 'absent') throw new UsageError(`There is no file ${filePath}. Check the path.`);
  if (kind === 'not-a-certificate' && certificate !== undefined) {
    throw new UsageError(
      `${certificate} is not a certificate that can be read. Give its JSON or its PDF with --certificate.`,
    );
  }
  if (kind === 'not-a-file') {
    throw new UsageError(
      `${filePath} is not an ordinary file. Give one file; "labseal audit" reads a whole folder.`,
    );
  }
}

/** False when it could not be saved, which was said. */
async function saveReport(
  found: Verification,
  target: TargetFile,
  output: Output,
): Promise<boolean> {
  const form = target.path.toLowerCase().endsWith('.json') ? 'json' : 'text';
  const problem = await saveTarget(target, [verificationReport(found, form, 'en').text]);
  if (problem === null) output.line(`Saved ${target.path}`);
  else output.note(problem);
  return problem === null;
}

function print(found: Verification, output: Output, isAsked: boolean): void {
  const { verdict, file, asked } = found;
  output.line(resultLabel(found, verdictWords));
  const { file: about, second } = lightsOf(found, 'en');
  if (second === null) output.line(`  ${about}`);
  else {
    output.facts(
      [
        [verdictWords.lights.file, about],
        [second.label, second.text],
      ],
      '  ',
    );
  }
  const isAskable = !isAsked && verdict.kind === 'match' && resultOf(found) === 'unproven';
  if (isAskable) output.line(`  ${SETTLED_BY['ask-service']}`);
  if (verdict.kind === 'unsure') {
    for (const each of settledBy(verdict.doubt)) {
      if (each !== 'ask-service' || !isAsked) output.line(`  ${SETTLED_BY[each]}`);
    }
  }
  output.line();
  const rows: Fact[] = [
    ['File', asked.path === null ? printableName(asked.name) : printablePath(asked.path)],
  ];
  if (verdict.record !== null) {
    const { name, projectName, projectId, fileId } = verdict.record;
    rows.push(['Record', `${name}, in ${projectName ?? projectId} (${fileId})`]);
  }
  const comparison = verdict.kind === 'unsure' ? null : verdict.comparison;
  if (comparison === null) {
    rows.push([algorithmName('blake3'), file === null ? null : grouped(file.digests.blake3)]);
    rows.push([algorithmName('sha256'), file === null ? null : grouped(file.digests.sha256)]);
  } else {
    rows.push(['Method', methodName(comparison.method)]);
    rows.push(['This file', grouped(comparison.fileHex)]);
    rows.push(['Recorded', grouped(comparison.recordHex)]);
    rows.push(['In the certificate at', comparison.at ?? null]);
  }
  output.facts(rows, '  ');
}

function printAnswer({ exists, fileName, project }: ServiceAnswer, output: Output): void {
  output.line();
  if (!exists) output.line('The service does not know this content.');
  else if (fileName === '') output.line('The service knows this content.');
  else output.line(`The service knows this content: ${fileName}, in ${project}.`);
}

/** What would resolve an uncertain verdict, for a terminal. */
const SETTLED_BY: Readonly<Record<Settling, string>> = {
  'check-again': 'Run this command again.',
  'choose-file': 'Give another file.',
  wait: 'Wait some minutes.',
  'look-at-record': 'Look at it with "labseal file show FILE".',
  'fetch-again':
    'Run this command again when the service can be reached: it fetches the fingerprint.',
  'sign-in': 'Sign in with "labseal auth login".',
  'ask-service': 'With --ask-service the service is asked, which sends it the file.',
  'other-certificate': 'Give another certificate with --certificate.',
  'name-record': 'Name the record with --record ID.',
};
