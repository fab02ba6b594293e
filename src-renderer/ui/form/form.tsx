/** A form: its fields, what went wrong with it as a whole, and its one filled button. What was typed is never lost. */
import { useRef, useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { Button } from '../layout/button.tsx';
import { type FormError, FormErrors } from './form-errors.tsx';
import styles from './form.module.css';
import { Icon } from '../layout/icon.tsx';

export interface FormProps {
  /**
   * Returns whether the fields could be sent; when not, the summary of errors takes the focus, or, without one, the first
   * wrong field.
   */
  readonly onSubmit: () => boolean;
  readonly submitLabel: string;
  readonly isPending: boolean;
  /** Why it was not done; null when there is nothing to say. */
  readonly problem: string | null;
  /** All that is wrong with its fields, once somebody tried to go on; said above them. */
  readonly errors?: readonly FormError[];
  /** What the button does and costs. It stays in sight with the button, however long the form. */
  readonly summary?: ReactNode;
  /** Another way to go on, beside the button. */
  readonly other?: { readonly label: string; readonly onSubmit: () => boolean } | null;
  readonly children: ReactNode;
}

const NO_ERRORS: readonly FormError[] = [];

export function Form({
  onSubmit,
  submitLabel,
  isPending,
  problem,
  errors = NO_ERRORS,
  summary,
  other = null,
  children,
}: FormProps): ReactElement {
  const { form, judgedTimes, submit, onEvent } = useSubmit(isPending);
  const button = (
    <Button type="submit" kind="primary" isPending={isPending}>
      {submitLabel}
    </Button>
  );
  return (
    <form ref={form} noValidate onSubmit={onEvent(onSubmit)} className={styles['form']}>
      <FormErrors errors={errors} judgedTimes={judgedTimes} />
      {children}
      {summary === undefined ? (
        <>
          <Problem text={problem} />
          {button}
        </>
      ) : (
        <div className={styles['bar']}>
          <Problem text={problem} />
          <div className={styles['barLine']}>
            <div className={styles['summary']} role="status">
              {summary}
            </div>
            {other !== null && (
              <Button isPending={isPending} onPress={() => submit(other.onSubmit)}>
                {other.label}
              </Button>
            )}
            {button}
          </div>
        </div>
      )}
    </form>
  );
}

/** What is wrong takes the focus: the summary of a form that has one, else the first field. */
export function useSubmit(isPending: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const [judgedTimes, setJudgedTimes] = useState(0);
  const submit = (send: () => boolean) => {
    if (isPending || send()) return;
    setJudgedTimes((before) => before + 1);
    // After the fields have been drawn with their errors.
    requestAnimationFrame(() => {
      if (form.current?.querySelector('[data-errors]') instanceof HTMLElement) return;
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  const onEvent = (send: () => boolean) => (event: FormEvent) => {
    event.preventDefault();
    submit(send);
  };
  return { form, judgedTimes, submit, onEvent };
}

/** Why something was not done; said at once when it appears. Null when there is nothing to say. */
export function Problem({ text }: Readonly<{ text: string | null }>): ReactElement {
  return (
    <div role="alert">
      {text !== null && (
        <p className={styles['problem']}>
          <Icon name="octagon-exclamation-point" />
          {text}
        </p>
      )}
    </div>
  );
}

/** Says that something was done, where the form stood or above the next one. */
export function Success({ children }: Readonly<{ children: ReactNode }>): ReactElement {
  return (
    <p role="status" className={styles['success']}>
      <Icon name="circle-check" />
      {children}
    </p>
  );
}

/** Other ways to go on, under a form. */
export function FormLinks({ children }: Readonly<{ children: ReactNode }>): ReactElement {
  return <p className={styles['links']}>{children}</p>;
}
