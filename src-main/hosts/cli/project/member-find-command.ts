/** `labseal member find`: one person of the service. It finds nobody by a part of a name. */
import type { Command } from 'commander';
import { personName } from '../../../../src-shared/model/people/person-view.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';

export function addMemberFindCommand(member: Command, context: CommandContext): void {
  member
    .command('find <id-or-email>')
    .description('somebody on the service, by id or by the complete e-mail address')
    .option('--json', 'print one JSON document')
    .action((written: string, options: { json?: boolean }) =>
      context.withAccount(options, async ({ people }, output) => {
        const asked = written.trim();
        const person = asked.includes('@') ? { email: asked } : { userId: asked };
        const user = valueOf(await people.users.find(person, context.signal));
        output.json(user);
        output.table(
          ['id', 'name', 'e-mail', 'organisation', 'location'],
          [[user.userId, personName(user), user.email, user.organisation, user.location]],
        );
        return EXIT.done;
      }),
    );
}
