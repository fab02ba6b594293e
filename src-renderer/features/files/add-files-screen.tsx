/** A few files now: choose them, say what becomes of them, agree to the price, and watch them become proofs. */
import { type ReactElement, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { useBridge } from '../../data/bridge-context.ts';
import type { Bridge, PageFault } from '../../bridge/bridge.ts';
import { useAction } from '../../data/use-action.ts';
import { type Joined, useJoinedProjects } from '../../data/use-invitations.ts';
import {
  type AssignmentDraft,
  assignmentOf,
  draftProblems,
  newDraft,
} from '../../parts/assignment/assignment-draft.ts';
import { AssignmentFields } from '../../parts/assignment/assignment-fields.tsx';
import { IconButton } from '../../ui/layout/button.tsx';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import { WhatIsMissing } from '../../parts/newcomer/what-is-missing.tsx';
import { Form } from '../../ui/form/form.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { pathToWatch } from '../../paths.ts';
import { Page } from '../../ui/layout/page.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './files.module.css';
import { AddedFiles } from './added-files.tsx';

/**
 * Copies the files to the host, one after the other: two large ones at once would be no faster. `known`: copies that are
 * there from an earlier try; new ones are added to it, so that a second try copies nothing twice.
 */
export async function keepAll(
  bridge: Pick<Bridge, 'keep'>,
  files: readonly File[],
  known = new Map<File, string>(),
): Promise<Result<readonly string[], PageFault>> {
  const { signal } = new AbortController();
  for (const file of files) {
    if (known.has(file)) continue;
    const kept = await bridge.keep(file, signal);
    if (!kept.ok) return fail(kept.fault);
    known.set(file, kept.value.path);
  }
  return ok(files.map((file) => known.get(file) ?? ''));
}

export function AddFilesScreen(): ReactElement {
  const { files: words } = useWords();
  const { projectId } = useParams();
  const joined = useJoinedProjects();
  const [added, setAdded] = useState<readonly string[] | null>(null);
  const hasNoProject = joined.isRead && joined.projects.length === 0;
  return (
    <Page title={words.addFiles} subtitle={words.addText} kind="form">
      <WhatIsMissing joined={joined} />
      {added === null && !hasNoProject && (
        <Choice projectId={projectId ?? ''} projects={joined.projects} onAdded={setAdded} />
      )}
      {added !== null && <AddedFiles ids={added} onMore={() => setAdded(null)} />}
    </Page>
  );
}

function Choice({
  projectId,
  projects,
  onAdded,
}: Readonly<{
  projectId: string;
  projects: Joined['projects'];
  onAdded: (ids: readonly string[]) => void;
}>): ReactElement {
  const words = useWords();
  const { files: said, figures } = words;
  const { bridge } = useBridge();
  const { run, isPending, fault } = useAction();
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [typed, setTyped] = useState<AssignmentDraft>(() => newDraft(projectId));
  const [showsErrors, setShowsErrors] = useState(false);
  // A person with one project need not choose it.
  const [only, ...others] = projects;
  const isNamed = typed.projectId !== '' || others.length > 0;
  const draft = { ...typed, ...(isNamed ? {} : { projectId: only?.id ?? '' }) };
  const problems = draftProblems(draft);
  const [folderName, setFolderName] = useState<string | null>(null);
  const copies = useRef(new Map<File, string>());

  const submit = () => {
    setShowsErrors(true);
    if (problems.length > 0 || chosen.length === 0) return false;
    run(async (ask) => {
      const kept = await keepAll(bridge, chosen, copies.current);
      if (!kept.ok) return kept;
      const assignment = assignmentOf(draft);
      const picked = await ask('files.pick', { paths: kept.value, assignment });
      // A copy that is not there any more is made again the next time.
      if (!picked.ok && picked.fault.kind === 'cannot-pick') copies.current.clear();
      return picked;
    }, onAdded);
    return true;
  };
  const missing = showsErrors && chosen.length === 0 ? said.needFiles : null;

  return (
    <Form
      onSubmit={submit}
      submitLabel={said.addCount(chosen.length)}
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
    >
      <DropZone
        label={said.dropLabel}
        isMultiple
        onFiles={(more) => {
          setFolderName(null);
          setChosen((before) => [...before, ...more]);
        }}
        onFolder={(_folder, name) => setFolderName(name)}
        error={folderName === null ? missing : said.folderDropped(folderName)}
      >
        {folderName !== null && (
          <LinkButton isSmall to={pathToWatch(draft.projectId)}>
            {said.watchInstead}
          </LinkButton>
        )}
      </DropZone>
      {chosen.length > 0 && (
        <ul aria-label={said.chosen} className={styles['entries']}>
          {chosen.map((file, index) => (
            <li key={`${index} ${file.name}`} className={styles['entry']}>
              <FileName name={file.name} />
              <span className={styles['quiet']}>{figures.size(file.size)}</span>
              <IconButton
                icon="x"
                label={said.leaveOut(file.name)}
                onPress={() => setChosen((before) => before.filter((each) => each !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <AssignmentFields
        draft={draft}
        onChange={setTyped}
        projects={projects}
        problems={showsErrors ? problems : []}
      />
    </Form>
  );
}
