import { expect, test } from 'vitest';
import { makePdfFinder, rangesOf } from './pdf-find.ts';

const pageOf = (pieces: readonly string[]) => ({
  getTextContent: async () => ({
    items: pieces.map((str, at) => ({ str, hasEOL: at === pieces.length - 1 })),
  }),
});

/** Pages of pieces; a line ends with the last piece of each. */
function pdfOf(...pages: readonly (readonly string[])[]) {
  const page = async (number: number) => pageOf(pages[number - 1] ?? []) as never;
  return { pageCount: pages.length, page };
}

function layerOf(texts: readonly string[]) {
  const layer = document.createElement('div');
  const elements = texts.map((text) => {
    const element = document.createElement('span');
    element.textContent = text;
    layer.append(element);
    return element;
  });
  return { elements, texts };
}

const never = new AbortController().signal;

test.each([
  [
    'letter-spaced labels, which come as single letters',
    'T r a n s a c t i o n'.split(' '),
    'transaction',
    'Transaction',
  ],
  [
    'letter-spaced labels, which come with spaces',
    ['B L O C K H A S H', ' ', '0x12'],
    'block hash',
    'B L O C K H A S H',
  ],
  ['single letters that are words', ['a, b c'], 'b c', 'b c'],
  ['any case', ['Block hash 0x12'], 'BLOCK HASH', 'Block hash'],
  ['a word in two pieces', ['ow', 'ner: Ada'], 'owner', 'owner'],
  ['a group of a fingerprint', ['4cb9 b55b 64bb'], 'b55b', 'b55b'],
  ['letters without their accents', ['Università di Pavia'], 'universita', 'Università'],
])('it finds %s, and marks exactly these words', async (_, pieces, words, marked) => {
  const [hit, ...others] = await makePdfFinder(pdfOf(['before'], pieces))(words, never);
  expect(others).toEqual([]);
  expect(hit).toMatchObject({ page: 2 });
  expect(hit && rangesOf(layerOf(pieces), hit)?.toString()).toBe(marked);
});

test('hits come in the order of reading, page after page; nothing is found of what is not there', async () => {
  const find = makePdfFinder(pdfOf(['a chain, a chain'], ['no', 'chain']));
  expect((await find('chain', never)).map(({ page }) => page)).toEqual([1, 1, 2]);
  expect(await find('elsewhere', never)).toEqual([]);
  expect(await find('  ', never)).toEqual([]);
  await expect(find('chain', AbortSignal.abort())).rejects.toThrow('aborted');
});
