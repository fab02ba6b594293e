/** `labseal certificate …`: the proof, as a file to keep. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { AnsweringCommand } from '../answering-command.ts';
import { pdfActionsText } from '../../../../src-shared/model/proofs/pdf-actions.ts';
import { addVerifyCommand } from './certificate-verify-command.ts';
import type { Application } from '../application.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { fileNamed } from '../subjects.ts';
import { chooseTarget, saveOnly } from '../target-file.ts';

export function addCertificateCommands(program: AnsweringCommand, context: CommandContext): void {
  const certificate = program.command('certificate').description('certificates of notarized files');

  certificate
    .command('get <file>')
    .description('save the certificate of a file (its number, its id on the service, or its path)')
    .option(
      '--out <file>',
      'where to save it; default: here, under the name of the file; an existing file is never overwritten',
    )
    .option('--raw', 'the JSON instead of the PDF')
    .answers(
      async (application, output, named: string, options: { out?: string; raw?: boolean }) => {
        const isRaw = options.raw === true;
        const { out } = options;
        if (out !== undefined) refuseOtherEnding(out, isRaw);
        const asked = await fileNamed(named, application);
        const place = out ?? (await ownName(asked, isRaw, application));
        const target = await chooseTarget('--out', place, application);
        const { forms, pdfActions } = await application.call('certificates.get', { asked });
        const saved = forms.find(({ form }) => form === (isRaw ? 'json' : 'pdf'));
        if (saved === undefined) throw new Error('a certificate without one of its forms');
        await saveOnly(target, await fs.readFile(saved.path));
        const actions = isRaw ? [] : pdfActions;
        output.json({ path: target.path, pdfActions: actions });
        output.line(`Saved ${target.path}`);
        const held = pdfActionsText(actions);
        if (held !== null) {
          output.note(
            `This PDF contains ${held}, which no certificate needs. Do not open it in another viewer unless you trust the service.`,
          );
        }
        return EXIT.done;
      },
    );

  addVerifyCommand(certificate, context);
}

/** "run-14.csv.pdf": beside the file's own name, so that no certificate of another file has it. */
async function ownName(asked: string, isRaw: boolean, { call }: Application): Promise<string> {
  const shown = await call('files.show', { asked });
  return `${path.basename(shown.path)}.${isRaw ? 'json' : 'pdf'}`;
}

/** A name that says the other form misleads whoever opens it. */
function refuseOtherEnding(out: string, isRaw: boolean): void {
  if (!out.toLowerCase().endsWith(isRaw ? '.pdf' : '.json')) return;
  throw new UsageError(
    isRaw
      ? `--raw saves the JSON, which a name like "${out}" does not say. Leave out --raw for the PDF, or choose another name with --out.`
      : `The PDF is saved, which a name like "${out}" does not say. Add --raw for the JSON, or choose another name with --out.`,
  );
}
