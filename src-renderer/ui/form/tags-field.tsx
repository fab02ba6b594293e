/** Words that something is marked with: each can be taken away, and another one typed or picked from those that are known. */
import { useId, useState, type ReactElement } from 'react';
import {
  Button as AriaButton,
  Input,
  Label,
  Tag,
  TagGroup,
  TagList,
  TextField,
} from 'react-aria-components';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../layout/button.tsx';
import field from './field.module.css';
import { Icon } from '../layout/icon.tsx';
import styles from './tags-field.module.css';

export function TagsField({
  label,
  value,
  known,
  onChange,
}: Readonly<{
  label: string;
  value: readonly string[];
  /** What the platform has; others can be typed. */
  known: readonly string[];
  onChange: (value: readonly string[]) => void;
}>): ReactElement {
  const { ui } = useWords();
  const [typed, setTyped] = useState('');
  const listId = useId();
  const add = () => {
    const tag = typed.trim();
    setTyped('');
    if (tag !== '' && !value.includes(tag)) onChange([...value, tag]);
  };
  return (
    <div className={field['field']}>
      <TagGroup
        onRemove={(keys) => onChange(value.filter((tag) => !keys.has(tag)))}
        className={field['field'] ?? ''}
      >
        <Label className={field['label'] ?? ''}>{label}</Label>
        <TagList className={styles['tags'] ?? ''} renderEmptyState={() => ui.noTags}>
          {value.map((tag) => (
            <Tag key={tag} id={tag} textValue={tag} className={styles['tag'] ?? ''}>
              {tag}
              <AriaButton slot="remove" className={styles['remove'] ?? ''}>
                <Icon name="x" size={0.875} />
              </AriaButton>
            </Tag>
          ))}
        </TagList>
      </TagGroup>
      <div className={styles['adding']}>
        <TextField
          aria-label={ui.addTag}
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // the form around it is not meant
            add();
          }}
          className={styles['typing'] ?? ''}
        >
          <Input className={field['input'] ?? ''} placeholder={ui.addTag} list={listId} />
        </TextField>
        <datalist id={listId}>
          {known
            .filter((tag) => !value.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
        <Button onPress={add}>{ui.add}</Button>
      </div>
    </div>
  );
}
