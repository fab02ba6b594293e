/** Watch a folder: choose it, see what that costs, say where its files belong. Its files can be approved at once. */
import { type ReactElement, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useBalance } from '../../data/queries.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import {
  CheckFields,
  KindFields,
  LabelsField,
  ProjectField,
} from '../../parts/assignment-fields.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { FolderChooser } from '../../parts/folder-chooser.tsx';
import { Form } from '../../ui/form/form.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useGoOn } from '../../ui/layout/use-go-on.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { DroppedFolder } from './dropped-folder.tsx';
import { Outcome } from './dry-run.tsx';
import {
  type FolderDraft,
  type FolderProblem,
  folderProblems,
  newFolderDraft,
  rulesOf,
} from './folder-draft.ts';
import styles from './folders.module.css';
import { assignmentProps, WayFields } from './rules-fields.tsx';
import { isAbsolute, useFolderPreview } from './use-folder-preview.ts';

const NOTHING = {};

/** What becomes of files that lie in the folder already; the first is meant unless a person says otherwise. */
const EXISTING = ['only-new', 'all'] as const;
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
  const { folders, figures, ui } = words;
  const goOn = useGoOn();
  const [address] = useSearchParams();
  const projects = useProjects();
  const balance = useBalance();
  const [path, setPath] = useState('');
  const { value: defaults } = useRead('settings.watching', NOTHING);
  const [written, setTyped] = useState<FolderDraft | null>(null);
  const typed = written ?? newFolderDraft(address.get('project') ?? '', defaults);
  const [existing, setExisting] = useState<Existing>('only-new');
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

  const submit = (isAgreed: boolean) => {
    setIsJudged(true);
    if (problems.length > 0 || needsPath || refusal !== null) return false;
    const agreed =
      isAgreed && offer !== null
        ? { agreed: { listing: offer.listing, credits: offer.taken.credits } }
        : {};
    const asked = { path: path.trim(), rules: rulesOf(draft), isCheckChosen: true, onlyNew };
    send({ ...asked, ...agreed }, () => {
      goOn(pathTo('folders', projectId));
    });
    // The files may have changed since: then the price is read anew, and the form says that nothing was approved.
    if (isAgreed && offer !== null) look.readAgain();
    return true;
  };
  const shown = { draft, onChange: setTyped, projects, problems: isJudged ? problems : [] };

  return (
    <Page title={folders.watch} subtitle={folders.watchText} kind="form">
      <Form
        onSubmit={() => submit(true)}
        submitLabel={
          offer === null
            ? folders.watch
            : folders.watchAndNotarize(offer.taken.files, ui.credits(offer.taken.credits))
        }
        isPending={isPending}
        problem={fault === null ? null : faultSentence(fault, words)}
        summary={sumText()}
        other={offer === null ? null : { label: folders.watchOnly, onSubmit: () => submit(false) }}
      >
        <h2>{folders.stepFolder}</h2>
        <DroppedFolder onPath={setPath} />
        <FolderChooser path={path} onChoose={setPath} error={pathError} />
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
        {look.isAsked && refusal === null && (
          <section aria-label={folders.dryRun} className={styles['block']}>
            <h2>{folders.dryRun}</h2>
            <ErrorNotice fault={look.fault} onTryAgain={look.readAgain} />
            {preview === null && look.fault === null && <Skeleton lines={4} />}
            {preview !== null && (
              <Outcome
                preview={preview}
                visibility={draft.assignment.visibility}
                onlyNew={onlyNew}
                balance={balance?.credits ?? null}
              />
            )}
          </section>
        )}
        <h2>{folders.stepRules}</h2>
        <ProjectField {...assignmentProps(shown)} />
        <LabelsField {...assignmentProps(shown)} />
        <CheckFields {...assignmentProps(shown)} />
        <Disclosure
          label={folders.advanced}
          isForcedOpen={shown.problems.some((problem) => FOLDED.has(problem))}
        >
          <KindFields {...assignmentProps(shown)} />
          <WayFields {...shown} />
        </Disclosure>
      </Form>
    </Page>
  );

  function sumText(): string {
    if (refusal !== null) return faultSentence(refusal, words);
    if (onlyNew) return folders.summaryNew;
    if (!look.isAsked) return folders.chooseFirst;
    if (look.fault !== null) return faultSentence(look.fault, words);
    if (preview === null) return folders.reading;
    const { files, bytes, credits } = preview.taken;
    return folders.summaryAll(files, figures.size(bytes), ui.credits(credits));
  }
}
