/** The way out. It ends uploads in progress, so it says what happens to them. */
import { type ReactElement, useState } from 'react';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { countGroups } from '../../../src-shared/model/status/current-activity.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import prose from '../../ui/layout/prose.module.css';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useWords } from '../../words/words-context.ts';
import { ErrorNotice } from '../notices/error-notice.tsx';

/** Files being sent, checked or approved, and changes that wait: what signing out holds up. */
function workInProgress(account: AccountStatus | null): number {
  if (account === null) return 0;
  const groups = countGroups(account.counts);
  const files = (['sending', 'checking', 'queued'] as const).map((group) => groups.get(group) ?? 0);
  return files.reduce((sum, each) => sum + each, account.changes.waiting);
}

export function SignOut(): ReactElement {
  const { shell, settings } = useWords();
  const { send, isPending, fault } = useSend('session.signOut');
  const going = useCore(({ status }) => workInProgress(status?.account ?? null));
  const [isAsking, setIsAsking] = useState(false);
  const signOut = () => send({}, () => setIsAsking(false));
  return (
    <>
      <div>
        <Button
          isPending={isPending && !isAsking}
          onPress={() => (going === 0 ? signOut() : setIsAsking(true))}
        >
          {shell.signOut}
        </Button>
      </div>
      <ConfirmDialog
        title={settings.signOutTitle}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        confirm={shell.signOut}
        isPending={isPending}
        onConfirm={signOut}
      >
        <p>{settings.signOutGoing(going)}</p>
        <p>{settings.signOutText}</p>
      </ConfirmDialog>
      <p className={prose['quiet']}>{settings.signOutText}</p>
      <ErrorNotice fault={fault} />
    </>
  );
}
