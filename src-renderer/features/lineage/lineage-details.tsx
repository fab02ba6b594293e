/** The chosen file beside the list or the drawing: what is wrong with it, what it cites, what cites it. */
import type { ReactElement } from 'react';
import type { LineageNode } from '../../../src-shared/model/lineage/lineage-graph.ts';
import type { Kinship, ShownWarning } from '../../../src-shared/model/lineage/lineage-view.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { DetailsPane } from '../../ui/layout/page.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { nodeKindText, NodeStatus } from '../../parts/files/node-status.tsx';
import { pathTo } from '../../paths.ts';
import styles from './lineage.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function LineageDetails({
  projectId,
  nodeId,
  name,
  onChoose,
  onShow,
  showLabel,
  onClose,
}: Readonly<{
  projectId: string;
  nodeId: string;
  name: string;
  onChoose: (node: LineageNode) => void;
  /** The other way to look at it. */
  onShow: () => void;
  showLabel: string;
  onClose: () => void;
}>): ReactElement {
  const words = useWords();
  const { lineage, platform } = words;
  const { value: kin, fault, readAgain } = useRead('lineage.kinship', { projectId, asked: nodeId });
  return (
    <DetailsPane title={<FileName name={name} />} onClose={onClose}>
      <div className={styles['details']}>
        <ErrorNotice fault={fault} onTryAgain={readAgain} />
        {kin !== null && (
          <>
            <NodeStatus node={kin.node} />
            <Warnings warnings={kin.warnings} />
            <div className={arrangement['buttons']}>
              <Button isSmall onPress={onShow}>
                {showLabel}
              </Button>
              <OpenFile projectId={projectId} node={kin.node} />
            </div>
            <Facts
              facts={[
                { label: platform.kind, value: nodeKindText(kin.node, words) },
                {
                  label: platform.by,
                  value: kin.node.ownerName === '' ? null : kin.node.ownerName,
                },
                { label: platform.labels, value: kin.node.labels === '' ? null : kin.node.labels },
                { label: lineage.howItWasMade, value: kin.node.procedureDescription },
                {
                  label: words.files.serviceId,
                  value:
                    kin.node.fileId === null ? null : (
                      <span className={prose['code']}>{kin.node.fileId}</span>
                    ),
                },
              ]}
            />
            <Kin kin={kin} onChoose={onChoose} />
          </>
        )}
      </div>
    </DetailsPane>
  );
}

export function Warnings({
  warnings,
}: Readonly<{ warnings: readonly ShownWarning[] }>): ReactElement | null {
  const { lineage } = useWords();
  if (warnings.length === 0) return null;
  return (
    <ul className={styles['wrong']} aria-label={lineage.check}>
      {warnings.map((warning) => (
        <li key={`${warning.kind} ${warning.relation} ${warning.cited?.nodeId}`}>
          <span className={styles['mark']}>
            <Icon name="triangle-exclamation-point" />
          </span>
          <span>{lineage.warning(warning)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What it cites and what cites it, each to be gone to. */
function Kin({
  kin: { cites, citedBy },
  onChoose,
}: Readonly<{ kin: Kinship; onChoose: (node: LineageNode) => void }>): ReactElement {
  const { lineage } = useWords();
  const groups = [
    ...(['derived-from', 'follows'] as const).map((relation) => ({
      title: lineage.relation[relation],
      kin: cites.filter((each) => each.relation === relation),
    })),
    ...(['derived-from', 'follows'] as const).map((relation) => ({
      title: lineage.citedAs[relation],
      kin: citedBy.filter((each) => each.relation === relation),
    })),
  ];
  return (
    <>
      {groups
        .filter(({ kin }) => kin.length > 0)
        .map(({ title, kin }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul className={styles['kin']}>
              {kin.map(({ node }) => (
                <li key={node.id}>
                  <Button isSmall kind="quiet" onPress={() => onChoose(node)}>
                    <FileName name={node.name} />
                  </Button>
                  <NodeStatus node={node} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      {cites.length === 0 && <p className={prose['note']}>{lineage.nothingCited}</p>}
      {citedBy.length === 0 && <p className={prose['note']}>{lineage.citedByNobody}</p>}
    </>
  );
}

function OpenFile({
  projectId,
  node,
}: Readonly<{ projectId: string; node: LineageNode }>): ReactElement | null {
  const { lineage, platform } = useWords();
  if (node.localFileId !== null) {
    return (
      <LinkButton isSmall to={pathTo('file', node.projectId ?? projectId, node.localFileId)}>
        {lineage.openFile}
      </LinkButton>
    );
  }
  if (node.fileId === null || node.projectId === null) return null;
  return (
    <LinkButton isSmall to={pathTo('certificate', node.projectId, node.fileId)}>
      {platform.certificate}
    </LinkButton>
  );
}
