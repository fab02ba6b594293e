/** `labseal certificate verify`: is this file the one that was notarized? Nothing of the file is sent. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import type { VerifyAgainst } from '../../src-shared/bridge/verify-calls.ts';
import type { Verification } from '../../src-shared/model/verdict.ts';
import { verdictWords } from '../../src-shared/model/words/en/verdicts.ts';
import {
  grouped,
  meaningOf,
  reportDocument,
  verificationReport,
} from '../../src-shared/model/words/verification-report.ts';
import { algorithmName, methodName } from '../../src-shared/model/words/verdict-words.ts';
import { valueOf, type CommandContext } from './command-context.ts';
import { CommandFault, EXIT, UsageError, type ExitCode } from './exit-code.ts';
import type { Output } from './output.ts';

interface VerifyOptions {
  readonly certificate?: string;
  readonly record?: string;
  readonly project?: string;
  readonly any?: boolean;
  readonly report?: string;
  readonly json?: boolean;
}

const LARGEST_CERTIFICATE_BYTES = 20_000_000; // as large as the service's may be

export function addCertificateVerifyCommand(certificate: Command, context: CommandContext): void {
  certificate
    .command('verify <file>')
    .description('hold a file against its record, on this computer; nothing of it is sent')
    .option('--certificate <file>', 'against this certificate (JSON), of whoever it is')
    .option(
      '--record <id>',
      "against the record with this id on the service; with --project also somebody else's",
    )
    .option('--project <id>', 'against the records of this project')
    .option('--any', 'against every record known on this computer')
    .option(
      '--report <file>',
      'save what was found as .json or .txt; an existing file is never overwritten',
    )
    .option('--json', 'print one JSON document')
    .action((file: string, options: VerifyOptions) =>
      context.withCore(options, async ({ verification }, output) => {
        const reportForm = formOf(options.report);
        const against = await againstOf(options);
        const filePath = await realPath(path.resolve(file));
        const found = valueOf(
          await verification.verify({ path: filePath }, against, undefined, context.signal),
        );
        refuseWhatIsNoFile(found, filePath);
        if (options.report !== undefined && reportForm !== null) {
          await save(
            verificationReport(found, reportForm, 'en').text,
            path.resolve(options.report),
          );
        }
        output.json(reportDocument(found, 'en'));
        print(found, output);
        if (options.report !== undefined) output.line(`Saved ${path.resolve(options.report)}`);
        return exitOf(found);
      }),
    );
}

function exitOf({ verdict }: Verification): ExitCode {
  return verdict.kind === 'match' ? EXIT.done : EXIT.needsPerson;
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
      'Hold it against one thing: --certificate, --record (with --project where needed), --project, or --any.',
    );
  }
  if (certificate !== undefined) {
    return { kind: 'certificate', text: await readCertificateFile(path.resolve(certificate)) };
  }
  if (record !== undefined) return { kind: 'record', fileId: record, projectId: project };
  if (project !== undefined) return { kind: 'project', projectId: project };
  return { kind: any ? 'anything' : 'own' };
}

async function readCertificateFile(filePath: string): Promise<string> {
  try {
    const { size } = await fs.stat(filePath);
    if (size > LARGEST_CERTIFICATE_BYTES) {
      throw new UsageError(`${filePath} is too large for a certificate. Give its JSON form.`);
    }
    return await fs.readFile(filePath, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const errno = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new UsageError(
      `The certificate ${filePath} cannot be read (code ${errno}). Check its path and permissions.`,
    );
  }
}

function formOf(report: string | undefined): 'json' | 'text' | null {
  if (report === undefined) return null;
  const ending = path.extname(report).toLowerCase();
  if (ending === '.json') return 'json';
  if (ending === '.txt') return 'text';
  throw new UsageError(`--report wants a name that ends in .json or .txt, not "${report}".`);
}

/** A person may name a file by a link; what is not there is told by the reading. */
function realPath(filePath: string): Promise<string> {
  return fs.realpath(filePath).catch(() => filePath);
}

/** A path that cannot be meant is wrong usage, not a verdict. */
function refuseWhatIsNoFile({ verdict }: Verification, filePath: string): void {
  if (verdict.kind !== 'unsure') return;
  const { kind } = verdict.doubt;
  if (kind !== 'absent' && kind !== 'not-a-file') return;
  const why = kind === 'absent' ? 'absent' : 'special';
  throw new CommandFault({ kind: 'cannot-pick', pick: { path: filePath, why } });
}

async function save(text: string, target: string): Promise<void> {
  try {
    await fs.writeFile(target, text, { flag: 'wx' });
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code;
    throw new UsageError(
      errno === 'EEXIST'
        ? `${target} exists already. Choose another name with --report.`
        : `${target} cannot be written (code ${errno ?? 'unknown'}). Choose another place with --report.`,
    );
  }
}

function print(found: Verification, output: Output): void {
  const { verdict, file, asked } = found;
  output.line(verdictWords.labels[verdict.kind]);
  output.line(`  ${meaningOf(found, 'en')}`);
  output.line();
  const rows: [string, string | null][] = [['File', asked.path ?? asked.name]];
  if (verdict.record !== null) {
    const { name, projectName, projectId, fileId } = verdict.record;
    rows.push(['Record', `${name}, in ${projectName ?? projectId} (${fileId})`]);
  }
  if (verdict.kind === 'unsure') {
    if (file !== null) {
      rows.push([algorithmName('blake3'), grouped(file.digests.blake3)]);
      rows.push([algorithmName('sha256'), grouped(file.digests.sha256)]);
    }
  } else {
    const { comparison } = verdict;
    rows.push(['Method', methodName(comparison.method)]);
    rows.push(['This file', grouped(comparison.fileHex)]);
    rows.push(['Recorded', grouped(comparison.recordHex)]);
    rows.push(['In the certificate at', comparison.at ?? null]);
  }
  const width = Math.max(...rows.map(([label]) => label.length));
  for (const [label, value] of rows) {
    if (value !== null) output.line(`  ${label.padEnd(width)}  ${value}`);
  }
}
