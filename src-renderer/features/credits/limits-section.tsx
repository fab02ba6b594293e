/** The limits a person set, how much of each is used, and a button to change each. */
import { type ReactElement, useState } from 'react';
import type { CreditSummary } from '../../../src-shared/model/money/credit-views.ts';
import {
  LARGE_BATCH_FILES,
  SPEND_LIMITS,
  type SpendLimitName,
} from '../../../src-shared/model/money/spend-limits.ts';
import { BudgetBar } from '../../ui/chart/budget-bar.tsx';
import { classes } from '../../ui/layout/classes.ts';
import { Button } from '../../ui/layout/button.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import { useWords } from '../../words/words-context.ts';
import { useSend } from '../../data/use-action.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import styles from './credits.module.css';
import prose from '../../ui/layout/prose.module.css';

export function LimitsSection({ summary }: Readonly<{ summary: CreditSummary }>): ReactElement {
  const { credits, ui } = useWords();
  const pathText = usePathText();
  const [changing, setChanging] = useState<SpendLimitName | null>(null);
  const { limits, spentThisMonth, reserved } = summary;
  return (
    <section aria-labelledby="limits" className={styles['block']}>
      <h2 id="limits">{credits.limitsTitle}</h2>
      <ul className={lined['list']}>
        {SPEND_LIMITS.map((name) => {
          const limit = limits[name];
          const { label, text } = credits.limits[name];
          return (
            <li key={name} className={classes(lined['row'], styles['limitRow'])}>
              <span className={styles['limit']}>
                <strong>{label}</strong>
                <span className={prose['quiet']}>{text}</span>
              </span>
              <div className={styles['bar-cell']}>
                {limit === null ? (
                  <span className={prose['quiet']}>{credits.noLimit}</span>
                ) : (
                  <>
                    <span>{ui.credits(limit)}</span>
                    {name === 'month' && (
                      <BudgetBar
                        label={label}
                        budget={{ limit, spent: spentThisMonth, reserved, queued: 0 }}
                      />
                    )}
                  </>
                )}
              </div>
              <Button
                isSmall
                aria-label={credits.changeOf(label)}
                onPress={() => setChanging(name)}
              >
                {credits.change}
              </Button>
            </li>
          );
        })}
        {summary.folders
          .filter(({ budgetCredits }) => budgetCredits !== null)
          .map(({ id, path, budgetCredits, spentCredits, queuedCredits }) => (
            <li key={id} className={classes(lined['row'], styles['limitRow'])}>
              <span className={styles['limit']}>
                <FileName name={pathText(path)} />
                <span className={prose['quiet']}>{credits.folderBudget}</span>
              </span>
              <div className={styles['bar-cell']}>
                <span>{ui.credits(budgetCredits ?? 0)}</span>
                <BudgetBar
                  label={pathText(path)}
                  budget={{
                    limit: budgetCredits ?? 0,
                    spent: spentCredits,
                    reserved: 0,
                    queued: queuedCredits,
                  }}
                />
              </div>
            </li>
          ))}
      </ul>
      <p className={prose['quiet']}>{credits.largeBatches(LARGE_BATCH_FILES)}</p>
      {changing !== null && (
        <LimitDialog
          key={changing}
          name={changing}
          value={limits[changing]}
          onClose={() => setChanging(null)}
        />
      )}
    </section>
  );
}

function LimitDialog({
  name,
  value,
  onClose,
}: Readonly<{ name: SpendLimitName; value: number | null; onClose: () => void }>): ReactElement {
  const words = useWords();
  const { credits, ui } = words;
  const { text, setText, limit, isPending, fault, save } = useSpendLimit(name, value);
  const [error, setError] = useState<string | null>(null);
  const trySave = () => {
    setError(limit === undefined ? credits.wholeNumber : null);
    save(onClose);
  };
  return (
    <ConfirmDialog
      title={credits.limits[name].label}
      isOpen
      onClose={onClose}
      isQuestion={false}
      confirm={ui.save}
      isPending={isPending}
      isValid={limit !== undefined}
      onConfirm={trySave}
    >
      <TextField
        label={credits.limits[name].field}
        hint={credits.emptyLifts}
        inputMode="numeric"
        value={text}
        onChange={setText}
        error={error ?? faultSentence(fault, words)}
      />
    </ConfirmDialog>
  );
}

/** One spending limit while it is typed, for the two screens that show it: settings and credits. */
function useSpendLimit(name: SpendLimitName, saved: number | null) {
  const before = saved === null ? '' : String(saved);
  const [text, setText] = useState(before);
  const { send, isPending, fault } = useSend('credits.setLimit');
  const limit = readLimit(text);
  return {
    text,
    setText,
    /** The typed value: null for no limit, undefined if it is not an integer number of credits. */
    limit,
    isChanged: text.trim() !== before,
    isPending,
    /** Why it was not saved. */
    fault,
    /** Does nothing while the text is no limit. */
    save: (onSaved: () => void) => {
      if (limit !== undefined && !isPending) send({ name, value: limit }, onSaved);
    },
  };
}

/** Null for no limit, undefined if it is not an integer number of credits. */
export function readLimit(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d{1,12}$/.test(trimmed) ? Number(trimmed) : undefined;
}
