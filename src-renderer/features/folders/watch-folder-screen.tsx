/**
 * Watch a folder, in three steps of which each opens when the one before is answered: the folder, what and where, the price.
 * Its files can be approved at once; what was chosen for the folder before is meant again.
 */
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { type ReactElement, useState, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useBridge, useCore } from '../../data/bridge-context.ts';
import { useBalance } from '../../data/queries.ts';
import { needsQuestion, SpendQuestion } from '../../parts/credits/spend-question.tsx';
import { useJoinedProjects } from '../../data/use-invitations.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import {
  CheckField,
  KindFields,
  LabelsField,
  ProjectField,
  VisibilityField,
} from '../../parts/assignment/assignment-fields.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { FolderChooser } from '../../parts/assignment/folder-chooser.tsx';
import { WhatIsMissing } from '../../parts/newcomer/what-is-missing.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { Form } from '../../ui/form/form.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useGoOn } from '../../ui/layout/use-go-on.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { HELP_TOPICS, pathTo, pathToFolderFiles } from '../../paths.ts';
import { Outcome } from './dry-run.tsx';
import {
  type FolderDraft,
  type FolderProblem,
  folderProblems,
  latestOf,
  newFolderDraft,
  rulesOf,
  patternsOf,
} from './folder-draft.ts';
import { assignmentProps, WayFields } from './rules-fields.tsx';
import { classes } from '../../ui/layout/classes.ts';
import styles from './folders.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';
import { AUTO_WATCHING } from '../../../src-shared/model/folders/folder-rules.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { watchingOf } from '../../parts/assignment/watching-fields.tsx';
import { useDebounced } from '../../ui/form/use-debounced.ts';

/** What becomes of files that lie in the folder already. */
const EXISTING = ['all', 'only-new'] as const;
type Existing = (typeof EXISTING)[number];

/** Fields that are folded away. */
const FOLDED: ReadonlySet<FolderProblem> = new Set([
  'procedureDescription',
  'linkToProcedure',
  'primaryData',
  'settle',
  'watching',
  'budget',
]);

