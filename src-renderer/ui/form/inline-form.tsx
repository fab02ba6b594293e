/** A field with its button beside it; as in every form the field takes the focus when it is wrong. */
import { useRef, type FormEvent, type ReactElement } from 'react';
import type { FormProps } from './form.tsx';
import styles from './inline-form.module.css';

export function InlineForm({
  onSubmit,
  isPending,
  children,
}: Readonly<Pick<FormProps, 'onSubmit' | 'isPending' | 'children'>>): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || onSubmit()) return;
    // After the field has been drawn with its error.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles['inline']}>
      {children}
    </form>
  );
}
