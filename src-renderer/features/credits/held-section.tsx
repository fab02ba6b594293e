/** Files that money or a limit holds back, the smallest first: chosen one by one with their sum, or as many as fit. */
import { type ReactElement, useMemo, useState } from 'react';
import type { FileListRow, FileSelection } from '../../../src-shared/bridge/file-calls.ts';
import { byPlace } from '../../../src-shared/model/files/folder-path.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { type FileQuery, useFileRange } from '../../data/use-range.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { overLimitText } from '../../parts/files/held-text.ts';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { StatusText } from '../../parts/files/status-text.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToFilesIn } from '../../paths.ts';
import styles from './credits.module.css';
import { MakePrivateDialog, privateCredits } from './make-private-dialog.tsx';
import prose from '../../ui/layout/prose.module.css';
import { HoldQuestion } from '../../parts/credits/hold-question.tsx';

const HELD: FileQuery = {
  filter: { states: ['held'], holds: ['credits', 'budget'] },
  sort: { by: 'size', isDescending: false },
};
const NOBODY: ReadonlySet<string> = new Set();

/** `spendable`: balance without what is on its way; null while it is not known. */
export function HeldSection({
  spendable,
}: Readonly<{ spendable: number | null }>): ReactElement | null {
  const { credits, ui, figures } = useWords();
  const range = useFileRange(HELD);
  const files = useMemo(
    () => range.rows().toSorted((one, other) => one.credits - other.credits || byPlace(one, other)),
    [range],
  );
  const [chosen, setChosen] = useState(NOBODY);
  const [isAsking, setIsAsking] = useState(false);
  /** Those that are asked about; null: none. */
  const [letting, setLetting] = useState<FileSelection | null>(null);
  if (range.total === null || range.total === 0) return null;

  const chosenFiles = files.filter(({ id }) => chosen.has(id));
  const selected = new Set(chosenFiles.map(({ id }) => id));
  const sum = creditsOf(files, selected);
  const publicOnes = chosenFiles.filter(({ visibility }) => visibility === 'public');
  const fitting = whatFits(files, spendable ?? 0);
  const fittingSum = creditsOf(files, fitting);
  const reason = releaseProblem(chosenFiles, { sum, spendable }, credits);
  return (
    <section aria-labelledby="held" className={styles['block']}>
      <div className={styles['head']}>
        <h2 id="held">{credits.heldTitle(range.total)}</h2>
        <span className={prose['quiet']}>{credits.smallestFirst}</span>
      </div>
      <ul className={lined['list']}>
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
        <LinkButton isSmall to={pathToFilesIn('held', null)}>
          {credits.allHeld(range.total)}
        </LinkButton>
      )}
      <div className={styles['tools']}>
        <span role="status">
          {selected.size === 0
            ? credits.chooseFirst
            : credits.selected(
                selected.size,
                figures.number(sum),
                spendable === null ? null : figures.number(Math.max(0, spendable)),
              )}
        </span>
        {chosenFiles.some(isReleasable) && (
          <ReasonedButton reason={reason} onPress={() => setLetting({ fileIds: [...selected] })}>
            {credits.releaseSelected(ui.credits(sum))}
          </ReasonedButton>
        )}
        {fitting.size > 0 && (
          <Button onPress={() => setLetting({ fileIds: [...fitting] })}>
            {credits.releaseFitting(fitting.size, ui.credits(fittingSum))}
          </Button>
        )}
        {selected.size > 0 && (
          <ReasonedButton
            reason={publicOnes.length === 0 ? credits.allPrivate : null}
            onPress={() => setIsAsking(true)}
          >
            {credits.makePrivate(ui.credits(privateCredits(publicOnes)))}
          </ReasonedButton>
        )}
      </div>
      {isAsking && (
        <MakePrivateDialog
          files={publicOnes}
          onDone={() => {
            setIsAsking(false);
            setChosen(NOBODY);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
      {letting !== null && (
        <HoldQuestion
          selection={letting}
          onDone={() => {
            setLetting(null);
            setChosen(NOBODY);
          }}
          onClose={() => setLetting(null)}
        />
      )}
    </section>
  );
}

function cheapestFirst(one: Priced, other: Priced): number {
  return one.credits - other.credits || Number(one.id) - Number(other.id);
}

/** Why the chosen ones cannot be let go now; null when they can. */
function releaseProblem(
  chosen: readonly FileListRow[],
  { sum, spendable }: { readonly sum: number; readonly spendable: number | null },
  words: Pick<Words['credits'], 'someGoByThemselves' | 'moreThanThere'>,
): string | null {
  if (!chosen.every(isReleasable)) return words.someGoByThemselves;
  return spendable !== null && sum > spendable ? words.moreThanThere : null;
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
  const words = useWords();
  const { activity, credits, ui } = words;
  const limit = overLimitText(file, words);
  return (
    <li className={lined['row']}>
      <span className={styles['limit']}>
        <Checkbox isSelected={isChosen} onChange={onChoose}>
          <PlacedName name={file.name} folderPath={file.folderPath} />
        </Checkbox>
      </span>
      <span className={styles['bar-cell']}>
        <StatusText
          state={file.state}
          hold={file.hold}
          {...(isReleasable(file) ? {} : { detail: credits.goesByItself })}
          {...(limit === null ? {} : { detail: limit })}
        />
      </span>
      <span className={styles['cost']}>{ui.atMost(file.credits)}</span>
      <LinkButton
        isSmall
        label={`${activity.show}: ${printable(file.name)}`}
        to={pathTo('file', file.projectId, file.id)}
      >
        {activity.show}
      </LinkButton>
    </li>
  );
}

/** Those over a budget go with a person's word; those without credits go by themselves when there are some. */
export function isReleasable({ state, hold }: Pick<FileListRow, 'state' | 'hold'>): boolean {
  return state === 'held' && hold === 'budget';
}

type Priced = Pick<FileListRow, 'id' | 'credits' | 'state' | 'hold'>;

/** The cheapest first, as many as `credits` pay for. */
export function whatFits(files: readonly Priced[], credits: number): ReadonlySet<string> {
  const fits = new Set<string>();
  let sum = 0;
  for (const file of files.filter(isReleasable).toSorted(cheapestFirst)) {
    if (sum + file.credits > credits) break;
    sum += file.credits;
    fits.add(file.id);
  }
  return fits;
}

/** What the chosen ones cost together. */
export function creditsOf(files: readonly Priced[], chosen: ReadonlySet<string>): number {
  return files.reduce((sum, { id, credits }) => sum + (chosen.has(id) ? credits : 0), 0);
}
