/** The settings of this computer, the defaults for new folders, and the report for support. */
import * as z from 'zod/mini';
import type { Diagnostics } from '../model/status/diagnostics.ts';
import type { FolderDefaults } from '../model/folders/folder-rules.ts';
import { MOST_PATTERNS, SettleSeconds, WatchingInput } from './folder-calls.ts';
import { changes, FreeText, nothing, reads } from './call.ts';

export interface SettingsView {
  /** Absolute. */
  readonly dataFolder: string;
  /** Address of the service that the surroundings name; null: none. */
  readonly server: string | null;
  /** Where tokens are wanted to be kept; where one is, the session says. */
  readonly tokenStore: 'keychain' | 'memory' | 'file';
}

export const settingsCalls = {
  'settings.read': reads<SettingsView>()(() => nothing),
  /** What a folder begins with when it is watched. */
  'settings.watching': reads<FolderDefaults>()(() => nothing),
  /** Folders that are watched already keep their rules. */
  'settings.setWatching': changes<FolderDefaults>()(() =>
    z.strictObject({
      settleSeconds: SettleSeconds,
      exclude: z.readonly(z.array(FreeText).check(z.maxLength(MOST_PATTERNS))),
      watching: WatchingInput,
    }),
  ),
  /** Everything that an export would hold, and nothing else. */
  'settings.diagnostics': reads<Diagnostics>()(() => nothing),
} as const;
