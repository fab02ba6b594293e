/** The filters of a list of files in one row: what is said in each is what the list shows. */
import { memo, type ReactElement, useDeferredValue, useMemo } from 'react';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { classes } from '../../ui/layout/classes.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import listing from '../../ui/grid/listing.module.css';
import { SearchField } from '../../ui/form/search-field.tsx';
import { PopoverButton } from '../../ui/overlay/popover.tsx';
import { Select } from '../../ui/form/select.tsx';
import { FILE_GROUPS } from '../../../src-shared/model/files/file-group.ts';
import { statusLook } from '../../parts/files/status-appearance.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { type FileFilters, filterOf, isNarrowed, type Shown, shownOf } from './file-filters.ts';
import styles from './files.module.css';
import { FolderChoice } from './folder-filter.tsx';
import { GroupChoice } from './group-choice.tsx';

/** No state, label or kind is called so: labels have no line breaks. */
const ALL = '\n';
/** Every group, and the one state that is shown, where a group is chosen by its name. */
const [WHOLE, SHOWN] = ['all', 'shown'];
const PARTS = [
  'all',
  'waiting',
  'running',
  'notarized',
  'attention',
  'changed',
  'missing',
  'left-out',
] as const;
/** Shown where there are any: seldom. */
const SELDOM: ReadonlySet<string> = new Set(['changed', 'missing']);
const NO_LABELS: readonly string[] = [];

export function FilterBar({
  projectId,
  text,
  onText,
  filters,
  onFilter,
  onClear,
  total,
}: Readonly<
  ChoicesProps & {
    text: string;
    onText: (text: string) => void;
    onClear: () => void;
    /** Null while it is not known. */
    total: number | null;
  }
>): ReactElement {
  const { files } = useWords();
  const searched = useDeferredValue(text);
  return (
    <div
      className={classes(listing['tools'], styles['bar'])}
      role="group"
      aria-label={files.filters}
    >
      <div className={styles['search']}>
        <SearchField
          label={files.search}
          invitation={files.searchInvitation}
          value={text}
          onChange={onText}
        />
      </div>
      <Choices
        projectId={projectId}
        filters={filters}
        onFilter={onFilter}
        text={searched}
        shownFiles={filters.shown === null ? null : total}
      />
      {/* "All" clears a group. */}
      {isNarrowed({ ...filters, group: null }, text) && (
        <Button onPress={onClear} aria-label={files.clearFilters}>
          <span className={styles['clearText']}>{files.clearFilters}</span>
          <span className={styles['clearShape']}>
            <Icon name="x" />
          </span>
        </Button>
      )}
    </div>
  );
}

interface ChoicesProps {
  /** Null: of all projects. */
  readonly projectId: string | null;
  readonly filters: FileFilters;
  readonly onFilter: (filters: FileFilters) => void;
}

