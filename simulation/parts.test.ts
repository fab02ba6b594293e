import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeChance } from './chance.ts';
import { findCanary, makeTokens } from './service/tokens.ts';
import { MUTANTS } from './mutants.ts';
import { patched } from './mutate.ts';
import { readForm } from './service/form-reader.ts';
const root = fileURLToPath(new URL('..', import.meta.url));

function drawFromBranch(isDisturbed: boolean): readonly number[] {
  const chance = makeChance(7);
  const branch = chance.branch('disk');
  if (isDisturbed) chance.next();
  return [branch.next(), branch.below(100), branch.between(3, 4)];
}

describe('what the simulation is made of', () => {
  test('chance is the same for a seed, and its branches do not disturb each other', () => {
    expect(drawFromBranch(true)).toEqual(drawFromBranch(false));
    expect(makeChance(8).next()).not.toBe(makeChance(7).next());
    const many = Array.from(
      { length: 2_000 },
      (
        (chance) => () =>
          chance.next()
      )(makeChance(1)),
    );
    const mean = many.reduce((sum, one) => sum + one, 0) / many.length;
    expect(mean).toBeGreaterThan(0.47);
    expect(mean).toBeLessThan(0.53);
  });

  test('a token is found in every writing of it', () => {
    const token = makeTokens(
      () => 0,
      () => 1_000,
    ).issue('ada@lab.test');
    const segments = token.split('.');
    const writings = [token, ...segments, Buffer.from(`Bearer ${token}`).toString('base64')];
    for (const text of writings) expect(findCanary(`before ${text} after`)).not.toBeNull();
    expect(findCanary('nothing of the kind')).toBeNull();
  });

  test('a form counts as whole from its closing delimiter on, not before', () => {
    const text =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a%22"\r\n\r\nbytes\r\n--b--\r\n';
    const type = 'multipart/form-data; boundary=b';
    expect(readForm(Buffer.from(text), type)).toMatchObject({
      fileName: 'a"',
      content: Buffer.from('bytes'),
    });
    expect(readForm(Buffer.from(text.slice(0, -2)), type)).not.toBeNull();
    for (let end = 0; end < text.length - 2; end += 1) {
      expect(readForm(Buffer.from(text.slice(0, end)), type)).toBeNull();
    }
  });

  test.each(Object.entries(MUTANTS))(
    'the mutant %s fits the code as it is',
    (_name, { patches }) => {
      const texts = new Map<string, string>();
      for (const patch of patches) {
        const text = texts.get(patch.file) ?? fs.readFileSync(`${root}/${patch.file}`, 'utf8');
        texts.set(patch.file, patched(text, patch));
      }
      expect(texts.size).toBeGreaterThan(0);
    },
  );

  test('a mutant that fits no place, or several, is refused', () => {
    const patch = { file: 'a.ts', from: 'one', to: 'two' };
    expect(patched('there is one', patch)).toBe('there is two');
    expect(() => patched('there is none here', { ...patch, from: 'some' })).toThrow(
      'fits 0 places',
    );
    expect(() => patched('one and one', patch)).toThrow('fits 2 places');
  });
});
