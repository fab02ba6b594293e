/** One of many, chosen from a list that opens. */
import type { ReactElement } from 'react';
import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import field from './field.module.css';
import { useFieldError } from './form-errors.tsx';
import hidden from '../layout/hidden.module.css';
import { Icon } from '../layout/icon.tsx';
import overlay from '../overlay/overlay.module.css';
import { useWords } from '../../words/words-context.ts';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  error = null,
  options,
  value,
  isRequired = false,
  onChange,
}: Readonly<{
  label: string;
  /** For a row of filters, where the value says what it is. */
  isLabelHidden?: boolean;
  /** What is wrong with it, in words; null when nothing is. */
  error?: string | null;
  options: readonly Option<Value>[];
  value: Value;
  /** It may be empty, and has to be chosen. */
  isRequired?: boolean;
  onChange: (value: Value) => void;
}>): ReactElement {
  const { ui } = useWords();
  const element = useFieldError(label, error);
  return (
    <AriaSelect
      ref={element}
      value={value}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen);
        if (option !== undefined) onChange(option.value);
      }}
      isInvalid={error !== null}
      placeholder={ui.choose}
      validationBehavior="aria"
      className={field['field'] ?? ''}
    >
      {isLabelHidden ? (
        <Label className={hidden['hidden'] ?? ''}>{label}</Label>
      ) : (
        <span className={field['labelled']}>
          <Label className={field['label'] ?? ''}>{label}</Label>
          {/* A button has no `aria-required`: it is described so. */}
          {isRequired && (
            <Text slot="description" className={field['hint'] ?? ''}>
              {ui.required}
            </Text>
          )}
        </span>
      )}
      <Button className={classes(field['input'], field['trigger'])}>
        <SelectValue />
        <Icon name="chevron-down" size={1} />
      </Button>
      <FieldError className={field['error'] ?? ''}>
        <Icon name="octagon-exclamation-point" size={1} />
        {error}
      </FieldError>
      <Popover className={classes(overlay['pop'], overlay['wide'])}>
        <ListBox>{options.map(item)}</ListBox>
      </Popover>
    </AriaSelect>
  );
}

function item<Value extends string>({ value, label }: Option<Value>): ReactElement {
  return (
    <ListBoxItem key={value} id={value} textValue={label} className={overlay['item'] ?? ''}>
      {({ isSelected }) => (
        <>
          <span className={overlay['itemLabel']}>{label}</span>
          {isSelected && <Icon name="check" size={1} />}
        </>
      )}
    </ListBoxItem>
  );
}
