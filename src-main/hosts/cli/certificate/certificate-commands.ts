/** `labseal certificate …`: the proof, as a file to keep. */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { pdfActionsText } from '../../../../src-shared/model/proofs/pdf-actions.ts';
import { addCertificateVerifyCommand } from './certificate-verify-command.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { errnoOf } from '../../../platform/errno.ts';

export function addCertificateCommands(program: Command, context: CommandContext): void {
  const certificate = program.command('certificate').description('certificates of notarized files');

  certificate
    .command('get <file>')
    .description('save the certificate of a file (its number, its id on the service, or its path)')
    .requiredOption('--out <file>', 'where to save it; an existing file is never overwritten')
    .option('--raw', 'the JSON instead of the PDF')
    .option('--json', 'print one JSON document')
    .action((asked: string, options: { out: string; raw?: boolean; json?: boolean }) =>
      context.withAccount(options, async (account, output) => {
        const kept = valueOf(await account.certificates.get(asked, context.signal));
        const target = path.resolve(options.out);
        await save(options.raw === true ? kept.jsonPath : kept.pdfPath, target);
        const actions = options.raw === true ? [] : kept.pdfActions;
        output.json({ path: target, pdfActions: actions });
        output.line(`Saved ${target}`);
        const held = pdfActionsText(actions);
        if (held !== null) {
          output.note(
            `This PDF contains ${held}, which no certificate needs. Do not open it in another viewer unless you trust the service.`,
          );
        }
        return EXIT.done;
      }),
    );

  addCertificateVerifyCommand(certificate, context);
}

async function save(source: string, target: string): Promise<void> {
  try {
    await fs.copyFile(source, target, constants.COPYFILE_EXCL);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'EEXIST') {
      throw new UsageError(`${target} exists already. Choose another name with --out.`);
    }
    throw new UsageError(
      `${target} cannot be written (code ${errno}). Choose another place with --out.`,
    );
  }
}
