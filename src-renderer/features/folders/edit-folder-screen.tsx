/** Changes the rules of a watched folder. What was notarized stays as it is. */
import { type ReactElement, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { FolderView } from '../../../src-shared/bridge/folder-calls.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Form, FormLinks } from '../../ui/form/form.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { Page } from '../../ui/layout/page.tsx';
import { useGoOn } from '../../ui/layout/use-go-on.ts';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { draftOfFolder, folderProblems, rulesOf } from './folder-draft.ts';
import { RulesFields } from './rules-fields.tsx';

export function EditFolderScreen(): ReactElement {
  const { folders } = useWords();
  const pathText = usePathText();
  const { projectId = '', folderId = '' } = useParams();
  const { value, fault, readAgain } = useRead('folders.list');
  const folder = value?.find(({ id }) => id === folderId);
  const back = pathTo('folders', projectId);
  return (
    <Page title={folders.edit} subtitle={pathText(folder?.path ?? '')} kind="form">
      <LoadState value={value} fault={fault} onTryAgain={readAgain} lines={6} />
      {value !== null && folder === undefined && <p>{folders.gone}</p>}
      {folder !== undefined && <RulesForm key={folder.id} folder={folder} back={back} />}
      <FormLinks>
        <Link to={back}>{folders.back}</Link>
      </FormLinks>
    </Page>
  );
}

function RulesForm({ folder, back }: Readonly<{ folder: FolderView; back: string }>): ReactElement {
  const words = useWords();
  const goOn = useGoOn();
  const projects = useProjects();
  const [draft, setDraft] = useState(() => draftOfFolder(folder));
  const [isJudged, setIsJudged] = useState(false);
  const { send, isPending, fault } = useSend('folders.edit');
  const problems = folderProblems(draft);
  const submit = () => {
    setIsJudged(true);
    if (problems.length > 0) return false;
    const rules = rulesOf(draft);
    send({ folder: folder.id, rules }, () => goOn(back));
    return true;
  };
  return (
    <Form
      onSubmit={submit}
      submitLabel={words.folders.save}
      isPending={isPending}
      problem={faultSentence(fault, words)}
    >
      <RulesFields
        draft={draft}
        onChange={setDraft}
        projects={projects}
        problems={isJudged ? problems : []}
      />
    </Form>
  );
}
