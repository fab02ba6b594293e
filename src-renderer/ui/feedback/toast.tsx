/**
 * Confirms what the person just did, for eight seconds; the only place that touches the component library's unfinished
 * toasts. Nothing that matters is said here alone.
 */
import type { ReactElement } from 'react';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
  Text,
} from 'react-aria-components';
import { useWords } from '../../words/words-context.ts';
import { Button, IconButton } from '../layout/button.tsx';
import styles from '../overlay/overlay.module.css';

const SHOWN_MS = 8_000; // long enough to read it and reach the button

export interface ToastMessage {
  readonly text: string;
  readonly action?: { readonly label: string; readonly onAction: () => void };
}

export type Toasts = ToastQueue<ToastMessage>;

export function makeToasts(): Toasts {
  return new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });
}

export function showToast(toasts: Toasts, message: ToastMessage): void {
  toasts.add(message, { timeout: SHOWN_MS });
}

export function ToastArea({ toasts }: Readonly<{ toasts: Toasts }>): ReactElement {
  const { ui } = useWords();
  return (
    <ToastRegion queue={toasts} aria-label={ui.messages} className={styles['toasts'] ?? ''}>
      {({ toast }) => (
        <AriaToast toast={toast} className={styles['toast'] ?? ''}>
          <ToastContent className={styles['itemLabel'] ?? ''}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action !== undefined && (
            <Button
              isSmall
              onPress={() => {
                toast.content.action?.onAction();
                toasts.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton slot="close" icon="x" label={ui.close} />
        </AriaToast>
      )}
    </ToastRegion>
  );
}
