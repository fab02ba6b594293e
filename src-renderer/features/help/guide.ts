/** The guide of the repository, as it ships with the page: a language's pages are loaded when one of them is opened. */
import type { Language } from '../../../src-shared/model/words/languages.ts';
import type { HelpPage } from '../../paths.ts';

const TEXTS = import.meta.glob<string>('../../../docs/guide/*/*.md', {
  query: '?raw',
  import: 'default',
});

/** Its Markdown. */
export async function readGuide(language: Language, page: HelpPage): Promise<string> {
  const name = page === 'start' ? 'README' : page;
  return (await TEXTS[`../../../docs/guide/${language}/${name}.md`]?.()) ?? '';
}
