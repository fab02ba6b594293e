/** A form: its fields, what went wrong with it as a whole, and its one filled button. What was typed is never lost. */
import {
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { Button } from '../layout/button.tsx';
import { focusField, FormErrors, FormErrorsContext, useFormErrors } from './form-errors.tsx';
import styles from './form.module.css';
import { Icon } from '../layout/icon.tsx';

export interface FormProps {
  /** Returns whether the fields could be sent; when not, what is wrong takes the focus. */
  readonly onSubmit: () => boolean;
  readonly submitLabel: string;
  readonly isPending: boolean;
  /** Why it was not done; null when there is nothing to say. */
  readonly problem: string | null;
  /** What the button does and costs. It stays in sight with the button, however long the form. */
  readonly summary?: ReactNode;
  /** Another way to go on, beside the button. */
  readonly other?: { readonly label: string; readonly onSubmit: () => boolean } | null;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLFormElement>;
}

export function Form({
  onSubmit,
  submitLabel,
  isPending,
  problem,
  summary,
  other = null,
  children,
  ref,
}: FormProps): ReactElement {
  const {
    errors,
    isJudged,
    setFieldError,
    summary: listed,
    submit,
    onEvent,
  } = useSubmit(isPending);
  const button = (
    <Button type="submit" kind="primary" isPending={isPending}>
      {submitLabel}
    </Button>
  );
  return (
    <form ref={ref} noValidate onSubmit={onEvent(onSubmit)} className={styles['form']}>
      {isJudged && <FormErrors ref={listed} errors={errors} />}
      <FormErrorsContext value={setFieldError}>{children}</FormErrorsContext>
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

/**
 * What is wrong takes the focus: one wrong field itself, of several their summary, so that a screen reader reads all of
 * it. `isJudged`: somebody tried to go on, so what is wrong is summed up.
 */
export function useSubmit(isPending: boolean) {
  const summary = useRef<HTMLElement>(null);
  const [isJudged, setIsJudged] = useState(false);
  const [errors, setFieldError] = useFormErrors();
  const current = useRef(errors);
  useLayoutEffect(() => {
    current.current = errors;
  });
  const submit = (send: () => boolean) => {
    if (isPending || send()) return;
    setIsJudged(true);
    // After the fields have been drawn with their errors.
    requestAnimationFrame(() => {
      const [first] = current.current;
      if (summary.current !== null) summary.current.focus();
      else if (first !== undefined) focusField(first.field);
    });
  };
  const onEvent = (send: () => boolean) => (event: FormEvent) => {
    event.preventDefault();
    submit(send);
  };
  return { errors, isJudged, setFieldError, summary, submit, onEvent };
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

/** A field with its button beside it; as in every form the field takes the focus when it is wrong. */
export function InlineForm({
  onSubmit,
  isPending,
  children,
}: Readonly<Pick<FormProps, 'onSubmit' | 'isPending' | 'children'>>): ReactElement {
  const { setFieldError, onEvent } = useSubmit(isPending);
  return (
    <form noValidate onSubmit={onEvent(onSubmit)} className={styles['inline']}>
      <FormErrorsContext value={setFieldError}>{children}</FormErrorsContext>
    </form>
  );
}
