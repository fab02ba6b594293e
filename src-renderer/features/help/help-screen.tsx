/** The guide, without a network: one page of it, and the way to the others. */
import { type ReactElement, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { HELP_PAGES, pathToHelp } from '../../paths.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useWords } from '../../words/words-context.ts';
import { readGuide } from './guide.ts';
import { type Guide, Markdown, parseGuide } from './markdown.tsx';

export function HelpScreen(): ReactElement {
  const { shell, language } = useWords();
  const [params] = useSearchParams();
  const page = HELP_PAGES.find((each) => each === params.get('page')) ?? 'start';
  const [guide, setGuide] = useState<Guide | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const text = await readGuide(language.id, page);
      if (isWanted) setGuide(parseGuide(text));
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [language.id, page]);
  return (
    <Page title={guide?.title ?? shell.help} kind="form">
      {guide !== null && <Markdown tokens={guide.tokens} />}
      {page !== 'start' && (
        <p>
          <LinkButton to={pathToHelp('start')} icon="info">
            {shell.allHelp}
          </LinkButton>
        </p>
      )}
    </Page>
  );
}
