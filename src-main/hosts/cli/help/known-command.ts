/** `labseal known`: what this computer knows of a kind, a line each, for completions. It asks the service nothing. */
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
import { EXIT } from '../exit-code.ts';
import { readOneOf } from '../option-values.ts';
import { KNOWN_KINDS, type KnownKind } from './command-table.ts';

export function addKnownCommand(program: AnsweringCommand): void {
  program
    .command('known', HIDDEN)
    .argument('<kind>', KNOWN_KINDS.join(', '), readOneOf('The kind', KNOWN_KINDS))
    .works(async ({ call }, output, kind: KnownKind) => {
      if (kind === 'projects') {
        for (const { id } of await call('projects.known', {})) output.line(id);
        return EXIT.done;
      }
      const { account } = await call('status.read', {});
      for (const { path } of account?.folders ?? []) output.line(path);
      return EXIT.done;
    });
}
