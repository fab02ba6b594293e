/** One paragraph of the guide. */
import { type ReactElement, useCallback } from 'react';
import { Link } from 'react-router';
import { type HelpTopic, placeOfTopic } from '../../../src-shared/model/text/guide-topics.ts';
import { pathToHelp } from '../../paths.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { MissingPart } from '../../ui/layout/page-part.tsx';
import { useWords } from '../../words/words-context.ts';
import { readGuide } from './guide.ts';
import { Markdown } from './guide-markdown.tsx';
import { useLoaded } from './use-loaded.ts';
import arrangement from '../../ui/layout/arrangement.module.css';

export function HelpParagraph({ topic }: Readonly<{ topic: HelpTopic }>): ReactElement {
  const { shell, language } = useWords();
  const { page, anchor } = placeOfTopic(topic);
  const guide = useLoaded(useCallback(() => readGuide(language.id, page), [language.id, page]));
  if (guide === null) return <Skeleton lines={3} />;
  const part = guide === 'missing' ? undefined : guide.parts.find((one) => one.anchor === anchor);
  return (
    <div className={arrangement['group']}>
      {part === undefined ? (
        <MissingPart />
      ) : (
        <>
          <h3>{part.title}</h3>
          <Markdown tokens={part.tokens} />
        </>
      )}
      <p>
        <Link to={pathToHelp(page, anchor)}>{shell.openGuide}</Link>
      </p>
    </div>
  );
}
