/** The menu at a text of the page: what can be done with it, and nothing where nothing can. Pure. */
import type { DesktopWords, MenuRole } from '../../../src-shared/model/words/en/desktop.ts';
import { LINE, type MenuEntry } from './menu-entries.ts';

/** What is looked at of the place that was clicked; Electron's parameters have it. */
export interface ClickedText {
  readonly isEditable: boolean;
  readonly selectionText: string;
  /** Only where the system looks at spelling. */
  readonly misspelledWord: string;
  readonly dictionarySuggestions: readonly string[];
  readonly editFlags: Readonly<Record<'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll', boolean>>;
}

interface ContextMenuParts {
  readonly words: DesktopWords;
  readonly platform: NodeJS.Platform;
  readonly replace: (suggestion: string) => void;
  readonly lookUp: () => void;
}

const MOST_SUGGESTIONS = 5;
const LONGEST_LABEL = 30;

/** Empty where there is neither a field nor a selection. */
export function contextEntries(clicked: ClickedText, parts: ContextMenuParts): MenuEntry[] {
  const { words, platform, replace, lookUp } = parts;
  const { isEditable, editFlags } = clicked;
  const selected = clicked.selectionText.trim();
  const entry = (role: MenuRole, enabled: boolean): MenuEntry => ({
    role,
    label: words.roles[role],
    enabled,
  });
  if (!isEditable && selected === '') return [];
  const suggestions = clicked.misspelledWord === '' ? [] : clicked.dictionarySuggestions;
  const spelling = suggestions
    .slice(0, MOST_SUGGESTIONS)
    .map((suggestion) => ({ label: suggestion, click: () => replace(suggestion) }));
  const meaning =
    platform === 'darwin' && selected !== ''
      ? [{ label: words.lookUp(shortened(selected)), click: lookUp }]
      : [];
  const editing = isEditable
    ? [
        entry('cut', editFlags.canCut),
        entry('copy', editFlags.canCopy),
        entry('paste', editFlags.canPaste),
        LINE,
        entry('selectAll', editFlags.canSelectAll),
      ]
    : [entry('copy', editFlags.canCopy)];
  const groups = [spelling, meaning, editing].filter((group) => group.length > 0);
  return groups.flatMap((group, at) => (at === 0 ? group : [LINE].concat(group)));
}

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= LONGEST_LABEL
    ? text
    : `${letters.slice(0, LONGEST_LABEL - 1).join('')}…`;
}
