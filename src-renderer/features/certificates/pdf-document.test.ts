import { expect, test } from 'vitest';
import { isPdf, PDF_RULES } from './pdf-document.ts';
import { MOST_CANVAS_BYTES } from './pdf-zoom.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a PDF may be looked at and nothing else, within limits of its pictures and pages', () => {
  expect(PDF_RULES).toEqual({
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    maxImageSize: 64_000_000,
    canvasMaxAreaInBytes: MOST_CANVAS_BYTES,
    verbosity: 0,
  });
});

test('what has no head of a PDF near its beginning is none', () => {
  expect(isPdf(bytes('%PDF-1.7\n'))).toBe(true);
  expect(isPdf(bytes(`${' '.repeat(1_000)}%PDF-2.0`))).toBe(true);
  expect(isPdf(bytes(`${' '.repeat(2_000)}%PDF-2.0`))).toBe(false);
  expect(isPdf(bytes('<!doctype html><title>PDF</title>'))).toBe(false);
  expect(isPdf(bytes(''))).toBe(false);
});
