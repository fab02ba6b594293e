/** How the files of a folder stand: a drawing, and the same in words. */
import type { ReactElement } from 'react';
import { countText, type FileCounts } from '../../parts/files/count-text.ts';
import { PartsBar } from '../../ui/chart/parts-bar.tsx';
import arrangement from '../../ui/layout/arrangement.module.css';
import { useWords } from '../../words/words-context.ts';

export function FileStanding({
  counts,
  bytes,
}: Readonly<{ counts: FileCounts; bytes: number }>): ReactElement {
  const words = useWords();
  const { figures, files } = words;
  return (
    <div className={arrangement['close']}>
      <PartsBar percents={shareWidths(counts)} />
      <p>
        {`${files.count(counts.files)} · ${figures.size(bytes)}`}
        {counts.files > 0 && ` · ${countText(counts, words)}`}
      </p>
    </div>
  );
}

const PARTS = ['done', 'toGo', 'needYou'] as const;
type Shares = Pick<FileCounts, (typeof PARTS)[number]>;
const LEAST_PERCENT = 1; // one problem among a million is seen

/** Widths in percent of what there is; a part that is not empty is never too narrow to be seen. */
export function shareWidths(shares: Shares): Shares {
  const sum = PARTS.reduce((all, part) => all + shares[part], 0);
  const [done = 0, toGo = 0, needYou = 0] = PARTS.map((part) =>
    shares[part] === 0 ? 0 : Math.max(LEAST_PERCENT, (shares[part] / sum) * 100),
  );
  return { done, toGo, needYou };
}
