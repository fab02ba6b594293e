import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fail, ok } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { makeCertificateCache, type CertifiedFile } from './certificate-cache.ts';
import { expectPrivate } from '../../test-support/expect-private.ts';

const never = new AbortController().signal;
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n\xFF\x00\n%%EOF\n';
const JSON_TEXT = '{"proof":{"file":"F1","hash":"AA11"}}';
const HTML = '<!DOCTYPE html><title>Guest network</title>';

/** A cache in a new folder, and a service whose answers the test sets. */
function setUp(namesAnother: (text: string) => boolean = () => false, name = '') {
  const folder = join(temporaryFolder(), name);
  const service: { pdf: string | ServiceFault; json: string | ServiceFault } = {
    pdf: PDF,
    json: JSON_TEXT,
  };
  const asked: string[] = [];
  const cache = makeCertificateCache({
    folder,
    namesAnother,
    async fetch(file, form) {
      asked.push(`${file.fileId} ${form}`);
      const answer = service[form];
      return typeof answer === 'string' ? ok(Buffer.from(answer, 'latin1')) : fail(answer);
    },
  });
  const get = (fileId = 'F1') => {
    const file = { projectId: 'p1', visibility: 'public', fingerprints: ['aa11'] } as const;
    return cache.get({ ...file, fileId } satisfies CertifiedFile, never);
  };
  async function kept(fileId = 'F1') {
    const got = await get(fileId);
    if (got.kind !== 'kept') throw new Error(got.kind);
    return got;
  }
  return { folder, service, asked, cache, get, kept };
}

describe('keeping', () => {
  test('both forms are kept, byte for byte, for the owner only, and not fetched again', async () => {
    const { folder, cache, kept, asked } = setUp();
    const first = await kept();
    expect(readFileSync(first.pdfPath, 'latin1')).toBe(PDF);
    expect(readFileSync(first.jsonPath, 'utf8')).toBe(JSON_TEXT);
    const files = readdirSync(folder).map((name) => join(folder, name));
    expect(files).toHaveLength(3);
    files.forEach(expectPrivate);
    expect([await cache.kept('F1'), await kept()]).toEqual([first, first]);
    expect(asked).toEqual(['F1 pdf', 'F1 json']);
  });

  test('ids of any kind get safe names of their own', async () => {
    const { folder, kept } = setUp();
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
    for (const fileId of ids) await kept(fileId);
    const names = readdirSync(folder);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length * 3);
    for (const name of names) {
      expect(name).toMatch(/^file-[A-Za-z0-9-]{0,40}-[0-9a-f]{16}\.(pdf|json|seal)$/);
    }
  });

  test.each<[string, (path: string) => void]>([
    ['cut', (path) => truncateSync(path, 20)],
    ['empty, as after a power cut', (path) => truncateSync(path, 0)],
    ['grown', (path) => appendFileSync(path, ' ')],
    ['changed', (path) => writeFileSync(path, PDF.replace('7', '4'), 'latin1')],
    ['gone', (path) => rmSync(path)],
    [
      'moved behind a link',
      (path) => (renameSync(path, `${path}.2`), symlinkSync(`${path}.2`, path)),
    ],
  ])('a copy that is %s is noticed and fetched again', async (_what, damage) => {
    const { cache, asked, kept } = setUp();
    const first = await kept();
    for (const path of [first.pdfPath, first.jsonPath]) {
      damage(path);
      expect(await cache.kept('F1')).toBeNull();
      expect(await kept()).toEqual(first);
      expect(await cache.kept('F1')).toEqual(first);
    }
    expect(readFileSync(first.pdfPath, 'latin1')).toBe(PDF);
    expect(asked).toHaveLength(6);
  });

  test('without its seal nothing counts', async () => {
    const { cache, folder, kept } = setUp();
    await kept();
    const seal = readdirSync(folder).find((name) => name.endsWith('.seal')) ?? '';
    for (const text of ['{"pdfSha256":1}', '{']) {
      writeFileSync(join(folder, seal), text);
      expect(await cache.kept('F1')).toBeNull();
    }
  });

  test('several at once leave one whole certificate', async () => {
    const { cache, folder, kept } = setUp();
    await Promise.all([kept(), kept(), kept()]);
    expect(await cache.kept('F1')).not.toBeNull();
    expect(readdirSync(folder)).toHaveLength(3);
  });
});

