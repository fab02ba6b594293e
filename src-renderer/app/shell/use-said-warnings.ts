/**
 * Says to screen readers, once each, what comes to need attention by itself and stands in a list, and not in the banner. What
 * the banner says is news there once: not again on the next page.
 */
import { useEffect, useRef } from 'react';
import type { HealthItem } from '../../../src-shared/model/status/health.ts';
import { sayHealth } from '../../parts/notices/health-action.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { useWords } from '../../words/words-context.ts';

/**
 * `inBanner`: those of them that the banner says. `isKnown`: what is wrong from the start is read with the page. Returns whether
 * one of them was not said before.
 */
export function useSaidWarnings(
  health: readonly HealthItem[],
  {
    inBanner,
    isKnown,
    nowMs,
  }: {
    readonly inBanner: readonly HealthItem[];
    readonly isKnown: boolean;
    readonly nowMs: number;
  },
): (item: HealthItem) => boolean {
  const words = useWords();
  const pathText = usePathText();
  const announce = useAnnounce();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    const before = known.current;
    known.current = new Set(health.map(keyOf));
    if (before === null) return;
    const news = health.filter((item) => !before.has(keyOf(item)) && !inBanner.includes(item));
    if (news.length === 0) return;
    const sentences = news.map((item) => {
      const shown = 'path' in item ? { ...item, path: pathText(item.path) } : item;
      const { title, text } = sayHealth(shown, words, nowMs);
      return `${title} ${text}`;
    });
    announce(sentences.join(' '));
  }, [health, inBanner, isKnown, nowMs, words, pathText, announce]);
  return (item) => known.current?.has(keyOf(item)) !== true;
}

function keyOf(item: HealthItem): string {
  return 'path' in item ? `${item.code} ${item.path}` : item.code;
}
