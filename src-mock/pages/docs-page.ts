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

function fromSwaggerUi(fileName: string, mediaType: string): Asset {
  const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${fileName}`));
  return { mediaType, bytes: readFileSync(path) };
}

const makers: Readonly<Record<string, () => Asset>> = {
  'swagger-ui.css': () => fromSwaggerUi('swagger-ui.css', STYLE),
  'swagger-ui-bundle.js': () => fromSwaggerUi('swagger-ui-bundle.js', SCRIPT),
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
