/** The typed values of a form and what is wrong with them; errors show after the first try to send, then follow the typing. */
import { useState } from 'react';

export type Errors<Values> = Partial<Record<keyof Values, string>>;

export interface Fields<Values> {
  readonly values: Values;
  /** For a text field: value, error and what takes the typing. */
  readonly field: (name: keyof Values & string) => {
    readonly name: string;
    readonly value: string;
    readonly error: string | null;
    readonly onChange: (value: string) => void;
  };
  /** True when nothing is wrong; from now on errors show. */
  readonly check: () => boolean;
}

export function useFields<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  validate: (values: Values) => Errors<Values>,
): Fields<Values> {
  const [values, setValues] = useState(initial);
  const [showsErrors, setShowsErrors] = useState(false);
  const errors = validate(values);
  return {
    values,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: showsErrors ? (errors[name] ?? null) : null,
      onChange: (value) => setValues((before) => ({ ...before, [name]: value })),
    }),
    check: () => {
      setShowsErrors(true);
      return Object.keys(errors).length === 0;
    },
  };
}
