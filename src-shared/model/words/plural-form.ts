import { onFirstUse } from '../on-first-use.ts';

/** Which of two forms of a word goes with a number, by the rules of a language (CLDR). */
export type PluralForm = (count: number, one: string, other: string) => string;

/** For languages with two forms; one with more needs a catalog that asks for each of them. */
export function makePluralForm(locale: string): PluralForm {
  const rules = onFirstUse(() => new Intl.PluralRules(locale));
  return (count, one, other) => (rules().select(count) === 'one' ? one : other);
}
