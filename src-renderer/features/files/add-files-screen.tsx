/** A few files now: choose them, say what becomes of them, agree to the price, and watch them become proofs. */
import { type ReactElement, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { useBridge, useCore } from '../../data/bridge-context.ts';
import type { Bridge, PageFault } from '../../bridge/bridge.ts';
import { useAction, useSend } from '../../data/use-action.ts';
import { useProjects } from '../../data/use-projects.ts';
import {
  type AssignmentDraft,
  assignmentOf,
  draftProblem,
  newDraft,
} from '../../parts/assignment-draft.ts';
import { AssignmentFields } from '../../parts/assignment-fields.tsx';
import { Button, IconButton } from '../../ui/layout/button.tsx';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { FileName } from '../../parts/file-name.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { useBalance, useOffer } from '../../data/queries.ts';
import { useRead } from '../../data/use-read.ts';
import { Pipeline } from '../../parts/pipeline.tsx';
import { SpendNotice } from '../../parts/spend-question.tsx';
import { StatusText } from '../../parts/status-text.tsx';
import { pathTo } from '../../paths.ts';
import styles from './files.module.css';
import { fileSteps } from './file-steps.ts';
import { shareOf } from './upload-share.ts';

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

/** Files that were just added, each with its checklist, until their certificates are there. The price is agreed to here. */
function AddedFiles({
  ids,
  onMore,
}: Readonly<{ ids: readonly string[]; onMore: () => void }>): ReactElement {
  const words = useWords();
  const { files } = words;
  const asked = useMemo(() => ({ which: { fileIds: [...ids] } }), [ids]);
  const { value: offer } = useOffer(asked);
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.agree');
  return (
    <div className={styles['details']}>
      {offer !== null && offer.files > 0 && (
        <SpendNotice
          offer={offer}
          balance={balance?.credits ?? null}
          isPending={isPending}
          problem={fault === null ? null : faultSentence(fault, words)}
          onAgree={(onDone) => send({ ...asked, credits: offer.credits }, onDone)}
        />
      )}
      <p className={styles['why']}>{files.addedText}</p>
      {ids.map((id) => (
        <AddedFile key={id} id={id} />
      ))}
      <p>
        <Button onPress={onMore}>{files.addMore}</Button>
      </p>
    </div>
  );
}

function AddedFile({ id }: Readonly<{ id: string }>): ReactElement | null {
  const words = useWords();
  const input = useMemo(() => ({ asked: id }), [id]);
  const { value: file } = useRead('files.show', input);
  const progress = useCore((view) => view.progress);
  if (file === null) return null;
  const steps = fileSteps(file, words);
  return (
    <section aria-label={file.name} className={styles['history']}>
      <h2>
        <FileName name={file.name} />
      </h2>
      <StatusText state={file.state} hold={file.hold} share={shareOf(progress, file)} />
      {steps.length > 0 && <Pipeline label={words.files.status} steps={steps} />}
      {file.certificatePdf !== null && file.fileId !== null && (
        <p>
          <Link to={pathTo('certificate', file.projectId, file.fileId)}>
            {words.files.actions.certificate}
          </Link>
        </p>
      )}
    </section>
  );
}
