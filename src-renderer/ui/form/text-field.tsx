/** One line of text with its label, hint and error. Passwords can be shown, and nothing keeps a person from pasting. */
import { useState, type ReactElement } from 'react';
import {
  FieldError,
  Input,
  Label,
  Text,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  TextArea as AriaTextArea,
} from 'react-aria-components';
import { useWords } from '../../words/words-context.ts';
import { IconButton } from '../layout/button.tsx';
import { classes } from '../layout/classes.ts';
import styles from './field.module.css';
import { useFieldError } from './form-errors.tsx';
import { Icon } from '../layout/icon.tsx';
import { RequiredMark } from './required-mark.tsx';

export interface TextFieldProps extends Omit<
  AriaTextFieldProps,
  'className' | 'style' | 'children' | 'isInvalid' | 'validationBehavior'
> {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with it, in words; null when nothing is. */
  readonly error?: string | null;
}

export function TextField({
  label,
  hint,
  error = null,
  type = 'text',
  ...rest
}: TextFieldProps): ReactElement {
  const { ui } = useWords();
  const [isShown, setIsShown] = useState(false);
  const field = useFieldError(label, error);
  const isPassword = type === 'password';
  return (
    <AriaTextField
      {...rest}
      ref={field}
      type={isPassword && isShown ? 'text' : type}
      isInvalid={error !== null}
      validationBehavior="aria"
      className={styles['field'] ?? ''}
    >
      <span className={styles['labelled']}>
        <Label className={styles['label'] ?? ''}>{label}</Label>
        {rest.isRequired === true && <RequiredMark />}
      </span>
      <span className={styles['box']}>
        <Input className={classes(styles['input'], isPassword && styles['withTool'])} />
        {isPassword && (
          <span className={styles['tool']}>
            <IconButton
              icon={isShown ? 'eye-off' : 'eye'}
              label={isShown ? ui.hidePassword : ui.showPassword}
              onPress={() => setIsShown(!isShown)}
            />
          </span>
        )}
      </span>
      {hint !== undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles['error'] ?? ''}>
        <Icon name="octagon-exclamation-point" size={1} />
        {error}
      </FieldError>
    </AriaTextField>
  );
}

/** Several lines of text with their label and hint. */
export function TextArea({
  label,
  hint,
  rows = 3,
  value,
  onChange,
}: Readonly<{
  label: string;
  hint: string;
  rows?: number;
  value: string;
  onChange: (value: string) => void;
}>): ReactElement {
  return (
    <AriaTextField value={value} onChange={onChange} className={styles['field'] ?? ''}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <AriaTextArea rows={rows} className={classes(styles['input'], styles['lines'])} />
      <Text slot="description" className={styles['hint'] ?? ''}>
        {hint}
      </Text>
    </AriaTextField>
  );
}
