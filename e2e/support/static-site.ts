/** Serves a built page under the policy of the hosts, so that a test sees what the product may and may not do. */
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** Word for word what the loopback host sends; its own tests compare that with the design. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types app-worker',
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface StaticSite {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serveFolder(folder: string): Promise<StaticSite> {
  const server = http.createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://site').pathname;
    const file = path.join(folder, name === '/' ? 'index.html' : name);
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    void fs.readFile(file).then(
      (body) =>
        response
          .writeHead(200, { 'content-type': type, 'content-security-policy': POLICY })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
