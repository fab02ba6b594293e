/** Where a file lies, and the way there: its folder in a window, its path to be copied in a browser. */
import type { ReactElement } from 'react';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-send.ts';
import { Button } from '../../ui/layout/button.tsx';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import { usePathText } from '../../parts/known-folder.ts';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './files.module.css';

export function KnownPath({ path }: Readonly<{ path: string }>): ReactElement {
  const { certificates } = useWords();
  const pathText = usePathText();
  const announce = useAnnounce();
  const canReveal = useCore(({ abilities }) => abilities.revealInFolder === true);
  const { send, isPending, fault } = useSend('desktop.reveal');
  const show = () =>
    send({ path }, (isThere) => {
      if (!isThere) announce(certificates.goneFromThere);
    });
  return (
    <div className={styles['knownPath']}>
      <span className={styles['path']}>{pathText(path)}</span>
      {canReveal ? (
        <Button isSmall isPending={isPending} onPress={show}>
          {certificates.reveal}
        </Button>
      ) : (
        <CopyButton label={certificates.copyPath} text={path} />
      )}
      <Trouble fault={fault} />
    </div>
  );
}
