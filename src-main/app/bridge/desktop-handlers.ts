/** Answers about the window: whoever has one brings them along. */
import type { HandlerParts, HandlersOf } from './handlers.ts';

function none(): never {
  throw new Error('a call about the window went past the door');
}

export function desktopHandlers({ desktop }: HandlerParts): HandlersOf<'desktop'> {
  return (
    desktop ?? {
      'desktop.read': none,
      'desktop.setPreferences': none,
      'desktop.setLogin': none,
      'desktop.setMenu': none,
      'desktop.choose': none,
      'desktop.reveal': none,
      'desktop.dragOut': none,
      'desktop.update': none,
    }
  );
}
