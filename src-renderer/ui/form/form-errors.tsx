/** What is wrong with a form, all at once: each error leads to its field. */
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import styles from './form.module.css';
import { Icon } from '../layout/icon.tsx';

export interface FormError {
  /** The name of its `FormField`. */
  readonly field: string;
  /** What is wrong, in words, with the name of the field. */
  readonly text: string;
}

/** Makes a field one that the summary of errors leads to. It takes no part in the layout. */
export function FormField({
  name,
  children,
}: Readonly<{ name: string; children: ReactNode }>): ReactElement {
  return (
    <div data-field={name} className={styles['field']}>
      {children}
    </div>
  );
}

/** Takes the focus each time `judgedTimes` grows, so that a screen reader reads all of it. */
export function FormErrors({
  errors,
  judgedTimes,
}: Readonly<{ errors: readonly FormError[]; judgedTimes: number }>): ReactElement | null {
  const { ui } = useWords();
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (judgedTimes > 0) summary.current?.focus();
  }, [judgedTimes]);
  if (errors.length === 0) return null;
  return (
    <section
      ref={summary}
      data-errors
      tabIndex={-1}
      aria-label={ui.formErrors(errors.length)}
      className={styles['errors']}
    >
      <p className={styles['problem']}>
        <Icon name="octagon-exclamation-point" />
        {ui.formErrors(errors.length)}
      </p>
      <ul>
        {errors.map(({ field, text }) => (
          <li key={field}>
            <button
              type="button"
              className={styles['errorLink']}
              onClick={(event) => focusField(event.currentTarget.form, field)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const folded = field?.closest('details');
  if (folded instanceof HTMLDetailsElement) folded.open = true;
  field
    ?.querySelector<HTMLElement>(
      'input:not([type="hidden"]):not([tabindex="-1"]), textarea, button',
    )
    ?.focus();
}
