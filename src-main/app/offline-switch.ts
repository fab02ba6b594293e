/**
 * Working offline at a person's request: no request is made and nothing is sent, until they go online again. The
 * setting survives restarts, so that a laptop opened on a train stays offline.
 */
import { fail } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { State } from '../db/state.ts';

const NAME = 'work-offline';
const ON = 'on';
/** The answer to every call meanwhile. */
export const OFFLINE: ServiceFault = {
  kind: 'unavailable',
  why: 'working-offline',
  status: null,
  retryAfterMs: null,
};

/** What the preference of a database says that no core has opened. */
export function isKeptOffline(preferences: Readonly<Record<string, string>>): boolean {
  return preferences[NAME] === ON;
}

export interface OfflineSwitch {
  isOffline(): boolean;
  set(isOffline: boolean): void;
  /** The same calls, which send nothing while the switch is on. */
  readonly client: ServiceClient;
}

export function makeOfflineSwitch(
  preferences: State['preferences'],
  client: ServiceClient,
): OfflineSwitch {
  let isOn = preferences.get(NAME) === ON;
  return {
    isOffline: () => isOn,
    set(isOffline) {
      preferences.set(NAME, isOffline ? ON : 'off');
      isOn = isOffline;
    },
    client: {
      ...client,
      call: async (name, input, signal) =>
        isOn ? fail(OFFLINE) : client.call(name, input, signal),
      sendSmallFile: async (name, path, file, signal) =>
        isOn ? fail(OFFLINE) : client.sendSmallFile(name, path, file, signal),
      certificate: async (name, path, raw, signal) =>
        isOn ? fail(OFFLINE) : client.certificate(name, path, raw, signal),
      document: async (name, path, signal) =>
        isOn ? fail(OFFLINE) : client.document(name, path, signal),
    },
  };
}
