/** A project that the service does not show: all its changes stand still with one explanation, and are decided about together. */
import type { ReactElement } from 'react';
import { useAction } from '../../data/use-action.ts';
import { useProjects } from '../../data/use-projects.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { Button } from '../../ui/layout/button.tsx';
import { classes } from '../../ui/layout/classes.ts';
import lined from '../../ui/grid/lined-rows.module.css';
import { PendingMark } from '../../parts/changes/pending-change.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { changeName, outcomeText } from '../../words/change-outcome.ts';
import { fieldLabel, fieldText } from '../../words/field-text.ts';
import type { FieldValue } from '../../../src-shared/model/changes/record-edit.ts';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import type { AwayProject } from './change-groups.ts';
import styles from './outbox.module.css';
import prose from '../../ui/layout/prose.module.css';

export function AwayProjectRow({
  away: { projectId, changes },
}: Readonly<{ away: AwayProject }>): ReactElement {
  const words = useWords();
  const { outbox } = words;
  const deed = useAction();
  const name = useProjects().find(({ id }) => id === projectId)?.name ?? projectId;
  const [first] = changes;
  const edits = changes.filter(({ intent }) => intent.kind === 'edit-project');
  const decide = (meant: readonly Change[], decision: 'undo' | 'keep-mine') =>
    deed.run(async (ask) => {
      for (const { id } of meant) {
        const decided = await ask('outbox.resolve', { id: String(id), decision });
        if (!decided.ok) return decided;
      }
      return ok(null);
    });
  const save = () => {
    const lines = [name, ...changes.map((change) => changeLine(change, words))];
    saveFile(`${name}.txt`, [`${lines.join('\n')}\n`], 'text/plain');
  };
  return (
    <li className={classes(lined['row'], styles['row'])}>
      <div className={styles['what']}>
        <strong>{name}</strong>
        {first !== undefined && <PendingMark stage="refused" text={outcomeText(first, words)} />}
        <span className={prose['quiet']}>
          {words.figures.list(changes.map((change) => changeName(change, words)))}
        </span>
        {edits.length > 0 && <span className={prose['quiet']}>{outbox.unseen}</span>}
        <ErrorNotice fault={deed.fault} />
      </div>
      <div className={styles['side']}>
        {edits.length > 0 && (
          <Button isSmall isPending={deed.isPending} onPress={() => decide(edits, 'keep-mine')}>
            {outbox.sendUnseen}
          </Button>
        )}
        <Button isSmall isPending={deed.isPending} onPress={() => decide(changes, 'undo')}>
          {outbox.discardAll(changes.length)}
        </Button>
        <Button isSmall onPress={save}>
          {outbox.saveAsText}
        </Button>
      </div>
    </li>
  );
}

/** With the values of an edit, so that nothing typed is lost with the project. */
export function changeLine(change: Change, words: Words): string {
  const { intent } = change;
  const edit = 'edit' in intent ? Object.entries(intent.edit as Record<string, FieldValue>) : [];
  const values = edit.map(
    ([field, value]) => `${fieldLabel(field, words)}: ${fieldText(field, value, words)}`,
  );
  return [changeName(change, words), ...values].join('\n  ');
}
