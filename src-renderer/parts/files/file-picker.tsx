/**
 * Picks the files that a file cites. Chosen ones show name and id, others are searched for by name, label, project or
 * id. Where files cannot be searched, ids are typed.
 */
import { useContext, useEffect, useId, useState, type ReactElement } from 'react';
import {
  Button as AriaButton,
  Label,
  ListBox,
  ListBoxItem,
  Tag,
  TagGroup,
  TagList,
} from 'react-aria-components';
import type { CitableFile } from '../../../src-shared/model/lineage/citable-file.ts';
import { readIds } from '../../../src-shared/model/lineage/citations.ts';
import type { FileType } from '../../../src-shared/service/files.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../../ui/layout/button.tsx';
import { classes } from '../../ui/layout/classes.ts';
import prose from '../../ui/layout/prose.module.css';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import field from '../../ui/form/field.module.css';
import { useFieldError } from '../../ui/form/form-errors.tsx';
import { FileName } from './file-name.tsx';
import styles from './file-picker.module.css';
import { FileSourceContext, type FileSource } from '../../data/file-source.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { statusLook } from './status-appearance.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useDebounced } from '../../ui/form/use-debounced.ts';
import arrangement from '../../ui/layout/arrangement.module.css';

export interface FilePickerProps {
  readonly label: string;
  readonly hint: string;
  readonly error?: string | null;
  readonly projectId: string;
  /** Null: of any type. */
  readonly fileType: FileType | null;
  /** Ids, separated by commas. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Only one: a second choice replaces it. */
  readonly isSingle?: boolean;
  readonly isRequired?: boolean;
}

export function FilePicker(props: FilePickerProps): ReactElement {
  const source = useContext(FileSourceContext);
  if (source !== null) return <Picker {...props} source={source} />;
  const { label, hint, error = null, value, isRequired = false, onChange } = props;
  const shown = { label, hint, error, value, isRequired, onChange };
  return <TextField {...shown} />;
}

function Picker({
  label,
  hint,
  error = null,
  projectId,
  fileType,
  value,
  onChange,
  isSingle = false,
  isRequired = false,
  source,
}: FilePickerProps & { readonly source: FileSource }): ReactElement {
  const words = useWords();
  const { lineage } = words;
  const ids = readIds(value);
  const descriptionId = useId();
  const element = useFieldError(label, error);
  const [isOpen, setIsOpen] = useState(false);
  const [known, setKnown] = useState<ReadonlyMap<string, CitableFile>>(new Map());
  const learn = (files: readonly (CitableFile | null)[]) => {
    setKnown((before) => {
      const fresh = files.filter((file) => file !== null && !before.has(file.id));
      return fresh.length === 0
        ? before
        : new Map([
            ...before,
            ...fresh.flatMap((file) => (file === null ? [] : [[file.id, file] as const])),
          ]);
    });
  };
  useEffect(() => {
    const asked = readIds(value);
    if (asked.length === 0) return undefined;
    const stop = new AbortController();
    source.named(asked, stop.signal).then(
      (files) => learn(files ?? []),
      () => undefined, // not asked any more
    );
    return () => stop.abort();
  }, [source, value]);
  const set = (next: readonly string[]) => onChange(next.join(','));
  const choose = (file: CitableFile) => {
    learn([file]);
    if (isSingle) {
      set([file.id]);
      setIsOpen(false);
    } else set(ids.includes(file.id) ? ids.filter((id) => id !== file.id) : [...ids, file.id]);
  };
  return (
    <div ref={element} className={field['field']}>
      <TagGroup
        onRemove={(keys) => set(ids.filter((id) => !keys.has(id)))}
        className={field['field'] ?? ''}
      >
        <span className={field['labelled']}>
          <Label className={field['label'] ?? ''}>{label}</Label>
          {isRequired && (
            <span id={`${descriptionId}-required`} className={field['hint']}>
              {words.ui.required}
            </span>
          )}
        </span>
        <TagList className={styles['chosen'] ?? ''} renderEmptyState={() => lineage.noneChosen}>
          {ids.map((id) => {
            const file = known.get(id);
            return (
              <Tag key={id} id={id} textValue={file?.name ?? id} className={styles['file'] ?? ''}>
                <About id={id} file={file} words={words} />
                <AriaButton slot="remove" className={styles['remove'] ?? ''}>
                  <Icon name="x" size={0.875} />
                </AriaButton>
              </Tag>
            );
          })}
        </TagList>
      </TagGroup>
      <span id={`${descriptionId}-hint`} className={field['hint']}>
        {hint}
      </span>
      {error !== null && (
        <span id={`${descriptionId}-error`} className={field['error']}>
          <Icon name="octagon-exclamation-point" size={1} />
          {error}
        </span>
      )}
      <div>
        <Button
          isSmall
          icon={isOpen ? 'chevron-up' : 'search'}
          aria-expanded={isOpen}
          aria-describedby={[
            ...(isRequired ? ['required'] : []),
            'hint',
            ...(error === null ? [] : ['error']),
          ]
            .map((part) => `${descriptionId}-${part}`)
            .join(' ')}
          aria-label={`${label}: ${isOpen ? lineage.closeSearch : lineage.chooseFiles}`}
          onPress={() => setIsOpen(!isOpen)}
        >
          {isOpen ? lineage.closeSearch : lineage.chooseFiles}
        </Button>
      </div>
      {isOpen && (
        <Search
          label={label}
          projectId={projectId}
          fileType={fileType}
          chosenIds={ids}
          source={source}
          onChoose={choose}
          onId={(id) => set(isSingle ? [id] : [...new Set([...ids, id])])}
        />
      )}
    </div>
  );
}

