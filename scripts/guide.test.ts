/** The guide quotes the screen in italics: what is no longer there, and what one language lacks, would mislead. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lexer } from 'marked';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../src-renderer/words/words-context.ts';
import { HELP_PAGES } from '../src-shared/model/text/guide-topics.ts';
import { LANGUAGES, type Language } from '../src-shared/model/words/languages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
const pagesOf = (language: Language) =>
  fs.globSync(`docs/guide/${language}/*.md`, { cwd: root }).toSorted();

/** Texts of a language as they are in the sources. */
function saidIn(language: Language): ReadonlySet<string> {
  const sources = fs.globSync(`src-{renderer,shared/model}/words/${language}/*.ts`, { cwd: root });
  const texts = sources.flatMap((name) =>
    Array.from(read(name).matchAll(/(['"`])((?:(?!\1).)+)\1/g), ([, , text = '']) => text),
  );
  return new Set(texts.map((text) => text.replaceAll('’', "'")));
}

/** Headings and pictures of each page. */
const shape = (of: Language) =>
  pagesOf(of).map((name) => [path.basename(name), read(name).match(/^(#+ |!\[)/gm)?.length]);

const quotesIn = (text: string) =>
  [...text.matchAll(/(?<!\w)_([^_\n]+)_(?!\w)/g)].map(([, quote = '']) => quote);

/** Blocks that the page and the terminal know; the site draws any. */
const DRAWN = new Set(['heading', 'paragraph', 'list', 'table', 'space']);

describe.for(LANGUAGES)('the guide in %s', (language) => {
  const said = saidIn(language);

  test('quotes only what the screen says', () => {
    const wrong = pagesOf(language).flatMap((name) =>
      quotesIn(read(name))
        .filter((quote) => !/^(like this|così)$/.test(quote))
        .filter((quote) => !said.has(quote.replaceAll('’', "'")))
        .map((quote) => `${name}: ${quote}`),
    );
    expect(wrong).toEqual([]);
  });

  test('has the titles that the search shows, and every page of the program', () => {
    const { helpPages } = wordsOf(language).shell;
    for (const [page, title] of Object.entries(helpPages)) {
      expect(read(`docs/guide/${language}/${page}.md`).split('\n')[0]).toBe(`# ${title}`);
    }
    expect(pagesOf(language)).toHaveLength(HELP_PAGES.length);
  });

  test('has the pages, headings and pictures of the others', () => {
    expect(shape(language)).toEqual(shape('en'));
    expect(shape(language).length).toBeGreaterThan(5);
  });
});

const MOST_HELP_BYTES = 3_000_000;

test('the help that ships, texts and pictures, has at most 3 MB', () => {
  const texts = LANGUAGES.flatMap(pagesOf);
  const shown = texts.flatMap((name) =>
    Array.from(read(name).matchAll(/\]\(\.\.\/\.\.\/(pictures\/[^)]+)\)/g), ([, at = '']) => at),
  );
  const pattern = /docs\/(pictures\/\{[^']+)'/.exec(
    read('src-renderer/parts/help/guide-markdown.tsx'),
  )?.[1];
  const shipped = fs.globSync(pattern ?? '', { cwd: path.join(root, 'docs') });
  expect(new Set(shown)).toEqual(new Set(shipped.map((name) => name.replaceAll(path.sep, '/'))));
  const files = [...texts, ...shipped.map((name) => `docs/${name}`)];
  const bytes = files.map((name) => fs.statSync(path.join(root, name)).size);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST_HELP_BYTES);
});

test.for(LANGUAGES.flatMap(pagesOf))('%s holds only what each place can draw', (name) => {
  const kinds = new Set(lexer(read(name)).map(({ type }) => type));
  expect([...kinds].filter((kind) => !DRAWN.has(kind))).toEqual([]);
});

test('a quotation that the screen does not have would be noticed', () => {
  expect(quotesIn('Press _Verfy_ now.')).toEqual(['Verfy']);
  expect(saidIn('en').has('Verfy')).toBe(false);
});
