/**
 * {base}/docs: the interactive reference, made from the endpoint table. The page is closed to everything but this
 * service: no outside resource, no inline script, no frame.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../../src-shared/service/openapi.ts';
import { escapeHtml } from './page-shell.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

function indexHtml(root: string): string {
  const at = (name: string) => escapeHtml(`${root}/${name}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at('swagger-ui.css')}">
<link rel="stylesheet" href="${at('docs.css')}">
<title>Interface reference</title>
</head>
<body>
<div id="reference"></div>
<noscript>The reference is drawn by a script. Its data: <a href="${at('openapi.json')}">openapi.json</a></noscript>
<script src="${at('swagger-ui-bundle.js')}"></script>
<script src="${at('start.js')}" data-document="${at('openapi.json')}"></script>
</body>
</html>
`;
}

function find(name: string, root: string, baseUrl: string): Asset | null {
  switch (name) {
    case '':
      return { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(indexHtml(root)) };
    case 'openapi.json':
      return {
        mediaType: 'application/json; charset=utf-8',
        bytes: Buffer.from(JSON.stringify(openApiDocument({ serverUrl: baseUrl }))),
      };
    default:
      return docsAsset(name);
  }
}

function text(words: string): Asset {
  return { mediaType: 'text/plain; charset=utf-8', bytes: Buffer.from(words) };
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  { mediaType, bytes }: Asset,
): void {
  response.writeHead(status, {
    ...HEADERS,
    'Content-Type': mediaType,
    'Content-Length': bytes.length,
  });
  response.end(method === 'HEAD' ? undefined : bytes);
}

/**
 * Answers every request at {base}/docs and below. `baseUrl`: the address under which the caller reached the service,
 * without a slash at the end; it becomes the server of the document, so that "Try it out" stays on this origin.
 */
export function handleDocs(
  request: IncomingMessage,
  response: ServerResponse,
  { baseUrl }: { readonly baseUrl: string },
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return send(request, response, 405, text('The reference can only be read'));
  }
  const root = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/docs`;
  const [path = ''] = (request.url ?? '').split(/[?#]/, 1);
  const name = path === root ? '' : path.slice(root.length + 1);
  const found = find(name, root, baseUrl);
  if (found === null) return send(request, response, 404, text('The reference has no such file'));
  send(request, response, 200, found);
}

/** The files behind the interactive reference. All are served from here, so that reading it asks no other machine. */
interface Asset {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/**
 * Runs in the browser, where the page allows no inline script. `validatorUrl: null`: the document goes to nobody. Form
 * parts left empty are not sent: a primary file must not carry the parts of a secondary one, not even empty.
 */
const START_SCRIPT = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
const withoutEmptyParts = (request) => {
  if (request.body instanceof FormData) {
    for (const [name, value] of [...request.body]) if (value === '') request.body.delete(name);
  }
  return request;
};
// What a screen reader needs and the viewer leaves out: a button holds no link, headings have no gaps, a select has a name.
const mend = () => {
  for (const link of document.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
  for (const tag of document.querySelectorAll('h3.opblock-tag')) tag.setAttribute('aria-level', '2');
  for (const title of document.querySelectorAll('#reference h4')) title.setAttribute('aria-level', '3');
  document.querySelector('.information-container')?.setAttribute('role', 'banner');
  const server = document.querySelector('.scheme-container');
  server?.setAttribute('role', 'region');
  server?.setAttribute('aria-label', 'Server and sign-in');
  for (const table of document.querySelectorAll('table[role=region]')) table.removeAttribute('role');
  for (const field of document.querySelectorAll('select:not([aria-label]), textarea:not([aria-label])')) {
    field.setAttribute('aria-label', field.id || 'Body of the request');
  }
};
new MutationObserver(mend).observe(document.getElementById('reference'), { childList: true, subtree: true });
SwaggerUIBundle({
  url: document.currentScript.dataset.document,
  dom_id: '#reference',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: withoutEmptyParts,
  queryConfigEnabled: false,
  persistAuthorization: false,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`;

/** Colours that can be read: the viewer's own have a contrast of 2 in light. */
const OWN_STYLE = `@media (prefers-reduced-motion: reduce) { .swagger-ui * { transition: none !important; } }
.swagger-ui .copy-to-clipboard, .swagger-ui .copy-to-clipboard button { min-width: 24px; min-height: 24px; }
html.dark-mode .swagger-ui .btn.cancel { color: #ff9b8f; border-color: #ff9b8f; }
html:not(.dark-mode) .swagger-ui {
  & .version-stamp .version, & .info .title small, & .info .title small .version { background: #3b4151; color: #fff; }
  & .info .title small.version-stamp, & .info .title small.version-stamp .version { background: #3f5a06; }
  & .info a, & .url, & a.link { color: #1d4e89; }
  & .btn.authorize, & .btn.authorize span { color: #1b6b47; border-color: #1b6b47; }
  & .btn.authorize svg { fill: #1b6b47; }
  & .btn.cancel { color: #b3261e; border-color: #b3261e; }
  & .btn.execute { background: #1d4e89; border-color: #1d4e89; }
  & .opblock.opblock-get .opblock-summary-method { background: #1d4e89; }
  & .opblock.opblock-post .opblock-summary-method { background: #1b6b47; }
  & .opblock.opblock-put .opblock-summary-method { background: #8a5200; }
  & .opblock.opblock-patch .opblock-summary-method { background: #0b6b62; }
  & .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
  & .parameter__name.required::after, & .parameter__name.required span { color: #b3261e; }
  & .parameter__in, & .parameter__type, & .prop-format, & .response-col_links, & .tab li, & .response-control-media-type__accept-message { color: #3b4151; }
  & .model-title, & .prop-type { color: #3d3d8f; }
}
`;

function fromSwaggerUi(fileName: string, mediaType: string): Asset {
  const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${fileName}`));
  return { mediaType, bytes: readFileSync(path) };
}

const makers: Readonly<Record<string, () => Asset>> = {
  'swagger-ui.css': () => fromSwaggerUi('swagger-ui.css', STYLE),
  'swagger-ui-bundle.js': () => fromSwaggerUi('swagger-ui-bundle.js', SCRIPT),
  'docs.css': () => ({ mediaType: STYLE, bytes: Buffer.from(OWN_STYLE) }),
  'start.js': () => ({ mediaType: SCRIPT, bytes: Buffer.from(START_SCRIPT) }),
};

const kept = new Map<string, Asset>();

/** Null for a name that is not one of the reference's files; no path is ever made from it. */
function docsAsset(name: string): Asset | null {
  const maker = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (maker === undefined) return null;
  const asset = kept.get(name) ?? maker();
  kept.set(name, asset);
  return asset;
}
