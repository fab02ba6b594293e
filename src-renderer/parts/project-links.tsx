/** The pages of one project, in a row below its name. */
import { memo, type ReactElement } from 'react';
import { useWords } from '../words/words-context.ts';
import { PageLinks } from '../ui/layout/page-links.tsx';

export const ProjectLinks = memo(function ProjectLinks({
  projectId,
}: Readonly<{ projectId: string }>): ReactElement {
  const { projects, lineage } = useWords();
  const to = (part: string) => `/projects/${encodeURIComponent(projectId)}/${part}`;
  return (
    <PageLinks
      label={projects.parts}
      links={[
        { to: to('files'), label: projects.files },
        { to: to('platform'), label: projects.platform },
        { to: to('folders'), label: projects.folders },
        { to: to('members'), label: projects.members },
        { to: to('lineage'), label: lineage.title },
        { to: to('details'), label: projects.details },
      ]}
    />
  );
});
