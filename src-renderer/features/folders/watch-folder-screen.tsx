/** Watch a folder: choose it, see at once what would happen and what it costs, lay down the rules. Nothing is paid here. */
import { type ReactElement, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AUTO_WATCHING } from '../../../src-shared/model/folders/folder-rules.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { checkPolicyOf } from '../../parts/assignment-draft.ts';
import { watchingOf } from '../../parts/watching-fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { useDebounced } from '../../ui/form/use-debounced.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { DryRun } from './dry-run.tsx';
import { FolderChooser } from '../../parts/folder-chooser.tsx';
import {
  type FolderDraft,
  folderProblem,
  newFolderDraft,
  patternsOf,
  rulesOf,
} from './folder-draft.ts';
import styles from './folders.module.css';
import { RulesFields } from './rules-fields.tsx';

const NOTHING = {};
const IS_ABSOLUTE = /^(\/|[A-Za-z]:[\\/]|\\\\)/;

/** What becomes of files that lie in the folder already; the first is meant unless a person says otherwise. */
const EXISTING = ['only-new', 'all'] as const;
type Existing = (typeof EXISTING)[number];

export function WatchFolderScreen(): ReactElement {
  const words = useWords();
  const { folders } = words;
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const projects = useProjects();
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

  const settledPath = useDebounced(path.trim());
  const settledExclude = useDebounced(draft.exclude);
  const exclude = useMemo(() => patternsOf(settledExclude), [settledExclude]);
  const { check } = draft.assignment;
  const upToMb = useDebounced(draft.assignment.upToMb);
  const checkPolicy = useMemo(() => checkPolicyOf({ check, upToMb }) ?? 'always', [check, upToMb]);
  const { mode } = draft.watching;
  const settledSeconds = useDebounced(draft.watching.pollSeconds);
  const watching = useMemo(
    () => watchingOf({ mode, pollSeconds: settledSeconds }) ?? { ...AUTO_WATCHING, mode },
    [mode, settledSeconds],
  );
  const problem = folderProblem(draft);
  const onlyNew = existing === 'only-new';
  const needsPath = !IS_ABSOLUTE.test(path.trim());

  const submit = () => {
    setIsJudged(true);
    if (problem !== null || needsPath) return false;
    send({ path: path.trim(), rules: rulesOf(draft), onlyNew }, () => {
      void navigate(pathTo('folders', projectId));
    });
    return true;
  };

  return (
    <Page title={folders.watch} subtitle={folders.watchText} kind="form">
      <Form
        onSubmit={submit}
        submitLabel={folders.watch}
        isPending={isPending}
        problem={fault === null ? sayWrong() : faultSentence(fault, words)}
      >
        <h2>{folders.stepFolder}</h2>
        <FolderChooser path={path} onChoose={setPath} />
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
        {IS_ABSOLUTE.test(settledPath) && (
          <section aria-label={folders.dryRun} className={styles['block']}>
            <h2>{folders.dryRun}</h2>
            <DryRun
              path={settledPath}
              exclude={exclude}
              visibility={draft.assignment.visibility}
              checkPolicy={checkPolicy}
              onlyNew={onlyNew}
              watching={watching}
            />
          </section>
        )}
        <h2>{folders.stepRules}</h2>
        <RulesFields
          draft={draft}
          onChange={setTyped}
          projects={projects}
          problem={isJudged ? problem : null}
        />
      </Form>
    </Page>
  );

  function sayWrong(): string | null {
    if (!isJudged) return null;
    if (needsPath) return folders.needPath;
    return problem === 'project' ? words.assignment.problems.project : null;
  }
}
