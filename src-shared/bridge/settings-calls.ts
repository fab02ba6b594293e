/** What this computer lays down for Labseal, for showing. What a person may change has a noun of its own. */
import { nothing, reads } from './call.ts';

export interface SettingsView {
  /** Absolute. */
  readonly dataFolder: string;
  /** Address of the service that the surroundings name; null: none. */
  readonly server: string | null;
  /** Where tokens are wanted to be kept; where one is, the session says. */
  readonly tokenStore: 'keychain' | 'memory' | 'file';
}

export const settingsCalls = {
  'settings.read': reads<SettingsView>()(nothing),
} as const;
