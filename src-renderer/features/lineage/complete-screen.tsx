/** Many files are given their provenance at once: a rule, what it would do to each file, and one button. */
import { type ReactElement, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type {
  Completed,
  LackingFiles,
  LackingFile,
} from '../../../src-shared/bridge/lineage-calls.ts';
import { useAction } from '../../data/use-action.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FilePicker } from '../../parts/files/file-picker.tsx';
import { Problem, Success } from '../../ui/form/form.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ProjectLinks } from '../../parts/projects/project-screen.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { useDebounced } from '../../ui/form/use-debounced.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import {
  choose,
  commonFolder,
  type CompletionDraft,
  draftFault,
  namesOf,
  NEW_COMPLETION,
  planOf,
  ruleOf,
  nameOf,
} from './completion-draft.ts';
import { CompletionTable } from './completion-table.tsx';
import styles from './lineage.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';
import { usePathText } from '../../parts/files/path-text.ts';
import { Table } from '../../ui/grid/table.tsx';
import { readIds } from '../../../src-shared/model/lineage/citations.ts';
import { patternsOf, type PatternPair } from '../../../src-shared/model/lineage/name-pattern.ts';
import { Select } from '../../ui/form/select.tsx';

export function CompleteScreen(): ReactElement {
  const { projectId = '' } = useParams();
  const [params] = useSearchParams();
  const { lineage } = useWords();
  const project = useProjects().find(({ id }) => id === projectId);
  const folderId = params.get('folder');
  const [draft, setDraft] = useState(NEW_COMPLETION);
  const [done, setDone] = useState<Completed | null>(null);
  const settled = useDebounced(draft);
  const names = JSON.stringify(namesOf(settled));
  // What is typed looks up more names among the same files, and must not take the form away.
  const {
    value: lacking,
    fault,
    readAgain,
  } = useRead(
    'lineage.lacking',
    {
      projectId,
      ...(folderId === null ? {} : { folderId }),
      names: JSON.parse(names) as ReturnType<typeof namesOf>,
    },
    { placeholder: 'previous' },
  );
  return (
    <Page title={lineage.addProcedure} subtitle={project?.name ?? ''}>
      <ProjectLinks projectId={projectId} />
      {done !== null && <Done projectId={projectId} done={done} onEnd={() => setDone(null)} />}
      <LoadState value={lacking} fault={fault} onTryAgain={readAgain} lines={6} />
      {lacking?.files.length === 0 && (
        <EmptyState title={lineage.noneLacking} text={lineage.noneLackingText} />
      )}
      {lacking !== null && lacking.files.length > 0 && (
        <Wizard
          projectId={projectId}
          lacking={lacking}
          draft={draft}
          onChange={setDraft}
          onDone={(completed) => {
            setDone(completed);
            setDraft(NEW_COMPLETION);
          }}
        />
      )}
      <KeptRules projectId={projectId} />
    </Page>
  );
}