export function WatchFolderScreen(): ReactElement {
  const words = useWords();
  const { folders, figures, outcomes, ui, shell } = words;
  const announce = useAnnounce();
  const goOn = useGoOn();
  const [address] = useSearchParams();
  const joined = useJoinedProjects();
  const { projects } = joined;
  const purse = useBalance();
  const balance = purse?.credits ?? null;
  const [isAsking, setIsAsking] = useState(false);
  const [path, setPath] = useState('');
  const { value: defaults } = useRead('settings.watching');
  const [written, setTyped] = useState<FolderDraft | null>(null);
  const { value: watched } = useRead('folders.list');
  const latest = latestOf(watched ?? []);
  const typed = written ?? newFolderDraft(address.get('project') ?? '', defaults, latest);
  const [chosen, setExisting] = useState<Existing | null>(null);
  const existing = chosen ?? (latest?.onlyNew === true ? 'only-new' : 'all');
  const [isJudged, setIsJudged] = useState(false);
  const { send, isPending, fault } = useSend('folders.add');
  // A person with one project need not choose it.
  const [only, ...others] = projects;
  const isChosen = typed.assignment.projectId !== '';
  const projectId = isChosen || others.length > 0 ? typed.assignment.projectId : (only?.id ?? '');
  const draft = { ...typed, assignment: { ...typed.assignment, projectId } };

  const onlyNew = existing === 'only-new';
  const look = useFolderPreview(path, draft, onlyNew);
  const { preview, refusal } = look;
  const problems = folderProblems(draft);
  const needsPath = !isAbsolute(path);
  const isPlaced = !needsPath && refusal === null;
  const isComplete = isPlaced && problems.length === 0;
  const pathError =
    refusal !== null
      ? faultSentence(refusal, words)
      : isJudged && needsPath
        ? folders.needPath
        : null;
  /** What can be approved here and now: exactly what is shown. */
  const offer =
    preview !== null && !onlyNew && draft.spending === 'ask' && preview.taken.credits > 0
      ? preview
      : null;

  const priceText = (credits: number) =>
    balance === null || credits <= balance
      ? ui.credits(credits)
      : folders.priceBeyond(ui.credits(credits), balance);

  const submit = (isAgreed: boolean) => {
    setIsJudged(true);
    if (!isComplete) return false;
    const agreed =
      isAgreed && offer !== null
        ? { agreed: { listing: offer.listing, credits: offer.taken.credits } }
        : {};
    const asked = { path: path.trim(), rules: rulesOf(draft), onlyNew };
    send({ ...asked, ...agreed }, ({ id }) => {
      if (isAgreed && offer !== null) announce(outcomes['files.agree'](offer.taken));
      goOn(offer === null ? pathTo('folders', projectId) : pathToFolderFiles(projectId, id));
    });
    // The files may have changed since: then the price is read anew, and the form says that nothing was approved.
    if (isAgreed && offer !== null) look.readAgain();
    return true;
  };
  /** What is meant for Continue must not pay for thousands of files. */
  const approve = () => {
    const asks = isComplete && offer !== null && needsQuestion(offer.taken.credits, purse);
    if (!asks) return submit(true);
    setIsAsking(true);
    return true;
  };
  const shown = { draft, onChange: setTyped, projects, problems: isJudged ? problems : [] };

  if (joined.isRead && projects.length === 0) {
    return (
      <Page title={shell.watchFolder} subtitle={folders.needsProject} kind="form">
        <WhatIsMissing joined={joined} />
      </Page>
    );
  }
  return (
    <Page
      title={shell.watchFolder}
      mark={<HelpMark topic={HELP_TOPICS.watchedFolder} about={shell.watchFolder} />}
      subtitle={folders.watchText}
    >
      <WhatIsMissing joined={joined} />
      <Form
        onSubmit={approve}
        submitLabel={
          !isComplete
            ? folders.next
            : offer === null
              ? shell.watchFolder
              : folders.watchAndNotarize(offer.taken.files, priceText(offer.taken.credits))
        }
        isPending={isPending}
        problem={faultSentence(fault, words)}
        summary={sumText()}
        other={
          offer === null || !isComplete
            ? null
            : { label: folders.watchOnly, onSubmit: () => submit(false) }
        }
      >
        <div className={styles['columns']}>
          <div className={styles['steps']}>
            <h2>{folders.step(1, folders.stepFolder)}</h2>
            <DroppedFolder onPath={setPath} />
            <FolderChooser path={path} onChoose={setPath} error={pathError} />
            {isPlaced && (
              <>
                <h2>{folders.step(2, folders.stepRules)}</h2>
                <ProjectField {...assignmentProps(shown)} />
                <VisibilityField {...assignmentProps(shown)} />
                <LabelsField {...assignmentProps(shown)} />
                <RadioGroup
                  label={folders.earlier}
                  options={EXISTING.map((value) => ({
                    value,
                    label: folders.existing[value],
                    hint: folders.existingHints[value],
                  }))}
                  value={existing}
                  onChange={setExisting}
                />
                <Disclosure
                  label={folders.advanced}
                  isForcedOpen={shown.problems.some((problem) => FOLDED.has(problem))}
                >
                  <KindFields {...assignmentProps(shown)} />
                  <CheckField {...assignmentProps(shown)} />
                  <WayFields {...shown} />
                </Disclosure>
              </>
            )}
          </div>
          {isComplete && (
            <section
              aria-label={folders.dryRun}
              className={classes(arrangement['block'], styles['price'])}
            >
              <h2>{folders.step(3, folders.stepPrice)}</h2>
              <LoadState value={preview} fault={look.fault} onTryAgain={look.readAgain} lines={4} />
              {preview !== null && (
                <Outcome
                  preview={preview}
                  visibility={draft.assignment.visibility}
                  onlyNew={onlyNew}
                />
              )}
            </section>
          )}
        </div>
      </Form>
      {isAsking && offer !== null && (
        <SpendQuestion
          offer={offer.taken}
          balance={purse}
          isOpen
          isPending={isPending}
          problem={null}
          onAgree={() => {
            setIsAsking(false);
            submit(true);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Page>
  );

  function sumText(): string {
    if (refusal !== null) return faultSentence(refusal, words);
    if (!look.isAsked) return folders.chooseFirst;
    if (onlyNew) return folders.summaryNew;
    if (look.fault !== null) return faultSentence(look.fault, words);
    if (preview === null) return folders.reading;
    const { files, bytes, credits } = preview.taken;
    return folders.summaryAll(files, figures.size(bytes), ui.atMost(credits));
  }
}

/** A folder dropped on the page. Where it is, only a window of the desktop app is told; a browser keeps it to itself. */
function DroppedFolder({ onPath }: Readonly<{ onPath: (path: string) => void }>): ReactElement {
  const { folders } = useWords();
  const { bridge } = useBridge();
  const hasPaths = useCore(({ abilities }) => abilities.dragPaths === true);
  const [error, setError] = useState<string | null>(null);
  const take = async (folder: File | null, name: string) => {
    const kept =
      hasPaths && folder !== null ? await bridge.keep(folder, new AbortController().signal) : null;
    if (kept?.ok === true) onPath(kept.value.path);
    setError(kept?.ok === true ? null : folders.noDroppedPath(name));
  };
  return (
    <DropZone
      label={folders.dropFolder}
      invitation={folders.dropFolderHere}
      hasButton={false}
      error={error}
      onFolder={(folder, name) => void take(folder, name)}
      onFiles={() => setError(folders.notAFolderDropped)}
    />
  );
}

const IS_ABSOLUTE = /^(\/|[A-Za-z]:[\\/]|\\\\)/;

/** What keeps a folder from being watched, whatever else is chosen for it. */
const REFUSALS: ReadonlySet<PageFault['kind']> = new Set([
  'no-such-folder',
  'not-a-folder',
  'unreadable-folder',
  'already-watched',
  'inside-watched',
  'contains-watched',
  'holds-own-data',
]);

const isAbsolute = (path: string) => IS_ABSOLUTE.test(path.trim());

/** What watching the folder would do, for the draft as it stands: asked once nobody types any more. */
function useFolderPreview(path: string, draft: FolderDraft, onlyNew: boolean) {
  const settledPath = useDebounced(path.trim());
  const settledExclude = useDebounced(draft.exclude);
  const exclude = useMemo(() => [...patternsOf(settledExclude)], [settledExclude]);
  const { check: checkPolicy, visibility } = draft.assignment;
  const { mode } = draft.watching;
  const pollSeconds = useDebounced(draft.watching.pollSeconds);
  const watching = watchingOf({ mode, pollSeconds }) ?? { ...AUTO_WATCHING, mode };
  const isAsked = isAbsolute(settledPath);
  const { value, fault, readAgain } = useRead(
    'folders.preview',
    { path: settledPath, exclude, visibility, checkPolicy, onlyNew, watching, isNew: true },
    { isWanted: isAsked },
  );
  const isSettled = settledPath === path.trim() && settledExclude === draft.exclude;
  const isRefused = fault !== null && REFUSALS.has(fault.kind);
  return {
    /** Null while it is not known for the draft as it stands. */
    preview: isSettled && fault === null ? value : null,
    /** Why the folder cannot be watched; null when nothing is known against it. */
    refusal: isSettled && isRefused ? fault : null,
    /** Why nothing is known. */
    fault: isRefused ? null : fault,
    isAsked,
    readAgain,
  };
}
