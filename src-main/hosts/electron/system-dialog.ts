/** Asks a person with the system's own dialog. */
import type * as Electron from 'electron';
import type { Question } from '../../../src-shared/model/words/desktop-words.ts';

/** Resolves to the button; the last one when the dialog was closed some other way. */
export async function askPerson(
  { dialog }: Pick<typeof Electron, 'dialog'>,
  window: Electron.BrowserWindow | null,
  { message, detail, buttons }: Question,
): Promise<number> {
  const cancelId = buttons.length - 1;
  const options = { message, detail, buttons: [...buttons], defaultId: 0, cancelId, noLink: true };
  const isSeen = window?.isVisible() === true;
  const asking = isSeen ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
  return (await asking).response;
}
