/** Shortcuts: how they are written, matched and shown. A page in a browser leaves the browser its own keys. */

export interface Shortcut {
  /** As the event names it, letters in lower case. */
  readonly key: string;
  readonly isCommand?: boolean;
  readonly isShift?: boolean;
}

export interface KeyEvent {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** `isMac`: the command key instead of Ctrl. */
export function matches(shortcut: Shortcut, event: KeyEvent, isMac: boolean): boolean {
  const command = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === shortcut.key.toLowerCase() &&
    command === (shortcut.isCommand ?? false) &&
    !other &&
    !event.altKey &&
    event.shiftKey === (shortcut.isShift ?? false)
  );
}

/** The key writes this character, however the keyboard makes it. */
export function writes(character: string, event: KeyEvent): boolean {
  return event.key === character && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Somebody writes there, so a character is no command. `focused`: what has the focus. */
export function isWrittenIn(focused: Element | null): boolean {
  const fields = 'textarea, [contenteditable], input:not([type="checkbox"], [type="radio"])';
  return focused !== null && focused.closest(fields) !== null;
}

const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', arrowup: '↑', arrowdown: '↓' };

/** "Ctrl K", or "⌘K" on a Mac. */
export function shortcutText({ key, isCommand, isShift }: Shortcut, isMac: boolean): string {
  const name = NAMES[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key);
  if (isMac) return `${isShift === true ? '⇧' : ''}${isCommand === true ? '⌘' : ''}${name}`;
  return [isCommand === true && 'Ctrl', isShift === true && 'Shift', name]
    .filter((part) => part !== false)
    .join(' ');
}

export function isOnMac(platform: string): boolean {
  return platform.startsWith('Mac');
}
