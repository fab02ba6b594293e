/**
 * The guide of the repository, as it ships with the page: a language's pages are loaded when one of them is opened, or
 * searched. Its paragraphs are those below a heading; a paragraph has the anchor of its English heading in every language,
 * so that the program leads to it by one name.
 */
import { lexer, type Token } from 'marked';
import type { Language } from '../../../src-shared/model/words/languages.ts';
import { headingAnchor } from '../../../src-shared/model/text/heading-anchor.ts';
import {
  guideFile,
  HELP_PAGES,
  type HelpPage,
} from '../../../src-shared/model/text/guide-topics.ts';
import { pagePart } from '../../ui/layout/page-part.tsx';

const TEXTS = new Map(
  Object.entries(
    import.meta.glob<string>('../../../docs/guide/*/*.md', { query: '?raw', import: 'default' }),
  ).map(([name, load]) => [name, pagePart(load)]),
);

export interface GuidePart {
  readonly anchor: string;
  readonly title: string;
  readonly tokens: readonly Token[];
  /** What a search looks at. */
  readonly text: string;
}

export interface Guide {
  readonly title: string;
  /** What stands before the first paragraph with a heading. */
  readonly lead: readonly Token[];
  readonly parts: readonly GuidePart[];
}

/** Rejects with `PartMissing` while whoever serves the page is away. */
export async function readGuide(language: Language, page: HelpPage): Promise<Guide> {
  const [text, english] = await Promise.all([read(language, page), read('en', page)]);
  return parseGuide(text, english);
}

async function read(language: Language, page: HelpPage): Promise<string> {
  return (await TEXTS.get(`../../../docs/guide/${language}/${guideFile(page)}`)?.load()) ?? '';
}

export function parseGuide(text: string, english: string): Guide {
  const [title, ...parts] = headedParts(text);
  const anchors = headedParts(english).map(({ heading }) => headingAnchor(heading));
  return {
    title: title?.heading ?? '',
    lead: title?.tokens ?? [],
    parts: parts.map(({ heading, tokens }, at) => ({
      anchor: anchors[at + 1] ?? '',
      title: heading.replaceAll('_', ''),
      tokens,
      text: tokens.map(({ raw }) => raw.replaceAll(/[_`*]/g, '')).join(' '),
    })),
  };
}

function headedParts(text: string) {
  const parts: { heading: string; tokens: Token[] }[] = [];
  for (const token of lexer(text)) {
    if (token.type === 'heading') parts.push({ heading: String(token['text']), tokens: [] });
    else parts.at(-1)?.tokens.push(token);
  }
  return parts;
}

export interface FoundPart extends GuidePart {
  readonly page: HelpPage;
  readonly pageTitle: string;
}

export type FindInGuide = (asked: string) => readonly FoundPart[];

/** Searches the paragraphs of all pages. Rejects as `readGuide`. */
export async function openGuideSearch(language: Language): Promise<FindInGuide> {
  const pages = HELP_PAGES.filter((page) => page !== 'start');
  const guides = await Promise.all(
    pages.map(async (page) => ({ page, guide: await readGuide(language, page) })),
  );
  const parts = guides.flatMap(({ page, guide }) =>
    guide.parts.map((part): FoundPart => ({ ...part, page, pageTitle: guide.title })),
  );
  return (asked) => searchParts(parts, asked);
}

const MOST_FOUND = 6;

/** Paragraphs with all these words, those with the words in their heading first. */
function searchParts(parts: readonly FoundPart[], asked: string): readonly FoundPart[] {
  const words = folded(asked).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => folded(text).includes(word));
  const titled = parts.filter(({ title }) => hasAll(title));
  const others = parts.filter(
    (part) => !titled.includes(part) && hasAll(`${part.title} ${part.text}`),
  );
  return [...titled, ...others].slice(0, MOST_FOUND);
}

/** Whatever the case, the accents and the kind of apostrophe. */
const folded = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
