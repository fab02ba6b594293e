/** The limits a person set, how much of each is used, and a button to change each. */
import { type ReactElement, useState } from 'react';
import type { Forecast } from '../../../src-shared/model/money/credit-views.ts';
import { SPEND_LIMITS, type SpendLimitName } from '../../../src-shared/model/money/spend-limits.ts';
import { BudgetBar } from '../../ui/chart/budget-bar.tsx';
import { classes } from '../../ui/layout/classes.ts';
import { Button } from '../../ui/layout/button.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import { useWords } from '../../words/words-context.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import styles from './credits.module.css';
import prose from '../../ui/layout/prose.module.css';

export function LimitsSection({ forecast }: Readonly<{ forecast: Forecast }>): ReactElement {
  const { credits, files, ui } = useWords();
  const pathText = usePathText();
  const [changing, setChanging] = useState<SpendLimitName | null>(null);
  const { limits, spentToday, spentThisMonth, reserved } = forecast;
  const spent = { day: spentToday, month: spentThisMonth };
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
                    <span>{name === 'brake-files' ? files.count(limit) : ui.credits(limit)}</span>
                    {(name === 'day' || name === 'month') && (
                      <BudgetBar
                        label={label}
                        budget={{ limit, spent: spent[name], reserved, queued: 0 }}
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
        {forecast.folders
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
      <SendsAgain />
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

/** Off until a person switches it on. */
function SendsAgain(): ReactElement | null {
  const words = useWords();
  const { credits } = words;
  const { value: isOn } = useRead('credits.resend');
  const { send, fault } = useSend('credits.setResend');
  if (isOn === null) return null;
  return (
    <div className={styles['block']}>
      <Checkbox isSelected={isOn} onChange={(next) => send({ isOn: next })}>
        {credits.sendsAgain}
      </Checkbox>
      <p className={prose['quiet']}>{credits.sendsAgainText}</p>
      <Problem text={faultSentence(fault, words)} />
    </div>
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
