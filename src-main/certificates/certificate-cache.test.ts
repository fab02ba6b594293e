import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fail, ok } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { makeCertificateCache, type CertifiedFile } from './certificate-cache.ts';

const never = new AbortController().signal;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n\xFF\x00\n%%EOF\n', 'latin1');
const JSON_TEXT = '{"proof":{"file":"F1","hash":"AA11"}}';
const HTML = '<!DOCTYPE html><title>Guest network</title>';

const certified = (over: Partial<CertifiedFile> = {}): CertifiedFile => ({
  projectId: 'p1',
  fileId: 'F1',
  visibility: 'public',
  fingerprints: ['aa11'],
  ...over,
});

/** A cache in a new folder, and a service whose answers the test sets. */
function setUp(namesAnother?: (text: string) => boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'labseal-certificates-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const service: { pdf: string | Uint8Array | ServiceFault; json: string | ServiceFault } = {
    pdf: PDF,
    json: JSON_TEXT,
  };
  const asked: string[] = [];
  const cache = makeCertificateCache({
    folder,
    ...(namesAnother === undefined ? {} : { namesAnother }),
    async fetch(file, form) {
      asked.push(`${file.fileId} ${form}`);
      const answer = service[form];
      if (typeof answer === 'string') return ok(Buffer.from(answer));
      return answer instanceof Uint8Array ? ok(answer) : fail(answer);
    },
  });
  return { folder, service, asked, cache };
}

