/** `labseal tag …`: tags of the service. */
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
import type { Application } from '../application.ts';
import type { TagList } from '../../../../src-shared/model/projects/project-fields.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { noteCopy, markDocument, markText } from '../outbox/pending-marks.ts';
import { printFreeChange } from '../outbox/change-report.ts';

export function addTagCommands(program: AnsweringCommand): void {
  const tag = program.command('tag').description('tags that projects can have');

  tag
    .command('list [text]')
    .description('all tags, or those with this text in their name')
    .answers(listTags);
  tag.command('search <text>', HIDDEN).isNow('tag list TEXT').answers(listTags);

  tag
    .command('create <name>')
    .description('create a tag; without the service it waits')
    .answers(async ({ call }, output, name: string) =>
      printFreeChange((await call('tags.create', { name })).change, output),
    );
}

async function listTags(
  { call }: Application,
  output: Output,
  text: string | undefined,
): Promise<ExitCode> {
  return printTags(
    text === undefined
      ? await call('tags.list', { mode: 'fresh' })
      : await call('tags.search', { text: text.trim() }),
    output,
  );
}

function printTags(
  { tags, isComplete, asOfMs, pending, fault = null }: TagList,
  output: Output,
): ExitCode {
  const marked = tags.map(({ id, name }) => {
    const mark = pending[id];
    return { id: mark === undefined ? id : null, name, mark };
  });
  output.json({
    tags: marked.map(({ id, name, mark }) => {
      return { id, name, pending: mark === undefined ? null : markDocument(mark) };
    }),
    isComplete,
    asOf: isoFromMs(asOfMs),
  });
  if (tags.length === 0) output.line('There is no such tag yet.');
  for (const { name, mark } of marked) {
    output.line(mark === undefined ? name : `${name} · ${markText(mark)}`);
  }
  const more =
    'The service did not show all tags. There may be more; "labseal tag list TEXT" finds them.';
  noteCopy({ asOfMs, isComplete, fault }, more, output);
  return EXIT.done;
}
