/** What only a window of its own can do. Where there is none, these calls do not exist. */
import * as z from 'zod/mini';
import { LANGUAGES } from '../model/words/languages.ts';
import { NOTICE_KINDS } from '../model/status/notices.ts';
import { CERTIFICATE_FORMS } from './certificate-calls.ts';
import { AbsolutePath, changes, Name, nothing, reads } from './call.ts';

/** What a person chose on this computer; the window needs it when the page is not there. */
export const DesktopPreferences = z.strictObject({
  language: z.enum(LANGUAGES),
  theme: z.enum(['system', 'light', 'dark']),
  /** What the system is to tell somebody who looks elsewhere. */
  notices: z.readonly(z.array(z.enum(NOTICE_KINDS)).check(z.maxLength(NOTICE_KINDS.length))),
  /** Uploads rest while the computer runs on its battery. */
  restsOnBattery: z.boolean(),
});
export type DesktopPreferences = z.output<typeof DesktopPreferences>;

export interface DesktopView {
  readonly preferences: DesktopPreferences;
  /** Null where the system has no such thing. */
  readonly startsAtLogin: boolean | null;
}

export const MENU_NAMES = ['file', 'edit', 'view', 'project', 'transfers', 'help'] as const;
export type MenuName = (typeof MENU_NAMES)[number];

const MOST_COMMANDS = 300;

/** One command of the page's own list, as a menu shows it. */
export const MenuCommand = z.strictObject({
  id: Name,
  label: Name,
  menu: z.enum(MENU_NAMES),
  /** "CmdOrCtrl+Shift+O"; null without one. */
  accelerator: z.nullable(
    z
      .string()
      .check(z.regex(/^(CmdOrCtrl\+)?(Shift\+)?([A-Z0-9,+\-?]|F\d{1,2}|Enter|Left|Right)$/)),
  ),
});
export type MenuCommand = z.output<typeof MenuCommand>;

export const desktopCalls = {
  'desktop.read': reads<DesktopView>()(() => nothing),
  'desktop.setPreferences': changes<DesktopView>()(() => z.partial(DesktopPreferences)),
  'desktop.setLogin': changes<DesktopView>()(() => z.strictObject({ isWanted: z.boolean() })),
  /** The menus of the window are made from these. */
  'desktop.setMenu': changes<null>()(() =>
    z.strictObject({
      commands: z.readonly(z.array(MenuCommand).check(z.maxLength(MOST_COMMANDS))),
    }),
  ),
  /** Asks the person with the system's own dialog. Absolute paths; empty when they chose none. */
  'desktop.choose': reads<readonly string[]>()(() =>
    z.strictObject({ what: z.enum(['files', 'folder']) }),
  ),
  /** Shows it in its folder. False: it no longer exists. */
  'desktop.reveal': reads<boolean>()(() => z.strictObject({ path: AbsolutePath })),
  /** Lets the saved certificate be dragged out of the window. Only while a mouse button is held. */
  'desktop.dragOut': reads<null>()(() =>
    z.strictObject({ form: z.enum(CERTIFICATE_FORMS), asked: Name }),
  ),
  /** Installs the version that is ready, and starts again; asks first when uploads run. */
  'desktop.update': changes<null>()(() => nothing),
} as const;
