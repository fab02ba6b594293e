/** `labseal outbox offline` and `outbox online`: the switch of the page. It outlasts the command, and restarts. */
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';

export const OFFLINE_NOTE =
  'You are working offline. Nothing is asked or sent until "labseal outbox online".';

export function addOfflineCommands(outbox: Command, context: CommandContext): void {
  addSwitch(true, outbox, context);
  addSwitch(false, outbox, context);
}

function addSwitch(isOffline: boolean, outbox: Command, context: CommandContext): void {
  outbox
    .command(isOffline ? 'offline' : 'online')
    .description(
      isOffline
        ? 'work offline: nothing is asked or sent, uploads included, until "outbox online"'
        : 'go online again',
    )
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) =>
      context.withApplication(options, async ({ call }, output) => {
        await call('outbox.workOffline', { isOffline });
        output.json({ isOffline });
        output.line(
          isOffline ? OFFLINE_NOTE : 'You are online again. "labseal sync" sends what waits.',
        );
        return EXIT.done;
      }),
    );
}
