/**
 * The languages that people can choose. One more is a word here and a folder in each `words`; the compiler then names
 * every table and every piece that lacks it. The command line speaks English only.
 */
export const LANGUAGES = ['en', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first of the person's languages, as tags such as `it-CH`, that there is; English otherwise. */
export function pickLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (found !== undefined) return found;
  }
  return 'en';
}
