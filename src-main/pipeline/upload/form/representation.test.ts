import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mediaTypeOf,
  formContentType,
  freezeForm,
  newBoundary,
  sentField,
  type FormDescription,
} from './representation.ts';

/** The units of fast-check itself take seconds to make. */
const anyLetter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map((code) => String.fromCodePoint(code));

const description = (over: Partial<FormDescription> = {}): FormDescription => ({
  boundary: '----b1',
  fields: [
    ['type', 'primary'],
    ['label', 'a,b'],
  ],
  filePart: 'file',
  fileName: 'run.csv',
  contentType: 'text/csv',
  sizeBytes: 3,
  ...over,
});

describe('the frozen form', () => {
  test('text parts come first in the given order, the file last, and the length is known', () => {
    const form = freezeForm(description());
    expect(`${form.head}abc${form.tail}`).toBe(
      [
        '------b1',
        'Content-Disposition: form-data; name="type"',
        '',
        'primary',
        '------b1',
        'Content-Disposition: form-data; name="label"',
        '',
        'a,b',
        '------b1',
        'Content-Disposition: form-data; name="file"; filename="run.csv"',
        'Content-Type: text/csv',
        '',
        'abc',
        '------b1--',
        '',
      ].join('\r\n'),
    );
    expect(form.totalBytes).toBe(Buffer.byteLength(`${form.head}abc${form.tail}`));
  });

  test('the same description gives the same bytes, before and after JSON, whatever the texts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), fc.string({ unit: anyLetter })), { maxLength: 4 }),
        fc.string({ minLength: 1, unit: anyLetter }),
        fc.nat(),
        (fields, fileName, sizeBytes) => {
          const form = freezeForm(description({ fields, fileName, sizeBytes }));
          expect(freezeForm(description({ fields, fileName, sizeBytes }))).toEqual(form);
          expect(JSON.parse(JSON.stringify(form))).toEqual(form);
          expect(form.totalBytes).toBe(
            Buffer.byteLength(form.head) + sizeBytes + Buffer.byteLength(form.tail),
          );
        },
      ),
    );
  });

  test('a lone surrogate is replaced once, so that a database cannot change the bytes', () => {
    expect(freezeForm(description({ fileName: 'a\uD800b' })).head).toContain('filename="a\uFFFDb"');
  });

  test('a name can end neither its quotes nor its line', () => {
    const { head } = freezeForm(description({ fileName: 'a"b\r\nX-Evil: 1.raw' }));
    expect(head).toContain('filename="a%22b%0D%0AX-Evil: 1.raw"\r\n');
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: anyLetter }), (fileName) => {
        const form = freezeForm(description({ fields: [], fileName }));
        expect(form.head.split('\r\n')).toHaveLength(5);
      }),
    );
  });

  test.each([
    ['a boundary that is none', { boundary: 'a b\r\n' }],
    ['a content type with a line break', { contentType: 'text/csv\r\nX-Evil: 1' }],
    ['an empty file name', { fileName: '' }],
    ['a size that is no count', { sizeBytes: -1 }],
    ['the boundary inside a value', { fields: [['label', 'x----b1x']] as const }],
  ])('%s is refused', (_what, over) => {
    expect(() => freezeForm(description(over))).toThrow(/boundary|content type|name|size/);
  });

  test('the boundary is made of 128 random bits from the ids port', () => {
    const ids = { uuid: () => '', hex: (bytes: number) => 'ab'.repeat(bytes) };
    const form = freezeForm(description({ boundary: newBoundary(ids) }));
    expect(formContentType(form)).toBe(`multipart/form-data; boundary=----${'ab'.repeat(16)}`);
  });
});

describe('the media type', () => {
  test.each([
    ['a.csv', 'text/csv'],
    ['A.TIF', 'image/tiff'],
    ['a.tar.gz', 'application/gzip'],
    ['run.raw', 'application/octet-stream'],
    ['.csv', 'application/octet-stream'],
    ['a.constructor', 'application/octet-stream'],
    ['noextension', 'application/octet-stream'],
  ])('%s is sent as %s', (name, type) => {
    expect(mediaTypeOf(name)).toBe(type);
  });
});

test('a part’s value is read back from the frozen form exactly as it is sent', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter }), fc.string({ unit: anyLetter }), (type, label) => {
      const fields = [
        ['type', type],
        ['label', label],
      ] as const;
      const facts = { filePart: 'file', fileName: 'a', contentType: 'text/plain', sizeBytes: 3 };
      const form = freezeForm({ boundary: '----0123456789abcdef', fields, ...facts });
      expect(sentField(form, 'type')).toBe(type);
      expect(sentField(form, 'label')).toBe(label);
      expect(sentField(form, 'uploaded')).toBeNull();
    }),
  );
});
