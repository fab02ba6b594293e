import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerHeaders, contentSecurityPolicy } from './answer-headers.ts';
import { listPageFiles } from './page-files.ts';
import { realIds } from '../../platform/real-ports.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { makeAnswerPage } from './answer-page.ts';

async function page(saved: (form: string, asked: string) => string | null = () => null) {
  const root = temporaryFolder();
  const folder = path.join(root, 'dist');
  fs.mkdirSync(path.join(folder, 'assets'), { recursive: true });
  fs.mkdirSync(path.join(root, 'dist-evil'));
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  fs.writeFileSync(path.join(folder, 'assets', 'app.js'), 'export {};');
  fs.writeFileSync(path.join(root, 'dist-evil', 'x.js'), 'evil');
  fs.writeFileSync(path.join(root, 'secret.json'), '{}');
  const errors: unknown[] = [];
  const answer = makeAnswerPage({
    files: await listPageFiles(folder),
    savedCertificate: saved,
    inbox: { folder: path.join(root, 'inbox'), ids: realIds },
    dataFolder: root,
    keepError: (_where, error) => String(errors.push(error)),
  });
  const get = (url: string, init?: RequestInit) => answer(new Request(url, init));
  return { root, get, errors };
}

describe('addresses', () => {
  test('lead to files of the page and nowhere else', async () => {
    const { get } = await page();
    for (const url of [
      'app://labseal/../secret.json',
      'app://labseal/%2e%2e/secret.json',
      'app://labseal/..%5csecret.json',
      'app://labseal/%5c..%5csecret.json',
      'app://labseal//etc/passwd',
      'app://labseal//index.html',
      'app://labseal/assets/app.js%00.html',
      'app://labseal/assets/',
      'app://labseal/dist-evil/x.js',
      'app://labseal/../dist-evil/x.js',
      'app://labseal/INDEX.HTML',
      'app://labseal/file:///etc/passwd',
      'app://labseal/C:/Windows/win.ini',
      'app://labseal.evil/index.html',
      'app://LABSEAL/index.html',
      'app://labseal:80/index.html',
      'file:///etc/passwd',
      'https://labseal/index.html',
      'about:blank',
    ]) {
      const answer = await get(url);
      expect([url, answer.status, await answer.text()]).toEqual([url, 404, '']);
    }
  });

  test('the files of the page have their kinds; another method is refused', async () => {
    const { get } = await page();
    const script = await get('app://labseal/assets/app.js?v=1');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toBe('export {};');
    expect(await (await get('app://labseal/')).text()).toBe('<!doctype html>');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await get('app://labseal/', { method })).status).toBe(405);
    }
    expect((await get('app://labseal/api/inbox/x')).status).toBe(405);
  });

  test('every answer has the policy and the headers of the loopback host, without a socket', async () => {
    const { get } = await page();
    const policy = contentSecurityPolicy(null);
    expect(policy).not.toMatch(/ws:|unsafe|\*/);
    for (const url of ['app://labseal/', 'app://labseal/none', 'app://labseal/api/inbox/x']) {
      const { headers } = await get(url);
      for (const [name, value] of Object.entries(answerHeaders(null))) {
        expect(headers.get(name)).toBe(value);
      }
      expect(headers.get('content-security-policy')).toBe(policy);
    }
  });

  test('a bug is an empty answer and an entry in the log', async () => {
    const { get, errors } = await page(() => {
      throw new Error('broken');
    });
    const answer = await get('app://labseal/api/certificate/pdf/7');
    expect([answer.status, await answer.text(), errors.length]).toEqual([500, '', 1]);
  });

  test('a file of another length than was announced is not kept', async () => {
    const { get, root } = await page();
    const send = (headers: Record<string, string>) =>
      get('app://labseal/api/inbox/a.csv', { method: 'POST', body: 'abc', headers });
    const kind = { 'content-type': 'application/octet-stream' };
    expect((await send({ ...kind, 'x-labseal-size': '2' })).status).toBe(500);
    expect((await send(kind)).status).toBe(411);
    expect((await send({ ...kind, 'x-labseal-size': '9'.repeat(12) })).status).toBe(413);
    expect((await send({ 'x-labseal-size': '3' })).status).toBe(415);
    expect(fs.readdirSync(path.join(root, 'inbox'))).toEqual([]);
    expect((await send({ ...kind, 'x-labseal-size': '3' })).status).toBe(200);
  });
});
