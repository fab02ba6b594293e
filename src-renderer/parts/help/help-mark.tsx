/** "?" beside a hard word: the paragraph of the guide that explains it, in place, and the way to its page. */
import type { ReactElement } from 'react';
import type { HelpTopic } from '../../../src-shared/model/text/guide-topics.ts';
import { lazyPart } from '../../ui/layout/page-part.tsx';
import { Popover } from '../../ui/overlay/popover.tsx';
import { useWords } from '../../words/words-context.ts';

const HelpParagraph = lazyPart(async () => (await import('./help-paragraph.tsx')).HelpParagraph);

/** `about`: the word beside it; without one it is a button that says what it is for. */
export function HelpMark({
  topic,
  about,
}: Readonly<{ topic: HelpTopic; about?: string }>): ReactElement {
  const { shell } = useWords();
  return (
    <Popover
      {...(about === undefined
        ? { label: shell.whatToDo }
        : { label: shell.helpAbout(about), icon: 'circle-question-mark' })}
    >
      <HelpParagraph topic={topic} />
    </Popover>
  );
}
