/** Valid values of the contract; a test overrides what it is about. */
import type { BridgeEvent, Snapshot } from '../../src-shared/bridge/events.ts';
import type { Capabilities } from '../../src-shared/bridge/loopback.ts';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';

const capabilities: Capabilities = {
  tray: false,
  nativeDialogs: false,
  notifications: false,
  revealInFolder: false,
  dragPaths: false,
  globalShortcut: false,
};

export function statusView(over: Partial<StatusView> = {}): StatusView {
  return {
    server: 'https://notary.example.org',
    session: { state: 'signed-out' },
    engine: { state: 'idle' },
    account: null,
    waits: [],
    ...over,
  };
}

export function snapshotMessage(sequence: number, status: StatusView = statusView()) {
  const snapshot: Snapshot = { epoch: 'e', sequence, status, progress: [] };
  return { kind: 'snapshot', snapshot, capabilities } as const;
}

export function eventMessage(sequence: number, event: BridgeEvent = { kind: 'folders-changed' }) {
  return { kind: 'event', sequence, event } as const;
}
