/** Pages of the guide as lines for a terminal: words of the screen and commands in quotation marks, no pictures. */
import fs from 'node:fs/promises';
import { lexer, type MarkedToken, type Token } from 'marked';
import { HELP_PAGES } from '../../../../src-shared/model/text/guide-topics.ts';

/** The build carries the pages beside the program. */
const FOLDER = import.meta.url.endsWith('.ts') ? '../../../../docs/guide/en/' : './guide/';

/** `file`: its name in the folder of a language. */
export function readGuideText(file: string): Promise<string> {
  return fs.readFile(new URL(`${FOLDER}${file}`, import.meta.url), 'utf8');
}

/** `markdown`: a page, or some of its paragraphs. Ends without an empty line. */
export function guideLines(markdown: string): readonly string[] {
  return lexer(markdown)
    .map(linesOf)
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? [lines] : [[''], lines]))
    .flat();
}

function linesOf(token: Token): readonly string[] {
  const known = token as MarkedToken;
  if (known.type === 'heading') return [known.text.replaceAll('_', '')];
  if (known.type === 'list') {
    return known.items.map(
      ({ tokens }, at) => `${known.ordered ? `${at + 1}.` : '-'} ${textOf(tokens)}`,
    );
  }
  if (known.type === 'table') {
    return known.rows.map((row) => `- ${row.map(({ tokens }) => textOf(tokens)).join(': ')}`);
  }
  const text = known.type === 'paragraph' ? textOf(known.tokens) : '';
  return text === '' ? [] : [text];
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(pieceOf).join('').replaceAll('\n', ' ').trim();
}

function pieceOf(token: Token): string {
  const known = token as MarkedToken;
  if (known.type === 'image') return '';
  if (known.type === 'codespan') return `"${known.text}"`;
  const inside = 'tokens' in known ? (known.tokens ?? []).map(pieceOf).join('') : known.raw;
  if (known.type === 'em') return `"${inside}"`;
  const page =
    known.type === 'link' && HELP_PAGES.find((each) => known.href.startsWith(`${each}.md`));
  return typeof page === 'string' ? `${inside} ("labseal guide ${page}")` : inside;
}
