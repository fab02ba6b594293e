/** `labseal offline` and `labseal online`: the switch of the page. It outlasts the command, and restarts. */
import { OFFLINE_NOTE } from '../../../../src-shared/model/words/en/waits.ts';
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';

export function addOfflineCommand(program: AnsweringCommand): void {
  carriesOut(
    program
      .command('offline')
      .description('work offline: nothing is asked or sent, uploads included, until "online"'),
    true,
  );
}

export function addOnlineCommand(program: AnsweringCommand): void {
  carriesOut(program.command('online').description('go online again'), false);
}

/** Where they were before. */
export function addFormerOfflineCommands(outbox: AnsweringCommand): void {
  carriesOut(outbox.command('offline', HIDDEN).isNow('offline'), true);
  carriesOut(outbox.command('online', HIDDEN).isNow('online'), false);
}

function carriesOut(command: AnsweringCommand, isOffline: boolean): void {
  command.answers(async ({ call, isElsewhere }, output) => {
    await call('outbox.workOffline', { isOffline });
    const sender = isElsewhere ? 'The running Labseal' : '"labseal sync"';
    const online = `You are online again. ${sender} sends what waits.`;
    return output.answer({ isOffline }, isOffline ? OFFLINE_NOTE : online);
  });
}
