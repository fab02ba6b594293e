/**
 * {base}/docs: the interactive reference, made from the endpoint table. The page is closed to everything but this
 * service: no outside resource, no inline script, no frame.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openApiDocument } from '../../src-shared/service/openapi.ts';
import { docsAsset, type Asset } from './docs-assets.ts';
import { escapeHtml } from './html.ts';

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
