/** A few files now: choose them, say what becomes of them, agree to the price, and watch them become proofs. */
import { type ReactElement, useState } from 'react';
import { useParams } from 'react-router';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { useBridge } from '../../data/bridge-context.ts';
import type { Bridge, PageFault } from '../../bridge/bridge.ts';
import { useAction } from '../../data/use-action.ts';
import { useProjects } from '../../data/use-projects.ts';
import {
  type AssignmentDraft,
  assignmentOf,
  draftProblem,
  newDraft,
} from '../../parts/assignment-draft.ts';
import { AssignmentFields } from '../../parts/assignment-fields.tsx';
import { IconButton } from '../../ui/layout/button.tsx';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { FileName } from '../../parts/file-name.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './files.module.css';
import { AddedFiles } from './added-files.tsx';

/** Copies the files to the host, one after the other: two large ones at once would be no faster. */
export async function keepAll(
  bridge: Pick<Bridge, 'keep'>,
  files: readonly File[],
): Promise<Result<readonly string[], PageFault>> {
  const { signal } = new AbortController();
  const paths: string[] = [];
  for (const file of files) {
    const kept = await bridge.keep(file, signal);
    if (!kept.ok) return fail(kept.fault);
    paths.push(kept.value.path);
  }
  return ok(paths);
}

export function AddFilesScreen(): ReactElement {
  const { files: words } = useWords();
  const { projectId } = useParams();
  const [added, setAdded] = useState<readonly string[] | null>(null);
  return (
    <Page title={words.addFiles} subtitle={words.addText} kind="form">
      {added === null ? (
        <Choice projectId={projectId ?? ''} onAdded={setAdded} />
      ) : (
        <AddedFiles ids={added} onMore={() => setAdded(null)} />
      )}
    </Page>
  );
}

function Choice({
  projectId,
  onAdded,
}: Readonly<{ projectId: string; onAdded: (ids: readonly string[]) => void }>): ReactElement {
  const words = useWords();
  const { files: said, figures } = words;
  const { bridge } = useBridge();
  const projects = useProjects();
  const { run, isPending, fault } = useAction();
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [typed, setTyped] = useState<AssignmentDraft>(() => newDraft(projectId));
  const [showsErrors, setShowsErrors] = useState(false);
  // A person with one project need not choose it.
  const [only, ...others] = projects;
  const isNamed = typed.projectId !== '' || others.length > 0;
  const draft = isNamed ? typed : { ...typed, projectId: only?.id ?? '' };
  const problem = draftProblem(draft);

  const submit = () => {
    setShowsErrors(true);
    if (problem !== null || chosen.length === 0) return false;
    run(async (ask) => {
      const kept = await keepAll(bridge, chosen);
      if (!kept.ok) return kept;
      return ask('files.pick', { paths: kept.value, assignment: assignmentOf(draft) });
    }, onAdded);
    return true;
  };
  const missing = showsErrors && chosen.length === 0 ? said.needFiles : null;
  const noProject = showsErrors && problem === 'project' ? words.assignment.problems.project : null;

  return (
    <Form
      onSubmit={submit}
      submitLabel={said.addCount(chosen.length)}
      isPending={isPending}
      problem={fault === null ? (missing ?? noProject) : faultSentence(fault, words)}
    >
      <DropZone
        label={said.dropLabel}
        isMultiple
        onFiles={(more) => setChosen((before) => [...before, ...more])}
      />
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
        problem={showsErrors ? problem : null}
      />
    </Form>
  );
}
