/** Buttons that open what they ask or show, so that nobody else has to know whether it is open. */
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../layout/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

type Opener = Omit<ButtonProps, 'children' | 'onPress'> & { readonly label: string };

/** `children`: the dialog, made anew each time it is opened. */
export function DialogButton({
  label,
  children,
  ...button
}: Opener & { readonly children: (close: () => void) => ReactNode }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onPress={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}

/** Asks before it does something. `onConfirm` closes the question once that is done. */
export function ConfirmButton({
  button: { label, ...button },
  onConfirm,
  ...dialog
}: Readonly<
  Omit<ConfirmDialogProps, 'isOpen' | 'onClose' | 'onConfirm'> & {
    button: Opener;
    onConfirm: (close: () => void) => void;
  }
>): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button {...button} onPress={() => setIsOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...dialog}
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => onConfirm(close)}
      />
    </>
  );
}
