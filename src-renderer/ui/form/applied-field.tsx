/** One line of a setting that applies when it is left or with Enter, and says that it was saved. */
import type { ReactElement } from 'react';
import { SavedMark } from './saved-mark.tsx';
import { TextField } from './text-field.tsx';
import { type AppliedOptions, useApplied } from './use-applied.ts';

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
      <SavedMark isSaved={isSaved} />
    </form>
  );
}
