import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange } from '../uploads/test-support/exchange.ts';
import { openApiDocument } from '../../src-shared/service/openapi.ts';
import { handleDocs } from './docs-page.ts';

let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const base = request.url?.startsWith('/base/') === true ? `${origin}/base` : origin;
    handleDocs(request, response, { baseUrl: base });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (path: string, method = 'GET') => exchange(origin + path, { method });

/** Addresses the page asks for when it is opened. */
function resources(html: string): readonly string[] {
  return [...html.matchAll(/(?:src|href|data-document)="([^"]+)"/g)]
    .map(([, address]) => address ?? '')
    .filter((address) => !address.startsWith('data:'));
}

test.each(['/docs', '/docs/', '/docs?x=1', '/base/docs'])(
  '%s is the page of the reference',
  async (path) => {
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('id="reference"');
  },
);

test.each(['/docs', '/base/docs'])('everything %s asks for is served below it', async (path) => {
  const addresses = resources((await get(path)).text);
  expect(addresses.length).toBeGreaterThanOrEqual(4);
  for (const address of addresses) {
    expect(address.startsWith(`${path}/`)).toBe(true);
    expect([address, (await get(address)).status]).toEqual([address, 200]);
  }
});

test('the document is that of the contract, with this origin as its server', async () => {
  const { headers, text } = await get('/docs/openapi.json');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const expected = JSON.stringify(openApiDocument({ serverUrl: origin }));
  expect(JSON.parse(text)).toEqual(JSON.parse(expected));
  expect(JSON.parse((await get('/base/docs/openapi.json')).text)).toMatchObject({
    servers: [{ url: `${origin}/base` }],
  });
});

test('the policy allows this origin alone and nothing inline, and no validator is asked', async () => {
  const { headers, text } = await get('/docs');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect((await get('/docs/start.js')).text).toContain('validatorUrl: null');
});

test('nothing else is there below the reference', async () => {
  const outside = ['..%2F..%2Fpackage.json', '%2e%2e/package.json'];
  const others = ['nothing.js', '__proto__', 'constructor', 'swagger-ui-bundle.js.map'];
  for (const name of [...others, ...outside]) {
    expect([name, (await get(`/docs/${name}`)).status]).toEqual([name, 404]);
  }
});

test('the reference can be read and nothing else', async () => {
  const { status, headers } = await get('/docs', 'POST');
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  const head = await get('/docs', 'HEAD');
  expect([head.status, head.text]).toEqual([200, '']);
  expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
});
