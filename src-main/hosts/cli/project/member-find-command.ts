/** `labseal member find`: one person of the service. It finds nobody by a part of a name. */
import type { Command } from 'commander';
import { personName } from '../../../../src-shared/model/people/person-view.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { personCalled } from '../subjects.ts';

export function addMemberFindCommand(member: Command, context: CommandContext): void {
  member
    .command('find <id-or-email>')
    .description('somebody on the service, by id or by the complete e-mail address')
    .option('--json', 'print one JSON document')
    .action((written: string, options: { json?: boolean }) =>
      context.withApplication(options, async ({ call }, output) => {
        const user = await call('users.find', personCalled(written.trim()));
        output.json(user);
        output.table(
          ['id', 'name', 'e-mail', 'organisation', 'location'],
          [[user.userId, personName(user), user.email, user.organisation, user.location]],
        );
        return EXIT.done;
      }),
    );
}
