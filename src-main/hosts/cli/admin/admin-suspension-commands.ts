/** `labseal admin suspend` and `admin restore`. What is so already is not sent. */
import type { AnsweringCommand } from '../answering-command.ts';
import { personName } from '../../../../src-shared/model/people/person-view.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readLines } from '../option-values.ts';
import type { Output } from '../output.ts';
import { agree, type AgreementOptions } from '../agreement.ts';
import { makeAdministrator } from './administrator.ts';

interface SuspendOptions extends AgreementOptions {
  readonly reason: string;
}

export function addSuspensionCommands(admin: AnsweringCommand, context: CommandContext): void {
  admin
    .command('suspend <id-or-email>')
    .description('keep somebody from using the service until "admin restore"')
    .requiredOption('--reason <text>', 'why; the service keeps it', readLines)
    .option('--yes', 'do not ask')
    .answers(async (application, output, asked: string, options: SuspendOptions) => {
      const administrator = makeAdministrator(application, output, context);
      const reason = options.reason.trim();
      const user = await administrator.find(asked);
      const { email, userStatus } = user;
      const name = personName(user);
      if (userStatus === 'Suspended') return alreadySo(`${name} is suspended already.`, output);
      if (userStatus !== 'Active') {
        const message = `Only an active user can be suspended, and ${name} is "${userStatus}". Nothing was sent.`;
        output.json({ ok: false, state: 'not-active', message });
        output.line(message);
        return EXIT.needsPerson;
      }
      const question = `Suspend ${name} <${email}>? They cannot use the service until the suspension is ended.`;
      if (!(await agree(question, options, output, context))) return EXIT.needsPerson;
      await administrator.act('admin.suspend', { email, reason }, asked);
      return done(`${name} is suspended.`, output);
    });

  admin
    .command('restore <id-or-email>')
    .description('end a suspension')
    .option('--yes', 'do not ask')
    .answers(async (application, output, asked: string, options: AgreementOptions) => {
      const administrator = makeAdministrator(application, output, context);
      const user = await administrator.find(asked);
      const { email, userStatus } = user;
      const name = personName(user);
      if (userStatus !== 'Suspended') return alreadySo(`${name} is not suspended.`, output);
      const question = `End the suspension of ${name} <${email}>?`;
      if (!(await agree(question, options, output, context))) return EXIT.needsPerson;
      await administrator.act('admin.restore', { email }, asked);
      return done(`The suspension of ${name} has ended.`, output);
    });
}

function done(message: string, output: Output): ExitCode {
  output.json({ ok: true, state: 'done', message });
  output.line(message);
  return EXIT.done;
}

function alreadySo(what: string, output: Output): ExitCode {
  const message = `${what} Nothing was sent.`;
  output.json({ ok: true, state: 'already-there', message });
  output.line(message);
  return EXIT.done;
}
