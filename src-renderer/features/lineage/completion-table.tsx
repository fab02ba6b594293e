/** What a rule would give to each file: which primary file, between which a person chooses, and which is not there. */
import type { ReactElement } from 'react';
import type { LackingFile } from '../../../src-shared/bridge/lineage-calls.ts';
import type {
  CitationSlot,
  Completion,
} from '../../../src-shared/model/lineage/complete-provenance.ts';
import { aboutText } from '../../parts/files/file-picker.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import listing from '../../ui/grid/listing.module.css';
import { QuietStatus } from '../../ui/feedback/quiet-status.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Table } from '../../ui/grid/table.tsx';
import { useWords } from '../../words/words-context.ts';
import { inOrder, nameOf } from './completion-draft.ts';
import prose from '../../ui/layout/prose.module.css';
import styles from './lineage.module.css';

const MOST_ROWS = 200; // all are completed; nobody reads more of them

const ICONS = {
  complete: 'circle-check',
  several: 'circle-question-mark',
  none: 'circle-x',
  'no-match': 'circle-slash',
  vague: 'circle-question-mark',
} as const;

export function CompletionTable({
  lacking,
  choices,
  onChoose,
}: Readonly<{
  lacking: readonly LackingFile[];
  choices: Readonly<Record<string, readonly (string | null)[]>>;
  onChoose: (fileId: string, slot: number, id: string) => void;
}>): ReactElement {
  const { lineage } = useWords();
  const rows = inOrder(lacking).slice(0, MOST_ROWS);
  return (
    <>
      <Table
        caption={lineage.preview}
        rows={rows}
        rowId={({ file }) => file.id}
        rowLook={({ completion }) => (completion?.verdict === 'several' ? 'asking' : undefined)}
        isStacked
        columns={[
          { id: 'name', label: lineage.name, cell: ({ file }) => <FileName name={nameOf(file)} /> },
          {
            id: 'verdict',
            label: lineage.verdict,
            cell: ({ completion }) =>
              completion === null ? (
                lineage.noRuleYet
              ) : (
                <QuietStatus
                  icon={ICONS[completion.verdict]}
                  text={lineage.verdicts[completion.verdict]}
                />
              ),
          },
          {
            id: 'primaries',
            label: lineage.derivedFrom,
            cell: ({ file, completion }) => (
              <Slots
                completion={completion}
                chosen={choices[file.id] ?? []}
                onChoose={(slot, id) => onChoose(file.id, slot, id)}
              />
            ),
          },
        ]}
      />
      {lacking.length > rows.length && (
        <p className={prose['note']}>{lineage.notShown(lacking.length - rows.length)}</p>
      )}
    </>
  );
}

function Slots({
  completion,
  chosen,
  onChoose,
}: Readonly<{
  completion: Completion | null;
  chosen: readonly (string | null)[];
  onChoose: (slot: number, id: string) => void;
}>): ReactElement | null {
  if (completion === null) return null;
  return (
    <ul className={styles['kin']}>
      {completion.slots.map((slot, index) => (
        <li key={slot.names.join('\n')}>
          <Slot slot={slot} chosen={chosen[index] ?? null} onChoose={(id) => onChoose(index, id)} />
        </li>
      ))}
    </ul>
  );
}

function Slot({
  slot: { names, found },
  chosen,
  onChoose,
}: Readonly<{
  slot: CitationSlot;
  chosen: string | null;
  onChoose: (id: string) => void;
}>): ReactElement {
  const words = useWords();
  const { lineage } = words;
  const [only, ...others] = found;
  if (only === undefined) return <span>{lineage.noFileNamed(names.join(', '))}</span>;
  if (others.length === 0) {
    return (
      <span className={listing['nameCell']}>
        <FileName name={only.name} />
        <span className={listing['second']}>{aboutText(only, words)}</span>
      </span>
    );
  }
  return (
    <Select
      label={lineage.chooseBetween(names.join(', '), found.length)}
      options={[
        { value: '', label: lineage.chooseOne },
        ...found.map((file) => ({
          value: file.id,
          label: `${file.name} · ${aboutText(file, words)}`,
        })),
      ]}
      value={chosen ?? ''}
      onChange={(id) => {
        if (id !== '') onChoose(id);
      }}
    />
  );
}
