/** The banner above every page: the one thing to know first, what to do about it, and the others behind a button. */
import type { ReactElement } from 'react';
import { type HealthItem, healthSeverity } from '../../../src-shared/model/status/health.ts';
import { topicOfHealth } from '../../../src-shared/model/text/guide-topics.ts';
import { HealthAction, sayHealth } from '../../parts/notices/health-action.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { Popover } from '../../ui/overlay/popover.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './shell.module.css';

export function HealthArea({
  items,
  nowMs,
  isNews,
}: Readonly<{
  items: readonly HealthItem[];
  nowMs: number;
  /** Whether nobody was told of it before. */
  isNews: (item: HealthItem) => boolean;
}>): ReactElement {
  const words = useWords();
  const pathText = usePathText();
  const isSaid = items[0] !== undefined && !isNews(items[0]);
  const [first, ...others] = items.map((item) =>
    'path' in item ? { ...item, path: pathText(item.path) } : item,
  );
  const topic = first === undefined ? undefined : topicOfHealth(first);
  const said = first === undefined ? null : sayHealth(first, words, nowMs);
  return (
    // Its title is said once; how long it still takes would be said again and again.
    <div
      className={styles['banner']}
      role="status"
      aria-atomic={false}
      aria-live={isSaid ? 'off' : 'polite'}
    >
      {first !== undefined && said !== null && (
        <HealthBanner severity={healthSeverity(first.code)} {...said}>
          <HealthAction item={first} />
          {topic !== undefined && <HelpMark topic={topic} about={said.title} />}
          {others.length > 0 && (
            <Popover label={words.ui.more(others.length)}>
              <ul className={styles['others']}>
                {others.map((item) => {
                  const { title, text } = sayHealth(item, words, nowMs);
                  return (
                    <li key={`${item.code} ${'path' in item ? item.path : ''}`}>
                      <strong>{title}</strong> {text}
                    </li>
                  );
                })}
              </ul>
            </Popover>
          )}
        </HealthBanner>
      )}
    </div>
  );
}
