/** What the stages and features of one account share. Each takes by `Pick` what it needs, and a test gives it no more. */
import type { State } from '../../db/state.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import type { FileTree } from '../scan/file-tree.ts';
import type { Announce, RemoteRecords } from './ports.ts';
import type { ServiceGate } from './service-gate.ts';
import type { ServiceQuirks } from './service-quirks.ts';

export interface AccountPorts {
  readonly state: State;
  readonly transitions: FileTransitions;
  readonly clock: Clock;
  readonly ids: Ids;
  /** A number between 0 and 1. */
  readonly chance: () => number;
  /** Sends nothing while a person works offline, or the service asked for a pause. */
  readonly client: ServiceClient;
  /** Null when nobody is signed in. */
  readonly userId: () => string | null;
  readonly gate: ServiceGate;
  /** Tells the face of the last run. */
  readonly announce: Announce;
  readonly remote: RemoteRecords;
  readonly quirks: ServiceQuirks;
  readonly fileTree: FileTree;
  /** Labseal keeps its own data in it. */
  readonly dataFolder: string;
}
