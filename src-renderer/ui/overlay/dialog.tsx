/**
 * A question or a form in front of the page. Escape and the close button leave everything as it was; while what was agreed
 * to is under way, the first of them says that it goes on.
 */
import {
  type FormEventHandler,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
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
  onSubmit,
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
  /** It is a form: one of its buttons, or Enter in a field, sends it, and its first field has the focus. */
  onSubmit?: FormEventHandler;
  children: ReactNode;
}>): ReactElement {
  const announce = useAnnounce();
  const [isLeaving, setIsLeaving] = useState(false);
  const isTold = isLeaving && goesOn !== null;
  const body = (
    <>
      {children}
      {isTold && <p>{goesOn}</p>}
      {actions !== undefined && <div className={styles['dialogActions']}>{actions}</div>}
    </>
  );
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
          {onSubmit === undefined ? body : <DialogForm onSubmit={onSubmit}>{body}</DialogForm>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function DialogForm(
  content: Readonly<{ onSubmit: FormEventHandler; children: ReactNode }>,
): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input[type="text"]')?.focus(), []);
  return <form {...content} noValidate ref={form} className={styles['dialogForm']} />;
}
