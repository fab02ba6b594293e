/** The filters of a list of files in one row: what is said in each is what the list shows. */
import { memo, useMemo, type ReactElement } from 'react';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useRead } from '../../bridge/use-read.ts';
import { Button } from '../../ui/button.tsx';
import listing from '../../ui/listing.module.css';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { statusLook } from '../../ui/status-look.ts';
import { useWords } from '../../words/words-context.ts';
import { isNarrowed, type FileFilters } from './file-filters.ts';
import styles from './files.module.css';
import { SHOWN, shownOf, type Shown } from './shown-files.ts';

/** No state, label or kind is called so: labels have no line breaks. */
const ALL = '\n';
const STALE_ON: readonly PageEvent['kind'][] = ['folders-changed', 'files-changed'];
const NO_LABELS: readonly string[] = [];

/** Drawn again only when one of them changes: a list below it is, many times a second. */
export const FilterBar = memo(function FilterBar({
  projectId,
  text,
  onText,
  filters,
  onFilter,
  onClear,
  total,
}: Readonly<{
  /** Null: of all projects. */
  projectId: string | null;
  text: string;
  onText: (text: string) => void;
  filters: FileFilters;
  onFilter: (filters: FileFilters) => void;
  onClear: () => void;
  /** Null while it is not known. */
  total: number | null;
}>): ReactElement {
  const words = useWords();
  const { files, assignment } = words;
  const { shown, visibility, fileType, label } = filters;
  const input = useMemo(() => (projectId === null ? {} : { projectId }), [projectId]);
  const known = useRead('files.labels', input, STALE_ON).value ?? NO_LABELS;
  // One that no file has any more can still stand in the address.
  const labels = label === null || known.includes(label) ? known : [...known, label];
  const stateLabel = ({ state, hold }: Shown) =>
    state === 'held' && hold === null ? files.held : statusLook(state, hold, words).label;
  return (
    <div className={listing['tools']} role="group" aria-label={files.filters}>
      <SearchField label={files.search} value={text} onChange={onText} />
      <Choice
        label={files.filter}
        all={files.all}
        options={SHOWN.map((each) => [each.code, stateLabel(each)])}
        value={shown?.code ?? null}
        onChange={(code) => onFilter({ ...filters, shown: shownOf(code) })}
      />
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
      {isNarrowed(filters, text) && (
        <Button isSmall onPress={onClear}>
          {files.clearFilters}
        </Button>
      )}
      <span className={styles['total']} role="status">
        {total === null ? '' : files.count(total)}
      </span>
    </div>
  );
});

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
  options: readonly (readonly [Value, string])[];
  value: Value | null;
  onChange: (value: Value | null) => void;
}>): ReactElement {
  return (
    <Select
      label={label}
      isLabelHidden
      options={[
        { value: ALL, label: all },
        ...options.map(([code, text]) => ({ value: code, label: text })),
      ]}
      value={value ?? ALL}
      onChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
    />
  );
}
