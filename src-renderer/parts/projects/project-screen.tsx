/** A page of the project that the address names. */
import type { ComponentType, ReactElement } from 'react';
import { Navigate, useParams } from 'react-router';
import { useRealProjectId } from '../../data/use-projects.ts';
import { pathTo } from '../../paths.ts';
import { Page } from '../../ui/layout/page.tsx';
import { useWords } from '../../words/words-context.ts';

/**
 * Shown anew for every project, so that nothing chosen in one is left over in the next. A project that was waiting to be
 * created is shown under the service's id as soon as it has one.
 */
export function ProjectScreen({
  route,
  of: Of,
}: Readonly<{
  route: 'projectDetails' | 'platform' | 'members' | 'lineage';
  of: ComponentType<{ projectId: string }>;
}>): ReactElement {
  const { projectId = '' } = useParams();
  const realId = useRealProjectId(projectId);
  if (realId !== projectId) return <Navigate replace to={pathTo(route, realId)} />;
  return <Of key={projectId} projectId={projectId} />;
}

export function UnknownProject(): ReactElement {
  const { projects } = useWords();
  return (
    <Page title={projects.unknown}>
      <p>{projects.unknownText}</p>
    </Page>
  );
}
