/** Which language the page speaks. Every component takes its words from here, so a new language is one new catalog. */
import { createContext, useContext } from 'react';
import type { Language } from '../../src-shared/model/words/languages.ts';
import { en, type Words } from './en.ts';
import { it } from './it.ts';

const CATALOGS: Readonly<Record<Language, Words>> = { en, it };

export function wordsOf(language: Language): Words {
  return CATALOGS[language];
}

export const WordsContext = createContext<Words>(en);

export function useWords(): Words {
  return useContext(WordsContext);
}