function Search({
  label,
  projectId,
  fileType,
  chosenIds,
  source,
  onChoose,
  onId,
}: Readonly<{
  label: string;
  projectId: string;
  fileType: FileType | null;
  chosenIds: readonly string[];
  source: FileSource;
  onChoose: (file: CitableFile) => void;
  onId: (id: string) => void;
}>): ReactElement {
  const words = useWords();
  const { lineage } = words;
  const [text, setText] = useState('');
  const [isEverywhere, setIsEverywhere] = useState(false);
  const wanted = useDebounced(text).trim();
  const [found, setFound] = useState<Awaited<ReturnType<FileSource['find']>>>(null);
  useEffect(() => {
    const stop = new AbortController();
    const wish = { projectId: isEverywhere ? null : projectId, text: wanted, fileType };
    source.find(wish, stop.signal).then(setFound, () => undefined); // the request was cancelled
    return () => stop.abort();
  }, [source, projectId, isEverywhere, wanted, fileType]);
  const files = found?.files ?? [];
  return (
    <div className={styles['search']}>
      <SearchField label={lineage.searchFiles} value={text} onChange={setText} />
      <div className={arrangement['line']}>
        <Checkbox isSelected={isEverywhere} onChange={setIsEverywhere}>
          {lineage.everywhere}
        </Checkbox>
        <span role="status">
          {found === null ? '' : lineage.found(found.files.length, found.total)}
        </span>
      </div>
      <ListBox
        aria-label={lineage.filesToChoose(label)}
        items={files}
        selectionMode="multiple"
        selectedKeys={chosenIds}
        onSelectionChange={(keys) => {
          if (keys === 'all') return; // nobody means fifty files by one key
          const toggled = files.find(({ id }) => keys.has(id) !== chosenIds.includes(id));
          if (toggled !== undefined) onChoose(toggled);
        }}
        className={styles['found'] ?? ''}
        renderEmptyState={() => (found === null ? '' : lineage.noneFound)}
      >
        {(file) => (
          <ListBoxItem id={file.id} textValue={file.name} className={styles['option'] ?? ''}>
            {({ isSelected }) => (
              <>
                <About id={file.id} file={file} words={words} />
                {isSelected && <Icon name="check" size={1} />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
      {wanted !== '' && files.length === 0 && found !== null && !wanted.includes(',') && (
        <div className={arrangement['line']}>
          <span>{lineage.orById}</span>
          <Button isSmall onPress={() => onId(wanted)}>
            {lineage.citeId(wanted)}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What distinguishes files of the same name: state, labels, location and id. */
function About({
  id,
  file,
  words,
}: Readonly<{ id: string; file: CitableFile | undefined; words: Words }>): ReactElement {
  return (
    <span className={styles['about']}>
      <FileName name={file?.name ?? id} />
      <span className={classes(prose['small'], prose['path'])}>
        {file === undefined ? words.lineage.notKnown : aboutText(file, words)}
      </span>
    </span>
  );
}

/** The id of a file that the service has not named yet is internal and not shown. */
export function aboutText(file: CitableFile, words: Words): string {
  const { state, hold, isApproved, status, labels, place, id } = file;
  const said =
    status === null || status === ''
      ? words.platform.saysNothing
      : words.platform.serviceSays(status);
  const parts = [
    state === null ? said : statusLook(state, hold, words, isApproved).label,
    labels.split(',').join(', '),
    place ?? '',
    id.startsWith('labseal:') ? words.lineage.onlyHere : id,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
