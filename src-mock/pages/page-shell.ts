/** The frame of the service's own small pages: one style sheet, light and dark, no script and no outside resource. */
import { createHash } from 'node:crypto';

const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #faf9f6; --sheet: #ffffff; --ink: #1c2333; --soft: #5d6474; --line: #dcd8ce; --accent: #27406b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171d; --sheet: #1c2028; --ink: #e8e6e1; --soft: #a0a6b2; --line: #343a46; --accent: #9db8e8;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, 'Segoe UI', 'Liberation Sans', sans-serif; overflow-wrap: anywhere;
}
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font: 400 2rem/1.2 Georgia, 'Liberation Serif', serif; margin: 0 0 .5rem; }
h2 { font-size: 1.05rem; margin: 0; }
.part { margin-top: 2rem; }
p { margin: .5rem 0; }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
.soft { color: var(--soft); }
.sheet {
  background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem;
  padding: 1.1rem 1.25rem; margin: 1rem 0;
}
.words { white-space: pre-wrap; margin: .9rem 0; }
li + li > a { display: inline-block; margin-top: .6rem; }
ul { list-style: none; margin: 0; padding: 0; }
.meta { font-size: .875rem; color: var(--soft); margin: .15rem 0 0; }
dl { margin: .5rem 0 0; display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; }
code { font: .9em/1.5 ui-monospace, 'Liberation Mono', monospace; }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:', // the empty icon, which saves a request
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** A complete document around `main`, which is HTML already; `title` is text. */
export function pageShell(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

/** Text in HTML. Everything that came from outside goes through here on its way to a page. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A link when the address is one of the web; otherwise the address as text, so that nothing else can be started. */
export function linkHtml(label: string, url: string): string {
  return /^https?:\/\//i.test(url)
    ? `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(label)}</a>`
    : `<span>${escapeHtml(label)}: ${escapeHtml(url)}</span>`;
}
