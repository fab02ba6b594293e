/** One line of a setting that applies when it is left or with Enter, and says that it was saved. */
import type { ReactElement } from 'react';
import { TextField } from './text-field.tsx';
import { type AppliedOptions, useApplied } from './use-applied.ts';
import { useWords } from '../../words/words-context.ts';
import { Icon } from '../layout/icon.tsx';
import styles from './form.module.css';

export interface AppliedFieldProps<Value> extends AppliedOptions<string, Value> {
  readonly label: string;
  readonly hint?: string;
  /** Said while what was typed cannot be used. */
  readonly needs: string;
}

export function AppliedField<Value>({
  label,
  hint,
  needs,
  ...options
}: AppliedFieldProps<Value>): ReactElement {
  const { draft, change, apply, isSaved } = useApplied(options);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        inputMode="numeric"
        value={draft}
        onChange={change}
        onBlur={() => apply()}
        error={options.read(draft) === undefined ? needs : null}
      />
      <input type="submit" hidden />
      <SavedMark isSaved={isSaved} />
    </form>
  );
}

/** That a setting was kept, seen and said. Its place is there before, so that it is heard. */
export function SavedMark({ isSaved }: Readonly<{ isSaved: boolean }>): ReactElement {
  const { ui } = useWords();
  return (
    <p role="status" className={styles['saved']}>
      {isSaved && (
        <>
          <Icon name="check" size={0.875} />
          {ui.saved}
        </>
      )}
    </p>
  );
}
