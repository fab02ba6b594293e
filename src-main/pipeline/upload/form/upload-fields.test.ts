import { describe, expect, test } from 'vitest';
import { uploadParts, type UploadDetails } from '../upload-intent.ts';

const details = (over: Partial<UploadDetails> = {}): UploadDetails => ({
  type: 'primary',
  label: 'a,b',
  uploadedIso: '2026-01-02T03:04:05.678Z',
  procedureDescription: null,
  linkToProcedure: null,
  primaryData: null,
  ...over,
});
const secondary = {
  type: 'secondary',
  procedureDescription: 'filtered',
  linkToProcedure: 'f1',
  primaryData: 'f2,f3',
} as const;

describe('the text parts of an upload', () => {
  test('come in the contract’s order, and what is not stated is not sent', () => {
    expect(uploadParts(details())).toEqual({
      ok: true,
      value: [
        ['type', 'primary'],
        ['label', 'a,b'],
        ['uploaded', '2026-01-02T03:04:05.678Z'],
      ],
    });
    const parts = uploadParts(details(secondary));
    expect(parts.ok && parts.value.map(([name]) => name)).toEqual([
      'type',
      'label',
      'uploaded',
      'procedureDescription',
      'linkToProcedure',
      'primaryData',
    ]);
  });

  test.each<[string, Partial<UploadDetails>, string[]]>([
    ['a procedure on a primary file', { procedureDescription: 'x' }, ['procedureDescription']],
    ['a secondary file without primaries', { ...secondary, primaryData: null }, ['primaryData']],
    ['an empty label', { label: '' }, ['label']],
    [
      'a stand-in of this computer',
      { ...secondary, primaryData: 'f2, labseal:file:7' },
      ['primaryData'],
    ],
    [
      'a stand-in for a procedure',
      { ...secondary, linkToProcedure: 'labseal:file:7' },
      ['linkToProcedure'],
    ],
    ['a time that is none', { uploadedIso: 'yesterday' }, ['uploaded']],
  ])('%s is refused by name, never dropped', (_what, over, fields) => {
    expect(uploadParts(details(over))).toEqual({
      ok: false,
      fault: { kind: 'bad-fields', fields },
    });
  });
});
