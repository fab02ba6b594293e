/** What a person can do about an item of health, and what it says: the same in the banner and in the inbox. */
import type { ReactElement } from 'react';
import type { HealthItem } from '../../../src-shared/model/status/health.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { useSignInAgain } from './sign-in-again.ts';
import { RelocateFolder } from '../folders/relocate-folder.tsx';
import { FaultText } from './error-notice.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToMissingCertificates } from '../../paths.ts';

/** In the page's own time zone, and "in 12 minutes" from now. */
export function sayHealth(item: HealthItem, { health, figures }: Words, nowMs: number) {
  return health.words(item, {
    moment: (atMs) => figures.when(atMs, nowMs),
    timeUntil: (atMs) => figures.duration(Math.max(0, atMs - nowMs)),
    duration: figures.duration,
  });
}

export function HealthAction({ item }: Readonly<{ item: HealthItem }>): ReactElement | null {
  const { shell, credits, activity } = useWords();
  switch (item.code) {
    case 'signed-out':
    case 'session-withheld':
    case 'session-ends-soon':
      return <SignInAgain />;
    case 'engine-stopped':
    case 'offline':
    case 'service-back':
    case 'server-down':
      return <ActionButton call="folders.look" label={shell.tryNow} />;
    case 'credits-short':
    case 'budget-reached':
      return (
        <LinkButton isSmall to={pathTo('credits')}>
          {shell.goTo(credits.title)}
        </LinkButton>
      );
    case 'changes-need-you':
      return (
        <LinkButton isSmall to={pathTo('outbox')}>
          {shell.openOutbox}
        </LinkButton>
      );
    case 'silent-change':
      return (
        <LinkButton isSmall to={pathTo('audit', item.runId)}>
          {shell.openAudit}
        </LinkButton>
      );
    case 'folder-trouble':
      return item.trouble === 'absent' ? (
        <RelocateFolder folderId={item.folderId} />
      ) : (
        <ShowFolder {...item} />
      );
    case 'drive-trouble':
      return <ShowFolder {...item} />;
    case 'paid-twice':
      return (
        <LinkButton isSmall to={`${pathTo('activity')}?view=history`}>
          {shell.goTo(activity.views.history)}
        </LinkButton>
      );
    case 'certificates-missing':
      return (
        <>
          <LinkButton isSmall to={pathToMissingCertificates()}>
            {shell.showCertificates}
          </LinkButton>
          <ActionButton call="folders.look" label={shell.tryNow} />
        </>
      );
    case 'update-ready':
      return <ActionButton call="desktop.update" label={shell.install} />;
    case 'host-lost':
    case 'account-refused':
    case 'clock-wrong':
    case 'watch-limit':
    case 'history-incomplete':
      return null;
    default:
      return assertNever(item);
  }
}

function ShowFolder({
  projectId,
  path,
}: Readonly<{ projectId: string; path: string }>): ReactElement {
  const { shell } = useWords();
  return (
    <LinkButton isSmall to={pathTo('folders', projectId)} label={shell.showFolderAt(path)}>
      {shell.showFolder}
    </LinkButton>
  );
}

export function SignInAgain(): ReactElement {
  const { session } = useWords();
  return (
    <LinkButton isSmall {...useSignInAgain()}>
      {session.signIn}
    </LinkButton>
  );
}

/** Asks for something to be done now, and says when it could not be. */
export function ActionButton({
  call,
  label,
}: Readonly<{
  call: 'folders.look' | 'desktop.update';
  label: string;
}>): ReactElement {
  const { send, isPending, fault } = useSend(call);
  return (
    <>
      <Button isSmall isPending={isPending} onPress={() => send({})}>
        {label}
      </Button>
      <FaultText fault={fault} />
    </>
  );
}