describe('keeping', () => {
  test('both forms are kept, byte for byte, for the owner only', async () => {
    const { folder, cache } = setUp();
    const kept = await cache.get(certified(), never);
    if (kept.kind !== 'kept') throw new Error(kept.kind);
    expect(readFileSync(kept.pdfPath)).toEqual(PDF);
    expect(readFileSync(kept.jsonPath, 'utf8')).toBe(JSON_TEXT);
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    expect(await cache.kept('F1')).toEqual(kept);
  });

  test('what is kept is not fetched again', async () => {
    const { asked, cache } = setUp();
    const first = await cache.get(certified(), never);
    expect(await cache.get(certified(), never)).toEqual(first);
    expect(asked).toEqual(['F1 pdf', 'F1 json']);
  });

  test('ids of any kind get safe names of their own', async () => {
    const { folder, cache } = setUp();
    const ids = [
      '../../etc/passwd',
      'a/b',
      'a:b',
      'CON',
      'f1',
      'F1',
      'ü',
      'x'.repeat(400),
      '.',
      '',
    ];
    for (const fileId of ids) await cache.get(certified({ fileId }), never);
    const names = readdirSync(folder);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length * 3);
    for (const name of names) {
      expect(name).toMatch(/^file-[A-Za-z0-9-]{0,40}-[0-9a-f]{16}\.(pdf|json|seal)$/);
    }
  });

  test.each([
    ['cut', (path: string) => truncateSync(path, 20)],
    ['grown', (path: string) => appendFileSync(path, ' ')],
    ['changed', (path: string) => writeFileSync(path, PDF.toString('latin1').replace('7', '4'))],
    ['gone', (path: string) => rmSync(path)],
    [
      'a link',
      (path: string) => {
        writeFileSync(`${path}.elsewhere`, readFileSync(path));
        rmSync(path);
        symlinkSync(`${path}.elsewhere`, path);
      },
    ],
  ])('a copy that is %s is noticed and fetched again', async (_what, damage) => {
    const { cache, asked } = setUp();
    const first = await cache.get(certified(), never);
    if (first.kind !== 'kept') throw new Error(first.kind);
    for (const path of [first.pdfPath, first.jsonPath]) {
      damage(path);
      expect(await cache.kept('F1')).toBeNull();
      expect(await cache.get(certified(), never)).toEqual(first);
      expect(await cache.kept('F1')).toEqual(first);
    }
    expect(readFileSync(first.pdfPath)).toEqual(PDF);
    expect(asked).toHaveLength(6);
  });

  test('without its seal nothing counts', async () => {
    const { cache, folder } = setUp();
    await cache.get(certified(), never);
    const seal = readdirSync(folder).find((name) => name.endsWith('.seal')) ?? '';
    writeFileSync(join(folder, seal), '{"pdfSha256":1}');
    expect(await cache.kept('F1')).toBeNull();
  });

  test('forgetting leaves nothing of the file and everything of the others', async () => {
    const { cache, folder } = setUp();
    await cache.get(certified(), never);
    const other = await cache.get(certified({ fileId: 'F2' }), never);
    await cache.forget('F1');
    expect(await cache.kept('F1')).toBeNull();
    expect(await cache.kept('F2')).toEqual(other);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  test('two at once leave one whole certificate', async () => {
    const { cache, folder } = setUp();
    const both = await Promise.all([1, 2, 3].map(() => cache.get(certified(), never)));
    expect(both.map(({ kind }) => kind)).toEqual(['kept', 'kept', 'kept']);
    expect(await cache.kept('F1')).not.toBeNull();
    expect(readdirSync(folder)).toHaveLength(3);
  });
});

describe('what is never kept', () => {
  test.each([
    ['a page', { pdf: HTML }, 'html'],
    ['nothing', { pdf: '' }, 'empty'],
    ['another kind of file', { pdf: 'PK\u0003\u0004' }, 'not-a-pdf'],
    ['a PDF behind something else', { pdf: `x${PDF.toString('latin1')}` }, 'not-a-pdf'],
    ['a PDF cut short', { pdf: PDF.subarray(0, 30) }, 'cut-pdf'],
    ['a PDF with something after it', { pdf: `${PDF.toString('latin1')}<html>` }, 'cut-pdf'],
    ['a page for JSON', { json: HTML }, 'html'],
    ['cut JSON', { json: JSON_TEXT.slice(0, -1) }, 'not-json'],
    ['a list', { json: '[]' }, 'not-json'],
    ['a text', { json: '"F1"' }, 'not-json'],
    ['blanks', { json: '  \n' }, 'empty'],
    ['an error', { json: '{"error":{"statusCode":500,"message":"no"}}' }, 'error-message'],
    [
      'an error of the second kind',
      { json: '{"success":false,"error":{"code":"X","message":"no","details":""}}' },
      'error-message',
    ],
  ])('%s', async (_what, answers, what) => {
    const { cache, folder, service } = setUp();
    Object.assign(service, answers);
    const outcome = await cache.get(certified(), never);
    expect(outcome).toEqual({ kind: 'not-a-certificate', what });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('white space after the end mark is no damage', async () => {
    const { cache, service } = setUp();
    service.pdf = Buffer.concat([PDF, Buffer.from(' \r\n\r\n')]);
    expect(await cache.get(certified(), never)).toMatchObject({ kind: 'kept' });
  });

  test('a certificate of another file', async () => {
    const { cache, folder, service } = setUp((text) => text === 'F2' || text === 'BB22');
    for (const json of ['{"id":"F2"}', '{"a":[{"b":{"hash":"BB22"}}]}', '{"F2":true}']) {
      service.json = json;
      const outcome = await cache.get(certified(), never);
      expect(outcome).toEqual({ kind: 'not-a-certificate', what: 'another-file' });
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('one that names its own file may cite others; one that names nothing known is kept', async () => {
    const accepted = [
      '{"primary":["F2"],"id":"F1"}',
      '{"primary":["F2"],"hash":"Aa11"}',
      '{"some":"shape","n":1}',
      '{}',
    ];
    for (const json of accepted) {
      const { cache, service } = setUp((text) => text === 'F2');
      service.json = json;
      expect(await cache.get(certified(), never)).toMatchObject({ kind: 'kept' });
    }
  });
});

describe('no certificate', () => {
  test('none yet, and faults, are values', async () => {
    const { cache, service, folder } = setUp();
    service.json = { kind: 'not-found', serviceSays: null };
    expect(await cache.get(certified(), never)).toEqual({ kind: 'not-yet' });
    const fault: ServiceFault = { kind: 'forbidden', serviceSays: 'Not yours' };
    service.pdf = fault;
    expect(await cache.get(certified(), never)).toEqual({ kind: 'fault', fault });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder that cannot be written is an error, and leaves no half file', async () => {
    const { folder } = setUp();
    const blocked = join(folder, 'file');
    writeFileSync(blocked, '');
    const cache = makeCertificateCache({
      folder: blocked,
      fetch: async (_file, form) => ok(form === 'pdf' ? PDF : Buffer.from(JSON_TEXT)),
    });
    await expect(cache.get(certified(), never)).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(readdirSync(folder).map((name) => basename(name))).toEqual(['file']);
  });
});
