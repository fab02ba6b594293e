/** A question or a form in front of the page. Escape and the close button leave everything as it was. */
import type { ReactElement, ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import styles from './overlay.module.css';

export function Dialog({
  title,
  isOpen,
  onClose,
  actions,
  isQuestion = false,
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
  place?: 'middle' | 'top';
  children: ReactNode;
}>): ReactElement {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
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
          {actions !== undefined && <div className={styles['dialogActions']}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
