/**
 * A dialog that ends with a yes, or with everything as it was. Enter in one of its fields does not confirm: what it asks
 * may cost credits. What is wrong with its fields is shown as in a form.
 */
import type { ReactElement, ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import { FormErrors, FormErrorsContext } from '../form/form-errors.tsx';
import { useSubmit } from '../form/form.tsx';
import { Button, type ButtonProps } from '../layout/button.tsx';
import { Dialog } from './dialog.tsx';

export type SeenIn = 'activity' | 'outbox';

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
}: Readonly<{
  title: string;
  isOpen: boolean;
  isQuestion?: boolean;
  /** What the deciding button says, with its price. */
  confirm: string;
  confirmKind?: NonNullable<ButtonProps['kind']>;
  isPending?: boolean;
  isDisabled?: boolean;
  /** False: its fields cannot be sent as they are; `onConfirm` is told, so that it shows why. */
  isValid?: boolean;
  /** What it pays for goes on when it is closed too early: where that is seen then. */
  seenIn?: SeenIn;
  /** Where "Cancel" would say the wrong thing. */
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}>): ReactElement {
  const { ui } = useWords();
  const { errors, isJudged, setFieldError, summary, submit } = useSubmit(isPending);
  const send = () => {
    onConfirm();
    return isValid;
  };
  return (
    <Dialog
      {...dialog}
      isQuestion={isQuestion}
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
            onPress={() => submit(send)}
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
