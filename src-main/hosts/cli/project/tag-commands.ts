/** `labseal tag …`: tags of the service. */
import type { AnsweringCommand } from '../answering-command.ts';
import type { TagList } from '../../../../src-shared/model/projects/tag-list.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { noteCopy, markDocument, markText } from '../outbox/pending-marks.ts';
import { printFreeChange } from '../outbox/change-report.ts';

export function addTagCommands(program: AnsweringCommand): void {
  const tag = program.command('tag').description('tags that projects can have');

  tag
    .command('list')
    .description('all tags')
    .answers(async ({ call }, output) =>
      printTags(await call('tags.list', { mode: 'fresh' }), output),
    );

  tag
    .command('search <text>')
    .description('tags with this text in their name')
    .answers(async ({ call }, output, text: string) =>
      printTags(await call('tags.search', { text: text.trim() }), output),
    );

  tag
    .command('create <name>')
    .description('create a tag; without the service it waits')
    .answers(async ({ call }, output, name: string) =>
      printFreeChange((await call('tags.create', { name })).change, output),
    );
}

function printTags({ tags, isComplete, asOfMs, pending }: TagList, output: Output): ExitCode {
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
    'The service did not show all tags, or does not stop listing. There may be more; "labseal tag search TEXT" finds them.';
  noteCopy({ asOfMs, isComplete }, more, output);
  return EXIT.done;
}