describe('what is never kept', () => {
  test.each([
    ['a page', { pdf: HTML }, 'html'],
    ['nothing', { pdf: '' }, 'empty'],
    ['another kind of file', { pdf: 'PK\u0003\u0004' }, 'not-a-pdf'],
    ['a page that quotes one', { pdf: `${HTML}${PDF}` }, 'html'],
    ['a PDF that begins too late', { pdf: `${'x'.repeat(1_024)}${PDF}` }, 'not-a-pdf'],
    ['a PDF cut short', { pdf: PDF.slice(0, 30) }, 'cut-pdf'],
    ['a PDF with too much after it', { pdf: `${PDF}${'x'.repeat(1_024)}` }, 'cut-pdf'],
    ['one cut short behind an earlier end', { pdf: `${PDF}12 0 obj\n<</Ty` }, 'cut-pdf'],
    ['a page for JSON', { json: HTML }, 'html'],
    ['cut JSON', { json: JSON_TEXT.slice(0, -1) }, 'not-json'],
    ['a list', { json: '[]' }, 'not-json'],
    ['a text', { json: '"F1"' }, 'not-json'],
    ['blanks', { json: '  \n' }, 'empty'],
    ['an error', { json: '{"error":{"statusCode":500,"message":"no"}}' }, 'error-message'],
    [
      'a coded error',
      { json: '{"success":false,"error":{"code":"X","message":"no","details":""}}' },
      'error-message',
    ],
    ['the id of another file', { json: '{"id":"F2"}' }, 'another-file'],
    ['the digest of another', { json: '{"a":[{"b":{"hash":"BB22"}}]}' }, 'another-file'],
    ['the id of another as a key', { json: '{"F2":true}' }, 'another-file'],
  ])('%s', async (_what, answers, what) => {
    const { get, folder, service } = setUp((text) => text === 'F2' || text === 'BB22');
    Object.assign(service, answers);
    expect(await get()).toEqual({ kind: 'not-a-certificate', what });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['one that names its own file and cites others', { json: '{"primary":["F2"],"id":"F1"}' }],
    ['one with the digest of its own file', { json: '{"primary":["F2"],"hash":"Aa11"}' }],
    ['one that names nothing known', { json: '{"some":"shape","n":1}' }],
    ['an empty one', { json: '{}' }],
    ['a PDF with a block of zeros behind it', { pdf: PDF + '\0'.repeat(3_000) }],
    ['a PDF with white space after its end mark', { pdf: `${PDF} \r\n\r\n` }],
    // As ISO 32000 tells readers: a head within the first 1,024 bytes, an end mark within the last.
    ['a PDF behind a byte-order mark', { pdf: `\xEF\xBB\xBF${PDF}` }],
    ['a PDF behind a blank line', { pdf: `\r\n${PDF}` }],
    ['a PDF behind a notice of its server', { pdf: `<br /> Notice: deprecated\n${PDF}` }],
    ['a PDF with bytes after its end mark', { pdf: `${PDF}\0\0<!-- 0.12 s -->` }],
    ['a PDF between others', { pdf: `${'x'.repeat(1_019)}${PDF}${'x'.repeat(1_018)}` }],
  ])('but %s is', async (_what, answers) => {
    const { get, service } = setUp((text) => text === 'F2');
    Object.assign(service, answers);
    expect(await get()).toMatchObject({ kind: 'kept' });
  });
});

describe('no certificate', () => {
  test('none yet, and faults, are values', async () => {
    const { get, service, folder } = setUp();
    service.json = { kind: 'not-found', serviceSays: null };
    expect(await get()).toEqual({ kind: 'not-yet' });
    const fault: ServiceFault = { kind: 'forbidden', serviceSays: 'Not yours' };
    service.pdf = fault;
    expect(await get()).toEqual({ kind: 'fault', fault });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder that cannot be written is an error, and leaves no half file', async () => {
    const { get, folder } = setUp(undefined, 'file');
    writeFileSync(folder, '');
    await expect(get()).rejects.toThrow(/ENOTDIR|EEXIST|ENOENT/);
    expect(readdirSync(join(folder, '..'))).toEqual(['file']);
  });
});
