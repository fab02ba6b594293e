/** `labseal guide`: the guide in English, a page or a paragraph of it, without a network. */
import {
  guideFile,
  HELP_PAGES,
  type HelpPage,
} from '../../../../src-shared/model/text/guide-topics.ts';
import { headingAnchor } from '../../../../src-shared/model/text/heading-anchor.ts';
import type { AnsweringCommand } from '../answering-command.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { quoted, readOneOf } from '../option-values.ts';

const PAGES = HELP_PAGES.filter((page) => page !== 'start');

export function addGuideCommand(program: AnsweringCommand, context: CommandContext): void {
  program
    .command('guide')
    .description('the guide, without a network: its pages, one of them, or a paragraph of it')
    .argument('[page]', PAGES.join(', '), readOneOf('The page', PAGES))
    .argument('[paragraph]', 'words of its heading')
    .action((page: HelpPage = 'start', paragraph?: string) =>
      context.withoutCore({}, async (output) => {
        const { readGuideText, guideLines } = await import('./guide-text.ts');
        const text = await readGuideText(guideFile(page));
        const shown = paragraph === undefined ? text : paragraphsOf(text, page, paragraph);
        for (const line of guideLines(shown)) output.line(line);
        return EXIT.done;
      }),
    );
}

/** The paragraphs with these words in their headings; the one that is called so, where there is one. */
function paragraphsOf(text: string, page: HelpPage, asked: string): string {
  const wanted = headingAnchor(asked);
  const parts = text.split(/^(?=## )/m).slice(1);
  const found = parts.filter((part) => wanted !== '' && anchorOf(part).includes(wanted));
  const exact = found.find((part) => anchorOf(part) === wanted);
  if (found.length === 0) {
    throw new UsageError(
      `No heading of that page has the words ${quoted(asked)}. "labseal guide ${page}" shows all of it.`,
    );
  }
  return exact ?? found.join('');
}

function anchorOf(part: string): string {
  return headingAnchor(part.slice('## '.length, part.indexOf('\n')));
}
