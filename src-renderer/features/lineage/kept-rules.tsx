/** The rules by which new secondary files of a project's folders complete themselves. */
import type { ReactElement } from 'react';
import { useAction } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { Table } from '../../ui/grid/table.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './lineage.module.css';
import prose from '../../ui/layout/prose.module.css';

export function KeptRules({ projectId }: Readonly<{ projectId: string }>): ReactElement | null {
  const { lineage } = useWords();
  const pathText = usePathText();
  const { value: rules, readAgain } = useRead('lineage.rules');
  const { value: folders } = useRead('folders.list');
  const { run } = useAction();
  const places = new Map(
    (folders ?? [])
      .filter(({ assignment }) => assignment.projectId === projectId)
      .map(({ id, path }) => [id, path]),
  );
  const own = (rules ?? []).filter(({ folderId }) => places.has(folderId));
  if (own.length === 0) return null;
  return (
    <section aria-label={lineage.keptRules} className={styles['fields']}>
      <h2>{lineage.keptRules}</h2>
      <p className={prose['note']}>{lineage.keptRulesText}</p>
      <Table
        caption={lineage.keptRules}
        rows={own}
        rowId={({ id }) => id}
        isStacked
        columns={[
          { id: 'pattern', label: lineage.pattern, cell: ({ rule }) => rule.pattern },
          {
            id: 'primaries',
            label: lineage.derivedFrom,
            cell: ({ rule }) => rule.primaries.join(', '),
          },
          {
            id: 'folder',
            label: lineage.inFolder,
            cell: ({ folderId }) => pathText(places.get(folderId) ?? ''),
          },
          {
            id: 'forget',
            label: lineage.forgetting,
            cell: ({ id, rule }) => (
              <Button
                isSmall
                aria-label={lineage.forgetRuleOf(rule.pattern)}
                onPress={() => run((ask) => ask('lineage.forgetRule', { id }), readAgain)}
              >
                {lineage.forgetRule}
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}
