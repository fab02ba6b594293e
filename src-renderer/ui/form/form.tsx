/** A form: its fields, what went wrong with it as a whole, and its one filled button. What was typed is never lost. */
import { useRef, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { Button } from '../layout/button.tsx';
import styles from './form.module.css';
import { Icon } from '../layout/icon.tsx';

export interface FormProps {
  /** Returns whether the fields could be sent; when not, the first wrong one takes the focus. */
  readonly onSubmit: () => boolean;
  readonly submitLabel: string;
  readonly isPending: boolean;
  /** Why it was not done; null when there is nothing to say. */
  readonly problem: string | null;
  readonly children: ReactNode;
}

export function Form({
  onSubmit,
  submitLabel,
  isPending,
  problem,
  children,
}: FormProps): ReactElement {
  const { form, submit } = useSubmit(isPending, onSubmit);
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles['form']}>
      {children}
      <Problem text={problem} />
      <Button type="submit" kind="primary" isPending={isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}

/** A field with its button beside it; as in every form the field takes the focus when it is wrong. */
export function InlineForm({
  onSubmit,
  isPending,
  children,
}: Readonly<Pick<FormProps, 'onSubmit' | 'isPending' | 'children'>>): ReactElement {
  const { form, submit } = useSubmit(isPending, onSubmit);
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles['inline']}>
      {children}
    </form>
  );
}

function useSubmit(isPending: boolean, onSubmit: () => boolean) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || onSubmit()) return;
    // After the fields have been drawn with their errors.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  return { form, submit };
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
