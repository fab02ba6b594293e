/**
 * A dialog that ends with a yes, or with everything as it was. What is wrong with its fields is shown as in a form. Enter in
 * a field of a question does not confirm: what it asks may cost credits. One that only asks for values is a form: its first
 * field has the focus.
 */
import type { ReactElement, ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import { FormErrors, FormErrorsContext } from '../form/form-errors.tsx';
import { useSubmit } from '../form/form.tsx';
import { Button, type ButtonProps } from '../layout/button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** False: it only asks for values; nothing is spent and nothing is lost. */
  readonly isQuestion?: boolean;
  /** What the deciding button says, with its price. */
  readonly confirm: string;
  readonly confirmKind?: NonNullable<ButtonProps['kind']>;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  /** False: its fields cannot be sent as they are; `onConfirm` is told, so that it shows why. */
  readonly isValid?: boolean;
  /** What it pays for goes on when it is closed too early: where that is seen then. */
  readonly seenIn?: 'activity' | 'outbox';
  /** Where "Cancel" would say the wrong thing. */
  readonly cancel?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ConfirmDialog({
  confirm,
  confirmKind = 'primary',
  isPending = false,
  isDisabled = false,
  isValid = true,
  cancel,
  onConfirm,
  children,
  isQuestion = true,
  seenIn,
  ...dialog
}: ConfirmDialogProps): ReactElement {
  const { ui } = useWords();
  const { errors, isJudged, setFieldError, summary, submit, onEvent } = useSubmit(isPending);
  const send = () => {
    onConfirm();
    return isValid;
  };
  return (
    <Dialog
      {...dialog}
      isQuestion={isQuestion}
      {...(isQuestion ? {} : { onSubmit: onEvent(send) })}
      goesOn={isPending && seenIn !== undefined ? ui.goesOn[seenIn] : null}
      actions={
        <>
          {/* What was sent is not taken back by closing. */}
          <Button isDisabled={isPending} onPress={dialog.onClose}>
            {cancel ?? ui.cancel}
          </Button>
          <Button
            kind={confirmKind}
            isPending={isPending}
            isDisabled={isDisabled}
            {...(isQuestion ? { onPress: () => submit(send) } : { type: 'submit' as const })}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {isJudged && <FormErrors ref={summary} errors={errors} />}
      <FormErrorsContext value={setFieldError}>{children}</FormErrorsContext>
    </Dialog>
  );
}
