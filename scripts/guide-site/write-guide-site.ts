/**
 * The guide as pages that any browser opens from a folder or a server: without a script, a network or a font of somebody
 * else. Made of the Markdown that the forge and the page show.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { wordsOf } from '../../src-renderer/words/words-context.ts';
import { headingAnchor } from '../../src-shared/model/text/heading-anchor.ts';
import { guideFile, HELP_PAGES, type HelpPage } from '../../src-shared/model/text/guide-topics.ts';
import { type Language, LANGUAGES } from '../../src-shared/model/words/languages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => fs.readFile(path.join(root, name), 'utf8');
const fileOf = (page: HelpPage) => (page === 'start' ? 'index.html' : `${page}.html`);

/** `folder` is made; what is in it under the same names is written anew. Answers with the paths within it. */
export async function writeGuideSite(folder: string): Promise<readonly string[]> {
  const files = new Map<string, string | Buffer>();
  files.set(
    'guide.css',
    (await read('src-renderer/styles/tokens.css')) + (await read('scripts/guide-site/guide.css')),
  );
  files.set('index.html', START);
  for (const language of LANGUAGES) {
    for (const page of HELP_PAGES) {
      const text = await read(`docs/guide/${language}/${guideFile(page)}`);
      files.set(`${language}/${fileOf(page)}`, guidePage(language, page, text));
      for (const [, name = ''] of text.matchAll(PICTURE)) {
        files.set(`pictures/${name}`, await fs.readFile(path.join(root, 'docs/pictures', name)));
      }
    }
  }
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, content);
  }
  return [...files.keys()];
}

const PICTURE = /\]\((?:\.\.\/){2}pictures\/([\w-]+\.(?:png|svg))\)/g;

/** One page; `text`: its Markdown. */
export function guidePage(language: Language, page: HelpPage, text: string): string {
  const { shell } = wordsOf(language);
  const markdown = text
    .replaceAll('](../../pictures/', '](../pictures/')
    .replaceAll(/\]\(([a-z-]+)\.md(?=[)#])/g, ']($1.html');
  const pages = HELP_PAGES.map((each) => {
    const title = each === 'start' ? shell.allHelp : shell.helpPages[each];
    const current = each === page ? ' aria-current="page"' : '';
    return `<li><a href="${fileOf(each)}"${current}>${escaped(title)}</a></li>`;
  });
  const languages = LANGUAGES.filter((each) => each !== language).map(
    (each) =>
      `<a href="../${each}/${fileOf(page)}" hreflang="${each}" lang="${each}">${wordsOf(each).language.own}</a>`,
  );
  const title = escaped(page === 'start' ? shell.help : shell.helpPages[page]);
  return framed(
    language,
    `${title} – Labseal`,
    `<a class="skip" href="#text">${escaped(shell.skip)}</a>
<header><p>Labseal</p>${languages.join('')}</header>
<div class="columns">
<nav aria-label="${escaped(shell.help)}"><ul>${pages.join('\n')}</ul></nav>
<main id="text">${marked.parse(markdown, { async: false })}</main>
</div>`,
    '../guide.css',
  );
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Headings have the anchors of the forge. Markup in the text stays text. */
const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${headingAnchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    html: ({ text }) => escaped(text),
  },
});

function framed(language: Language, title: string, body: string, css: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' file:; img-src 'self' file:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${css}">
</head>
<body>
${body}
</body>
</html>
`;
}

const START = framed(
  'en',
  'Labseal',
  `<main><h1>Labseal</h1><ul>${LANGUAGES.map(
    (each) =>
      `<li><a href="${each}/index.html" lang="${each}" hreflang="${each}">${wordsOf(each).language.own}</a></li>`,
  ).join('')}</ul></main>`,
  'guide.css',
);
