/** Files that money or a limit holds back, the smallest first: chosen one by one with their sum, or as many as fit. */
import { useMemo, useState, type ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useFileRange, type FileQuery } from '../../bridge/use-file-range.ts';
import { useSend } from '../../bridge/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Cost } from '../../ui/cost.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './credits.module.css';
import { isReleasable, sumOf, whatFits } from './release.ts';

const HELD: FileQuery = {
  filter: { states: ['held'], holds: ['credits', 'budget'] },
  sort: { by: 'size', isDescending: false },
};
const NOBODY: ReadonlySet<string> = new Set();

/** `spendable`: balance without what is on its way; null while it is not known. */
export function HeldSection({
  spendable,
}: Readonly<{ spendable: number | null }>): ReactElement | null {
  const words = useWords();
  const { credits, ui, figures } = words;
  const range = useFileRange(HELD);
  const files = useMemo(() => range.rows(), [range]);
  const [chosen, setChosen] = useState(NOBODY);
  const approve = useSend('files.approve');
  if (range.total === null || range.total === 0) return null;

  const here = new Set(files.filter(isReleasable).map(({ id }) => id));
  const selected = new Set([...chosen].filter((id) => here.has(id)));
  const sum = sumOf(files, selected);
  const fitting = whatFits(files, spendable ?? 0);
  const fittingSum = sumOf(files, fitting);
  const release = (ids: ReadonlySet<string>) =>
    approve.send({ fileIds: [...ids] }, () => setChosen(NOBODY));
  const reason = releaseProblem({ count: selected.size, sum, spendable }, credits);
  return (
    <section aria-labelledby="held" className={styles['block']}>
      <div className={styles['head']}>
        <h2 id="held">{credits.heldTitle(range.total)}</h2>
        <span className={styles['quiet']}>{credits.smallestFirst}</span>
      </div>
      <ul className={styles['list']}>
        {files.map((file) => (
          <HeldFile
            key={file.id}
            file={file}
            isChosen={selected.has(file.id)}
            onChoose={(isChosen) =>
              setChosen(
                isChosen
                  ? new Set([...selected, file.id])
                  : new Set([...selected].filter((id) => id !== file.id)),
              )
            }
          />
        ))}
      </ul>
      {range.total > files.length && (
        <LinkButton isSmall to="/files?show=held.budget">
          {credits.allHeld(range.total)}
        </LinkButton>
      )}
      {here.size > 0 && (
        <div className={styles['tools']}>
          <span role="status">
            {credits.selected(
              selected.size,
              figures.number(sum),
              spendable === null ? null : figures.number(Math.max(0, spendable)),
            )}
          </span>
          <ReasonedButton
            reason={reason}
            isPending={approve.isPending}
            onPress={() => release(selected)}
          >
            {credits.releaseSelected(ui.credits(sum))}
          </ReasonedButton>
          {fitting.size > 0 && (
            <Button isPending={approve.isPending} onPress={() => release(fitting)}>
              {credits.releaseFitting(fitting.size, ui.credits(fittingSum))}
            </Button>
          )}
        </div>
      )}
      {approve.fault !== null && <p role="alert">{faultSentence(approve.fault, words)}</p>}
    </section>
  );
}

/** Why the chosen ones cannot be let go now; null when they can. */
function releaseProblem(
  { count, sum, spendable }: { count: number; sum: number; spendable: number | null },
  { chooseFirst, moreThanThere }: { chooseFirst: string; moreThanThere: string },
): string | null {
  if (count === 0) return chooseFirst;
  return spendable !== null && sum > spendable ? moreThanThere : null;
}

function HeldFile({
  file,
  isChosen,
  onChoose,
}: Readonly<{
  file: FileListRow;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}>): ReactElement {
  const { credits } = useWords();
  return (
    <li className={styles['row']}>
      <span className={styles['limit']}>
        {isReleasable(file) ? (
          <Checkbox isSelected={isChosen} onChange={onChoose}>
            <FileName name={file.name} />
          </Checkbox>
        ) : (
          <FileName name={file.name} />
        )}
      </span>
      <span className={styles['bar-cell']}>
        <StatusText
          state={file.state}
          hold={file.hold}
          {...(isReleasable(file) ? {} : { detail: credits.goesByItself })}
        />
      </span>
      <span className={styles['cost']}>
        <Cost credits={file.credits} isExact={file.isPriceExact} />
      </span>
    </li>
  );
}
