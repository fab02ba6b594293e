/**
 * From signing in to the first certificate: where to, what, how and for how much, and then one watches. An account that
 * has work already is led to the overview.
 */
import { type ReactElement, useState } from 'react';
import { Navigate } from 'react-router';
import { useBridge } from '../../data/bridge-context.ts';
import { useBalance } from '../../data/queries.ts';
import { useAction } from '../../data/use-action.ts';
import { useJoinedProjects } from '../../data/use-invitations.ts';
import { useRead } from '../../data/use-read.ts';
import { keepAll } from '../../features/files/add-files-screen.tsx';
import { assignmentOf, newDraft } from '../../parts/assignment/assignment-draft.ts';
import { Button } from '../../ui/layout/button.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { WhatIsMissing } from '../../parts/newcomer/what-is-missing.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToWatch } from '../../paths.ts';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { chosenProject, DetailsStep, mostCredits } from './details-step.tsx';
import { FirstFiles } from './first-files.tsx';
import styles from './first-run.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function FirstRunScreen(): ReactElement {
  // Asked once: a flow that has begun goes on although there is work by then.
  const { value: status, fault } = useRead('status.read');
  const [isNew, setIsNew] = useState<boolean | null>(null);
  if (isNew === null && (status !== null || fault !== null)) {
    const account = status?.account ?? null;
    setIsNew(account !== null && account.folders.length === 0 && account.counts.length === 0);
  }
  if (isNew === false) return <Navigate to={pathTo('overview')} replace />;
  // Nothing is said before it is known where one is.
  return isNew === null ? <main id="page" tabIndex={-1} aria-busy="true" /> : <Flow />;
}

type Step = 'place' | 'what' | 'details';

function Flow(): ReactElement {
  const words = useWords();
  const { firstRun } = words;
  const { bridge } = useBridge();
  const joined = useJoinedProjects();
  const { projects, isRead } = joined;
  const balance = useBalance();
  const { run, isPending, fault } = useAction();
  const [step, setStep] = useState<Step>('place');
  const [chosen, setChosen] = useState<string | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [typed, setTyped] = useState(() => newDraft(''));
  const [added, setAdded] = useState<readonly string[] | null>(null);
  const hasNoProject = isRead && projects.length === 0;
  const projectId = chosenProject(projects, chosen);
  const draft = { files, assignment: { ...typed, projectId } };
  const agreedCredits = mostCredits(draft);

  const notarize = () => {
    run(async (ask) => {
      const kept = await keepAll(bridge, files);
      if (!kept.ok) return kept;
      return ask('files.pick', { paths: kept.value, assignment: assignmentOf(draft.assignment) });
    }, setAdded);
  };

  if (added !== null) return <FirstFiles ids={added} agreedCredits={agreedCredits} />;
  // A key of its own: each step is a page, whose heading takes the focus.
  switch (step) {
    case 'place':
      return (
        <Page
          key={hasNoProject ? 'not-yet' : step}
          title={hasNoProject ? firstRun.notYet : firstRun.place}
          subtitle={
            hasNoProject ? firstRun.placeText : `${firstRun.step(1)} · ${firstRun.placeText}`
          }
          kind="form"
          actions={<LinkButton to={pathTo('overview')}>{firstRun.skip}</LinkButton>}
        >
          {isRead ? (
            <div className={styles['step']}>
              {projects.length > 0 && (
                <PlaceStep
                  projects={projects}
                  outside={joined.outside}
                  projectId={projectId}
                  onChoose={setChosen}
                  onNext={() => setStep('what')}
                />
              )}
              <WhatIsMissing joined={joined} />
            </div>
          ) : (
            <Skeleton lines={3} />
          )}
        </Page>
      );
    case 'what':
      return (
        <Page
          key={step}
          title={firstRun.what}
          subtitle={`${firstRun.step(2)} · ${firstRun.whatText(projects.find(({ id }) => id === projectId)?.name ?? '')}`}
          kind="form"
          actions={<Button onPress={() => setStep('place')}>{firstRun.back}</Button>}
        >
          <WhatStep
            projectId={projectId}
            onFiles={(picked) => {
              setFiles(picked);
              setStep('details');
            }}
          />
        </Page>
      );
    case 'details':
      return (
        <Page
          key={step}
          title={firstRun.details}
          subtitle={firstRun.step(3)}
          kind="form"
          actions={<Button onPress={() => setStep('what')}>{firstRun.back}</Button>}
        >
          <DetailsStep
            draft={draft}
            balance={balance}
            isPending={isPending}
            problem={faultSentence(fault, words)}
            onChange={setTyped}
            onNotarize={notarize}
          />
        </Page>
      );
    default:
      return step satisfies never;
  }
}

/** The destination of the first file: one of the existing projects, or a new one with its price. */
function PlaceStep({
  projects,
  outside,
  projectId,
  onChoose,
  onNext,
}: Readonly<{
  projects: readonly { readonly id: string; readonly name: string }[];
  outside: ReadonlySet<string>;
  /** Empty: none is chosen yet. */
  projectId: string;
  onChoose: (projectId: string) => void;
  onNext: () => void;
}>): ReactElement {
  const { firstRun, newcomer } = useWords();
  return (
    <div className={styles['step']}>
      <RadioGroup
        label={firstRun.project}
        options={projects.map(({ id, name }) => ({
          value: id,
          label: name,
          ...(outside.has(id) ? { hint: newcomer.outside } : {}),
        }))}
        value={projectId}
        isRequired
        onChange={onChoose}
      />
      <div className={arrangement['buttons']}>
        <Button kind="primary" isDisabled={projectId === ''} onPress={onNext}>
          {firstRun.next}
        </Button>
        <LinkButton to={pathTo('newProject')}>
          {firstRun.newProject(CREDITS.projectCreation)}
        </LinkButton>
      </div>
    </div>
  );
}

/** What is notarized first: a few files now, or a folder from now on. */
function WhatStep({
  projectId,
  onFiles,
}: Readonly<{
  projectId: string;
  onFiles: (files: readonly File[]) => void;
}>): ReactElement {
  const { firstRun, shell } = useWords();
  return (
    <div className={styles['step']}>
      <section aria-labelledby="first-files" className={arrangement['group']}>
        <h2 id="first-files">{firstRun.fewFiles}</h2>
        <DropZone label={firstRun.fewFilesText} isMultiple onFiles={onFiles} />
      </section>
      <section aria-labelledby="first-folder" className={arrangement['group']}>
        <h2 id="first-folder">{firstRun.folder}</h2>
        <p>{firstRun.folderText}</p>
        <div>
          <LinkButton to={pathToWatch(projectId)} icon="folder-open">
            {shell.watchFolder}
          </LinkButton>
        </div>
      </section>
    </div>
  );
}
