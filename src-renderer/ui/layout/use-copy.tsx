/** Copying to the clipboard. A browser may refuse it: then the text is shown, selected, to be copied by hand. */
import { type ReactElement, useState } from 'react';
import { TextArea, TextField } from 'react-aria-components';
import { useAnnounce } from '../feedback/live-region.tsx';
import { useWords } from '../../words/words-context.ts';
import { classes } from './classes.ts';
import field from '../form/field.module.css';

const MOST_ROWS = 6;

export function useCopy() {
  const { ui } = useWords();
  const announce = useAnnounce();
  const [state, setState] = useState<'idle' | 'copied' | { readonly refused: string }>('idle');
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      setState({ refused: text }); // whatever its reason
      return;
    }
    setState('copied');
    announce(ui.copied);
  };
  return {
    /** False on a page that has no clipboard at all: then there is nothing to press. */
    canCopy: 'clipboard' in navigator,
    copy: (text: string) => void copy(text),
    isCopied: state === 'copied',
    forget: () => setState('idle'),
    /** To be shown beside what was pressed; null unless the browser refused. */
    refusal: typeof state === 'string' ? null : <CopyByHand text={state.refused} />,
  };
}

function CopyByHand({ text }: Readonly<{ text: string }>): ReactElement {
  const { ui } = useWords();
  return (
    <div className={field['byHand']}>
      <span role="alert">{ui.copyRefused}</span>
      <TextField aria-label={ui.copyRefused} value={text} isReadOnly autoFocus>
        <TextArea
          rows={Math.min(MOST_ROWS, text.split('\n').length)}
          className={classes(field['input'], field['lines'])}
          onFocus={({ target }) => target.select()}
        />
      </TextField>
    </div>
  );
}
