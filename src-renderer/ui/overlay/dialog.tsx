/**
 * A question or a form in front of the page. Escape and the close button leave everything as it was; while what was agreed
 * to is under way, the first of them says that it goes on.
 */
import { type ReactElement, type ReactNode, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useAnnounce } from '../feedback/live-region.tsx';
import { classes } from '../layout/classes.ts';
import styles from './overlay.module.css';

export function Dialog({
  title,
  isOpen,
  onClose,
  actions,
  isQuestion = false,
  goesOn = null,
  place = 'middle',
  children,
}: Readonly<{
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Its buttons, the deciding one last. */
  actions?: ReactNode;
  /** Asks before something that cannot be undone: a press outside does not close it. */
  isQuestion?: boolean;
  /** What is under way, goes on without the dialog, and where it is seen then; null: nothing is. */
  goesOn?: string | null;
  place?: 'middle' | 'top';
  children: ReactNode;
}>): ReactElement {
  const announce = useAnnounce();
  const [isLeaving, setIsLeaving] = useState(false);
  const isTold = isLeaving && goesOn !== null;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (open) return;
        if (goesOn === null || isTold) onClose();
        else {
          setIsLeaving(true);
          announce(goesOn);
        }
      }}
      isDismissable={!isQuestion}
      className={classes(styles['scrim'], place === 'top' && styles['top'])}
    >
      <Modal className={styles['dialog'] ?? ''}>
        <AriaDialog
          role={isQuestion ? 'alertdialog' : 'dialog'}
          className={styles['dialogBody'] ?? ''}
        >
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
          {isTold && <p>{goesOn}</p>}
          {actions !== undefined && <div className={styles['dialogActions']}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
