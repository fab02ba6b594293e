// @vitest-environment jsdom
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Part } from '../contest.ts';
import { barPlot, LONGEST_BAR } from './bar-plot.ts';

function parsed(svg: string): XMLDocument {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')?.textContent).toBeUndefined();
  expect(document.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg');
  return document;
}

const bar = (name: string, value: number, part: Part = 'peer') => ({
  name,
  part,
  value,
  words: `${value} ms`,
});

test('bars are as long as their figures, whatever their names are', () => {
  const svg = parsed(barPlot('a < b & c', [bar('ours', 25), bar('"<theirs>"', 100), bar('no', 0)]));
  const widths = [...svg.querySelectorAll('rect')].map((rect) =>
    Number(rect.getAttribute('width')),
  );
  expect(widths).toEqual([LONGEST_BAR / 4, LONGEST_BAR, 1]);
  expect(svg.querySelector('title')?.textContent).toBe('a < b & c');
  expect(svg.documentElement.textContent).toContain('"<theirs>"');
  expect(svg.querySelector('style')?.textContent).toContain('prefers-color-scheme: dark');
});

test('every drawing of the document is well-formed, and a figure that grows rises over its sizes', () => {
  const folder = path.join(import.meta.dirname, '../../docs/benchmarks');
  const drawings = fs.globSync('*.svg', { cwd: folder });
  expect(drawings.filter((name) => name.endsWith('-growth.svg'))).not.toEqual([]);
  for (const name of drawings) {
    const line =
      parsed(fs.readFileSync(path.join(folder, name), 'utf8'))
        .querySelector('polyline')
        ?.getAttribute('points') ?? '';
    const widths = line.split(' ').map((at) => Number(at.split(',')[0]));
    expect([name, widths]).toEqual([name, widths.toSorted((a, b) => a - b)]);
  }
});
