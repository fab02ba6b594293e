/** A page of the project that the address names. */
import { type ComponentType, type ReactElement, memo } from 'react';
import { Navigate, useParams } from 'react-router';
import { useRealProjectId } from '../../data/use-projects.ts';
import { pathTo } from '../../paths.ts';
import { Page } from '../../ui/layout/page.tsx';
import { useWords } from '../../words/words-context.ts';
import { PageLinks } from '../../ui/layout/tabs.tsx';

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

/** The pages of one project, in a row below its name. */
export const ProjectLinks = memo(function ProjectLinks({
  projectId,
}: Readonly<{ projectId: string }>): ReactElement {
  const { projects, lineage } = useWords();
  return (
    <PageLinks
      label={projects.parts}
      links={[
        { to: pathTo('projectFiles', projectId), label: projects.files },
        { to: pathTo('platform', projectId), label: projects.platform },
        { to: pathTo('folders', projectId), label: projects.folders },
        { to: pathTo('members', projectId), label: projects.members },
        { to: pathTo('lineage', projectId), label: lineage.title },
        { to: pathTo('projectDetails', projectId), label: projects.details },
      ]}
    />
  );
});
