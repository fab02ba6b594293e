/** `labseal lineage …`: which file was made from which, and how. */
import type { AnsweringCommand } from '../answering-command.ts';
import { addLineageProcedureCommand } from './lineage-procedure-command.ts';
import { addLineageRulesCommand } from './lineage-rules-command.ts';
import { addLineageShowCommand } from './lineage-show-command.ts';

export function addLineageCommands(program: AnsweringCommand): void {
  const lineage = program.command('lineage').description('which file was made from which, and how');
  addLineageShowCommand(lineage);
  addLineageProcedureCommand(lineage);
  addLineageRulesCommand(lineage);
}
