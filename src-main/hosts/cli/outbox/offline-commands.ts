/** `labseal outbox offline` and `outbox online`: the switch of the page. It outlasts the command, and restarts. */
import type { AnsweringCommand } from '../answering-command.ts';

export const OFFLINE_NOTE =
  'You are working offline. Nothing is asked or sent until "labseal outbox online".';

export function addOfflineCommands(outbox: AnsweringCommand): void {
  addSwitch(true, outbox);
  addSwitch(false, outbox);
}

function addSwitch(isOffline: boolean, outbox: AnsweringCommand): void {
  outbox
    .command(isOffline ? 'offline' : 'online')
    .description(
      isOffline
        ? 'work offline: nothing is asked or sent, uploads included, until "outbox online"'
        : 'go online again',
    )
    .answers(async ({ call, isElsewhere }, output) => {
      await call('outbox.workOffline', { isOffline });
      const sender = isElsewhere ? 'The running Labseal' : '"labseal sync"';
      const online = `You are online again. ${sender} sends what waits.`;
      return output.answer({ isOffline }, isOffline ? OFFLINE_NOTE : online);
    });
}
