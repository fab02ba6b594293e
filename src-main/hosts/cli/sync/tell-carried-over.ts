/** Says once what became of settings of an earlier version: to a person at a terminal, not to a program that reads. */
import type { CarriedOver } from '../../../../src-shared/model/status/carried-over.ts';
import { carriedOverText } from '../../../../src-shared/model/words/en/carried-over.ts';
import type { Application } from '../application.ts';
import type { Output } from '../output.ts';

/** What changes it. */
const COMMANDS: Readonly<Record<CarriedOver['kind'], string>> = {
  limits: 'Change it with "labseal credit budget" and "labseal folder edit".',
  watching: 'Change it with "labseal folder edit --watch".',
  queue: 'Send one next with "labseal transfer next".',
  check: 'Change it with "labseal folder edit FOLDER --check first|approved|never".',
};

export async function tellCarriedOver({ call }: Application, output: Output): Promise<void> {
  if (output.isJson || !output.environment.stderr.isTTY) return;
  const items = await call('status.carriedOver', {});
  if (items.length === 0) return;
  for (const item of items) output.note(`${carriedOverText(item)} ${COMMANDS[item.kind]}`);
  await call('status.markRead', {});
}