function Wizard({
  projectId,
  lacking,
  draft,
  onChange,
  onDone,
}: Readonly<{
  projectId: string;
  lacking: LackingFiles;
  draft: CompletionDraft;
  onChange: (draft: CompletionDraft) => void;
  onDone: (completed: Completed) => void;
}>): ReactElement {
  const words = useWords();
  const { lineage, ui } = words;
  const { run, isPending, fault } = useAction();
  const [showsErrors, setShowsErrors] = useState(false);
  const [isKept, setIsKept] = useState(false);
  const set = (change: Partial<CompletionDraft>) => onChange({ ...draft, ...change });
  const problem = showsErrors ? draftFault(draft) : null;
  const at = (...faults: readonly (typeof problem)[]) =>
    problem !== null && faults.includes(problem) ? lineage.ruleFaults[problem] : null;
  const plan = planOf(draft, lacking);
  const folderId = commonFolder(lacking.files);
  const save = () => {
    setShowsErrors(true);
    const rule = ruleOf(draft);
    if (draftFault(draft) !== null || plan.files.length === 0) return;
    const { procedures, description, labels } = rule;
    run(async (ask) => {
      const completed = await ask('lineage.complete', {
        files: plan.files,
        procedures,
        description,
        labels,
      });
      if (!completed.ok || !isKept || folderId === null) return completed;
      const kept = await ask('lineage.keepRule', { folderId, rule });
      return kept.ok ? completed : kept;
    }, onDone);
  };
  return (
    <>
      <p className={prose['note']}>
        {lineage.lacking(lacking.files.length)} {lacking.isCut && lineage.lackingCut}
      </p>
      <ExampleFields
        projectId={projectId}
        lacking={lacking.files}
        onPatterns={({ pattern, primary }) => set({ pattern, primaries: primary })}
      />
      <section aria-label={lineage.rule} className={styles['fields']}>
        <h2>{lineage.rule}</h2>
        <TextField
          label={lineage.pattern}
          hint={lineage.patternHint}
          value={draft.pattern}
          onChange={(pattern) => set({ pattern })}
          error={at('no-pattern', 'bad-pattern')}
        />
        <TextArea
          label={lineage.primaryNames}
          hint={lineage.primaryNamesHint}
          rows={2}
          value={draft.primaries}
          onChange={(primaries) => set({ primaries })}
        />
        <Problem text={at('no-primary', 'bad-primary', 'unknown-part')} />
        <FilePicker
          label={words.assignment.linkToProcedure}
          hint={words.assignment.idsHint}
          error={at('no-procedure')}
          projectId={projectId}
          fileType={null}
          value={draft.procedures}
          onChange={(procedures) => set({ procedures })}
        />
        <TextArea
          label={words.assignment.procedureDescription}
          hint={lineage.descriptionHint}
          value={draft.description}
          onChange={(description) => set({ description })}
        />
        <Problem text={at('no-description')} />
        <TextField
          label={words.assignment.labels}
          hint={lineage.labelsHint}
          value={draft.labels}
          onChange={(labels) => set({ labels })}
        />
      </section>
      <section aria-label={lineage.preview} className={styles['fields']}>
        <h2>{lineage.preview}</h2>
        <CompletionTable
          lacking={lacking.files}
          choices={draft.choices}
          onChoose={(fileId, slot, id) => onChange(choose(draft, fileId, slot, id))}
        />
        {folderId !== null && (
          <Checkbox isSelected={isKept} onChange={setIsKept}>
            {lineage.keepRule}
          </Checkbox>
        )}
        <p role="status" className={prose['note']}>
          {lineage.planText(plan.files.length, ui.atMost(plan.credits))}
        </p>
        <Problem text={faultSentence(fault, words)} />
        <div className={arrangement['buttons']}>
          <Button kind="primary" isPending={isPending} onPress={save}>
            {lineage.complete(plan.files.length)}
          </Button>
        </div>
      </section>
    </>
  );
}

/** What was done, for as long as it can be taken back. */
function Done({
  projectId,
  done,
  onEnd,
}: Readonly<{ projectId: string; done: Completed; onEnd: () => void }>): ReactElement {
  const words = useWords();
  const { lineage, ui } = words;
  const { run, isPending, fault } = useAction();
  const [undone, setUndone] = useState<string | null>(null);
  if (undone !== null) return <Success>{undone}</Success>;
  return (
    <>
      <Success>
        {lineage.completed(done.fileIds.length)}{' '}
        {done.skippedIds.length > 0 && lineage.skipped(done.skippedIds.length)}
      </Success>
      <div className={arrangement['buttons']}>
        <Button
          icon="undo"
          isPending={isPending}
          onPress={() =>
            run(
              (ask) => ask('lineage.undo', { completionId: done.completionId }),
              ({ fileIds, keptIds }) => setUndone(lineage.undone(fileIds.length, keptIds.length)),
            )
          }
        >
          {ui.undo}
        </Button>
        <LinkButton to={pathTo('lineage', projectId)}>{lineage.seeLineage}</LinkButton>
        <Link to={pathTo('projectFiles', projectId)}>{lineage.seeFiles}</Link>
        <Button kind="quiet" onPress={onEnd}>
          {words.ui.close}
        </Button>
      </div>
      <Problem text={faultSentence(fault, words)} />
    </>
  );
}

