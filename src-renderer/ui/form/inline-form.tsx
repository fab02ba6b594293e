/** A field with its button beside it; as in every form the field takes the focus when it is wrong. */
import type { ReactElement } from 'react';
import { type FormProps, useSubmit } from './form.tsx';
import { FormErrorsContext } from './form-errors.tsx';
import styles from './inline-form.module.css';

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
