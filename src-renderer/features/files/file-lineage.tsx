/** What a file was made from and what was made of it, with what is wrong about that; nothing for a file that has no part in any of it. */
import { type ReactElement, useMemo } from 'react';
import { Link } from 'react-router';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { showsRecord } from '../../../src-shared/model/lineage/lineage.ts';
import type { LineageNode } from '../../../src-shared/model/lineage/lineage-graph.ts';
import { useRead } from '../../data/use-read.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { NodeStatus } from '../../parts/files/node-status.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToGraph } from '../../paths.ts';
import styles from './files.module.css';

const RELATIONS = ['derived-from', 'follows'] as const;

export function FileLineage({ file }: Readonly<{ file: FileListRow }>): ReactElement | null {
  const { lineage } = useWords();
  const { projectId } = file;
  const own = nodeOf(file);
  const asked = useMemo(() => ({ projectId, asked: own }), [projectId, own]);
  const kin = useRead('lineage.kinship', asked).value;
  if (kin === null || kin.cites.length + kin.citedBy.length + kin.warnings.length === 0)
    return null;
  const groups = [
    ...RELATIONS.map((relation) => ({
      title: lineage.relation[relation],
      kin: kin.cites.filter((each) => each.relation === relation),
    })),
    ...RELATIONS.map((relation) => ({
      title: lineage.citedAs[relation],
      kin: kin.citedBy.filter((each) => each.relation === relation),
    })),
  ].filter((group) => group.kin.length > 0);
  return (
    <section aria-label={lineage.title} className={styles['lineage']}>
      <h3>{lineage.title}</h3>
      {kin.warnings.map((warning) => (
        <p key={`${warning.kind} ${warning.cited?.nodeId}`} className={styles['wrong']}>
          <Icon name="triangle-exclamation-point" />
          <span>{lineage.warning(warning)}</span>
        </p>
      ))}
      {groups.map((group) => (
        <div key={group.title}>
          <p className={styles['kinTitle']}>{group.title}</p>
          <ul aria-label={group.title} className={styles['kin']}>
            {group.kin.map(({ node }) => (
              <li key={node.id}>
                <Kin node={node} />
                <NodeStatus node={node} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className={styles['kinLinks']}>
        <LinkButton isSmall to={pathToGraph(projectId, kin.node.id)}>
          {lineage.showInGraph}
        </LinkButton>
        {file.hold === 'procedure' && (
          <LinkButton isSmall to={pathTo('completeLineage', projectId)}>
            {lineage.addProcedure}
          </LinkButton>
        )}
      </p>
    </section>
  );
}

/** A waiting version is a file of its own beside the record that its row still refers to. */
function nodeOf(file: FileListRow): string {
  return showsRecord(file) && file.fileId !== null ? file.fileId : `here:${file.id}`;
}

function Kin({ node }: Readonly<{ node: LineageNode }>): ReactElement {
  const { projectId, localFileId, fileId } = node;
  if (projectId === null) return <FileName name={node.name} />;
  const to =
    localFileId === null
      ? pathTo('certificate', projectId, fileId ?? '')
      : pathTo('file', projectId, localFileId);
  return (
    <Link to={to}>
      <FileName name={node.name} />
    </Link>
  );
}
