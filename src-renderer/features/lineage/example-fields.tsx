/** A rule from an example: one file, the file it was made from, and what their names have in common. */
import { useState, type ReactElement } from 'react';
import type { LackingFile } from '../../../src-shared/bridge/lineage-calls.ts';
import { readIds } from '../../../src-shared/model/lineage/citations.ts';
import { patternsOf, type PatternPair } from '../../../src-shared/model/lineage/name-pattern.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { FilePicker } from '../../parts/files/file-picker.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { Select } from '../../ui/form/select.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { nameOf } from './completion-draft.ts';
import styles from './lineage.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

const MOST_EXAMPLES = 100; // the first will do; patterns can be typed for others

export function ExampleFields({
  projectId,
  lacking,
  onPatterns,
}: Readonly<{
  projectId: string;
  lacking: readonly LackingFile[];
  onPatterns: (patterns: PatternPair) => void;
}>): ReactElement {
  const words = useWords();
  const { lineage } = words;
  const { run, isPending, fault } = useAction();
  const [asked, setAsked] = useState('');
  const [primary, setPrimary] = useState('');
  const [hasNothing, setHasNothing] = useState(false);
  const examples = lacking.slice(0, MOST_EXAMPLES).map(({ file }) => file);
  const example = examples.find(({ id }) => id === asked) ?? examples[0];
  const learn = () => {
    const ids = readIds(primary);
    if (example === undefined || ids.length === 0) return;
    run(
      (ask) => ask('lineage.named', { ids }),
      ([file]) => {
        const patterns = file == null ? null : patternsOf(nameOf(example), file.name);
        setHasNothing(patterns === null);
        if (patterns !== null) onPatterns(patterns);
      },
    );
  };
  return (
    <section aria-label={lineage.example} className={styles['fields']}>
      <h2>{lineage.example}</h2>
      <p className={prose['note']}>{lineage.exampleText}</p>
      <Select
        label={lineage.exampleFile}
        options={examples.map((file) => ({ value: file.id, label: nameOf(file) }))}
        value={example?.id ?? ''}
        onChange={setAsked}
      />
      <FilePicker
        label={lineage.examplePrimary}
        hint={lineage.examplePrimaryHint}
        projectId={projectId}
        fileType="primary"
        value={primary}
        onChange={setPrimary}
        isSingle
      />
      <Problem text={hasNothing ? lineage.nothingInCommon : null} />
      <Problem text={faultSentence(fault, words)} />
      <div className={arrangement['buttons']}>
        <Button isPending={isPending} isDisabled={primary === ''} onPress={learn}>
          {lineage.makeRule}
        </Button>
      </div>
    </section>
  );
}
