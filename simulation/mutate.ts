/** Puts a mutant into the product while it is loaded, in this thread only. The files themselves are left alone. */
import fs from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { MUTANTS, type Patch } from './mutants.ts';

/** Call it before anything of the product is imported. Throws when the mutant is unknown or fits no longer. */
export function infect(name: string): void {
  const mutant = MUTANTS[name];
  if (mutant === undefined) throw new Error(`no mutant is called ${name}`);
  const texts = new Map<string, string>();
  for (const patch of mutant.patches) {
    const { href } = new URL(`../${patch.file}`, import.meta.url);
    texts.set(
      href,
      patched(texts.get(href) ?? fs.readFileSync(fileURLToPath(href), 'utf8'), patch),
    );
  }
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const source = texts.get(url);
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
}

/** The text with the mistake in it. */
export function patched(text: string, { file, from, to }: Patch): string {
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`a mutant fits ${places} places of ${file}: ${from}`);
  return text.replace(from, () => to);
}