/** Drawn again only when one of them changes: dearest of the page, they must not hold up who types beside them. */
const Choices = memo(function Choices({
  projectId,
  filters,
  onFilter,
  text,
  shownFiles,
}: ChoicesProps & {
  readonly text: string;
  /** Of the one state that is shown; null: none is, or not known. */
  readonly shownFiles: number | null;
}) {
  const words = useWords();
  const { files, assignment } = words;
  const { folder, group, shown, visibility, fileType, label } = filters;
  const input = useMemo(() => (projectId === null ? {} : { projectId }), [projectId]);
  const known = useRead('files.labels', input).value ?? NO_LABELS;
  // One that no file has any more can still stand in the address.
  const labels = label === null || known.includes(label) ? known : [...known, label];
  const filter = useMemo(
    () =>
      filterOf(projectId, text, { folder, visibility, fileType, label, group: null, shown: null }),
    [projectId, text, folder, visibility, fileType, label],
  );
  const counts = useRead('files.groups', { filter }, { placeholder: 'previous' }).value;
  const countOf = (part: (typeof PARTS)[number]) =>
    part === 'all'
      ? FILE_GROUPS.reduce((sum, each) => sum + (counts?.[each] ?? 0), 0)
      : (counts?.[part] ?? 0);
  const isChanged = shown?.code === 'changed';
  const chosenPart = shown === null ? (group ?? WHOLE) : isChanged ? 'changed' : SHOWN;
  const set = [
    ...(fileType === null ? [] : [assignment.types[fileType]]),
    ...(visibility === null ? [] : [files.visibility[visibility]]),
    ...(label === null ? [] : [label]),
  ].map(printable);
  return (
    <>
      <FolderChoice
        projectId={projectId}
        chosen={folder}
        onChoose={(next) => onFilter({ ...filters, folder: next })}
      />
      <GroupChoice
        label={files.filter}
        options={[
          ...PARTS.filter(
            (part) => !SELDOM.has(part) || part === chosenPart || countOf(part) > 0,
          ).map((part) => ({
            id: part,
            label: files.groups[part],
            count: countText(countOf(part), words),
          })),
          // One state that another page led to.
          ...(shown === null || isChanged
            ? []
            : [
                {
                  id: SHOWN,
                  label: shownLabel(shown, words),
                  count: countText(shownFiles ?? 0, words),
                },
              ]),
        ]}
        chosen={chosenPart}
        onChoose={(id) => {
          const next = FILE_GROUPS.find((each) => each === id) ?? null;
          // Its own state once more shows all of them.
          const isAgain = id === chosenPart && shown !== null;
          onFilter({
            ...filters,
            group: next,
            shown: id === 'changed' && !isAgain ? shownOf(id) : null,
          });
        }}
      />
      <PopoverButton
        label={files.furtherFilters}
        text={set.length === 0 ? files.furtherFilters : set.join(', ')}
      >
        {() => (
          <div className={styles['further']}>
            <Choice
              label={assignment.type}
              all={files.allTypes}
              options={[
                ['primary', assignment.types.primary],
                ['secondary', assignment.types.secondary],
              ]}
              value={fileType}
              onChange={(chosen) => onFilter({ ...filters, fileType: chosen })}
            />
            <Choice
              label={files.visibilityLabel}
              all={files.allVisibilities}
              options={[
                ['public', files.visibility.public],
                ['private', files.visibility.private],
              ]}
              value={visibility}
              onChange={(chosen) => onFilter({ ...filters, visibility: chosen })}
            />
            {labels.length > 0 && (
              <Choice
                label={files.label}
                all={files.allLabels}
                options={labels.map((each) => [each, each])}
                value={label}
                onChange={(chosen) => onFilter({ ...filters, label: chosen })}
              />
            )}
          </div>
        )}
      </PopoverButton>
    </>
  );
});

/** Nothing is said of none. */
function countText(count: number, { figures }: Words): string | undefined {
  return count === 0 ? undefined : figures.number(count);
}

function shownLabel({ state, hold }: Shown, words: Words): string {
  return state === 'held' && hold === null
    ? words.files.held
    : statusLook(state, hold, words).label;
}

/** What a list is narrowed to by state; null: by none. */
export function stateFilterLabel({ group, shown }: FileFilters, words: Words): string | null {
  if (shown !== null) return shownLabel(shown, words);
  return group === null ? null : words.files.groups[group];
}

function Choice<Value extends string>({
  label,
  all,
  options,
  value,
  onChange,
}: Readonly<{
  label: string;
  /** What it is called when nothing is left out. */
  all: string;
  /** Value and label. */
  options: readonly (readonly [Value, string])[];
  value: Value | null;
  onChange: (value: Value | null) => void;
}>): ReactElement {
  return (
    <Select
      label={label}
      options={[
        { value: ALL, label: all },
        ...options.map(([code, text]) => ({ value: code, label: text })),
      ]}
      value={value ?? ALL}
      onChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
    />
  );
}
