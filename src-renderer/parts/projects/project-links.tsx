/** The pages of one project, in a row below its name. */
import { memo, type ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import { PageLinks } from '../../ui/layout/page-links.tsx';
import { pathTo } from '../../paths.ts';

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
