/** The guide, without a network: one page of it, the paragraph that was asked for, and the way to the others. */
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCore } from '../../data/bridge-context.ts';
import { openGuideSearch, readGuide } from '../../parts/help/guide.ts';
import { Markdown } from '../../parts/help/guide-markdown.tsx';
import { useLoaded } from '../../parts/help/use-loaded.ts';
import { HELP_PAGES } from '../../../src-shared/model/text/guide-topics.ts';
import { pathTo, pathToHelp } from '../../paths.ts';
import { SearchField } from '../../ui/form/search-field.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { MissingPart } from '../../ui/layout/page-part.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './help.module.css';

export function HelpScreen(): ReactElement {
  const { shell, language, session } = useWords();
  const isSignedOut = useCore(({ status }) => status?.session.state === 'signed-out');
  const [params] = useSearchParams();
  const page = HELP_PAGES.find((each) => each === params.get('page')) ?? 'start';
  const part = params.get('part');
  const loaded = useLoaded(useCallback(() => readGuide(language.id, page), [language.id, page]));
  const guide = loaded === 'missing' ? null : loaded;
  useEffect(() => {
    if (guide !== null && part !== null) document.getElementById(part)?.focus();
  }, [guide, part]);
  return (
    <Page
      title={guide?.title ?? shell.help}
      kind="text"
      actions={isSignedOut && <LinkButton to={pathTo('welcome')}>{session.back}</LinkButton>}
    >
      <GuideSearch key={`${page} ${part}`} />
      {loaded === 'missing' && <MissingPart />}
      {guide !== null && (
        <>
          <Markdown tokens={guide.lead} />
          {guide.parts.map(({ anchor, title, tokens }) => (
            <section key={anchor} aria-labelledby={anchor} className={styles['part']}>
              <h2 id={anchor} tabIndex={-1}>
                {title}
              </h2>
              <Markdown tokens={tokens} />
            </section>
          ))}
        </>
      )}
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

/** Finds paragraphs of all pages. */
function GuideSearch(): ReactElement {
  const { shell, language } = useWords();
  const [text, setText] = useState('');
  const find = useLoaded(useCallback(() => openGuideSearch(language.id), [language.id]));
  const isReady = find !== null && find !== 'missing';
  const found = isReady ? find(text) : [];
  const isAsked = text.trim() !== '';
  return (
    <search>
      <SearchField label={shell.searchHelp} value={text} onChange={setText} />
      <div role="status">
        {isAsked && isReady && found.length === 0 && <p>{shell.nothingInHelp}</p>}
      </div>
      {isAsked && find === 'missing' && <MissingPart />}
      {found.length > 0 && (
        <ul className={styles['found']}>
          {found.map(({ page, anchor, title, pageTitle }) => (
            <li key={`${page} ${anchor}`}>
              <Link to={pathToHelp(page, anchor)}>{title}</Link> <span>{pageTitle}</span>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