/** The rules by which new secondary files of a project's folders complete themselves. */
function KeptRules({ projectId }: Readonly<{ projectId: string }>): ReactElement | null {
  const { lineage } = useWords();
  const pathText = usePathText();
  const { value: rules, readAgain } = useRead('lineage.rules');
  const { value: folders } = useRead('folders.list');
  const { run } = useAction();
  const places = new Map(
    (folders ?? [])
      .filter(({ assignment }) => assignment.projectId === projectId)
      .map(({ id, path }) => [id, path]),
  );
  const own = (rules ?? []).filter(({ folderId }) => places.has(folderId));
  if (own.length === 0) return null;
  return (
    <section aria-label={lineage.keptRules} className={styles['fields']}>
      <h2>{lineage.keptRules}</h2>
      <p className={prose['note']}>{lineage.keptRulesText}</p>
      <Table
        caption={lineage.keptRules}
        rows={own}
        rowId={({ id }) => id}
        isStacked
        columns={[
          { id: 'pattern', label: lineage.pattern, cell: ({ rule }) => rule.pattern },
          {
            id: 'primaries',
            label: lineage.derivedFrom,
            cell: ({ rule }) => rule.primaries.join(', '),
          },
          {
            id: 'folder',
            label: lineage.inFolder,
            cell: ({ folderId }) => pathText(places.get(folderId) ?? ''),
          },
          {
            id: 'forget',
            label: lineage.forgetting,
            cell: ({ id, rule }) => (
              <Button
                isSmall
                aria-label={lineage.forgetRuleOf(rule.pattern)}
                onPress={() => run((ask) => ask('lineage.forgetRule', { id }), readAgain)}
              >
                {lineage.forgetRule}
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}

const MOST_EXAMPLES = 100; // the first will do; patterns can be typed for others

/** A rule from an example: one file, the file it was made from, and what their names have in common. */
function ExampleFields({
  projectId,
  lacking,
  onPatterns,
}: Readonly<{
  projectId: string;
  lacking: readonly LackingFile[];
  onPatterns: (patterns: PatternPair) => void;
}>): ReactElement {
  const words = useWords();
  const { lineage } = words;
  const { run, isPending, fault } = useAction();
  const [asked, setAsked] = useState('');
  const [primary, setPrimary] = useState('');
  const [hasNothing, setHasNothing] = useState(false);
  const examples = lacking.slice(0, MOST_EXAMPLES).map(({ file }) => file);
  const example = examples.find(({ id }) => id === asked) ?? examples[0];
  const learn = () => {
    const ids = readIds(primary);
    if (example === undefined || ids.length === 0) return;
    run(
      (ask) => ask('lineage.named', { ids }),
      ([file]) => {
        const patterns = file == null ? null : patternsOf(nameOf(example), file.name);
        setHasNothing(patterns === null);
        if (patterns !== null) onPatterns(patterns);
      },
    );
  };
  return (
    <section aria-label={lineage.example} className={styles['fields']}>
      <h2>{lineage.example}</h2>
      <p className={prose['note']}>{lineage.exampleText}</p>
      <Select
        label={lineage.exampleFile}
        options={examples.map((file) => ({ value: file.id, label: nameOf(file) }))}
        value={example?.id ?? ''}
        onChange={setAsked}
      />
      <FilePicker
        label={lineage.examplePrimary}
        hint={lineage.examplePrimaryHint}
        projectId={projectId}
        fileType="primary"
        value={primary}
        onChange={setPrimary}
        isSingle
      />
      <Problem text={hasNothing ? lineage.nothingInCommon : null} />
      <Problem text={faultSentence(fault, words)} />
      <div className={arrangement['buttons']}>
        <Button isPending={isPending} isDisabled={primary === ''} onPress={learn}>
          {lineage.makeRule}
        </Button>
      </div>
    </section>
  );
}
