/** Which language the page speaks. Every component takes its words from here, so a new language is one new catalog. */
import { createContext, useContext } from 'react';
import { en, type Words } from './en.ts';
import { it } from './it.ts';

export const LANGUAGES = ['en', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

const CATALOGS: Readonly<Record<Language, Words>> = { en, it };

export function wordsOf(language: Language): Words {
  return CATALOGS[language];
}

export const WordsContext = createContext<Words>(en);

export function useWords(): Words {
  return useContext(WordsContext);
}

/** The first of the person's languages that we have; English otherwise. */
export function pickLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (found !== undefined) return found;
  }
  return 'en';
}
