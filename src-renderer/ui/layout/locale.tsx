/** The language of the page, for our own words and for those that the component library brings. */
import type { ReactElement, ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Language } from '../../../src-shared/model/words/languages.ts';
import { WordsContext, wordsOf } from '../../words/words-context.ts';

export function Locale({
  language,
  children,
}: Readonly<{ language: Language; children: ReactNode }>): ReactElement {
  const words = wordsOf(language);
  return (
    <I18nProvider locale={words.language.tag}>
      <WordsContext value={words}>{children}</WordsContext>
    </I18nProvider>
  );
}
