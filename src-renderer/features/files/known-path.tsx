/** Where a file lies, and the way there: its folder in a window, its path to be copied in a browser. */
import type { ReactElement } from 'react';
import { useCore } from '../../bridge/bridge-context.ts';
import { useSend } from '../../bridge/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { usePathText } from '../../ui/known-place.ts';
import { useAnnounce } from '../../ui/live-region.tsx';
import { Trouble } from '../../ui/trouble.tsx';
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
