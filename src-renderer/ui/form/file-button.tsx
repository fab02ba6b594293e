/** A button that lets a person choose one file of their computer. */
import type { ReactElement, ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button, type ButtonProps } from '../layout/button.tsx';

export function FileButton({
  accept,
  onFile,
  children,
  ...rest
}: Readonly<
  Omit<ButtonProps, 'onPress'> & {
    /** Media types that the chooser offers first; what was chosen has to be looked at all the same. */
    accept: readonly string[];
    onFile: (file: File) => void;
    children: ReactNode;
  }
>): ReactElement {
  return (
    <FileTrigger
      acceptedFileTypes={[...accept]}
      onSelect={(files) => {
        const file = files?.[0];
        if (file !== undefined) onFile(file);
      }}
    >
      <Button {...rest}>{children}</Button>
    </FileTrigger>
  );
}
