/** An outbox on a real database, connected to the model of the service. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Clock } from '../../../platform/clock.ts';
import type { Ids } from '../../../platform/ids.ts';
import { openState, type State } from '../../../db/state.ts';
import { makeFakeClock } from '../../../test-support/fake-clock.ts';
import { recoverOutbox } from '../change-transitions.ts';
import { makeCreditHistory } from '../../credits/credit-history.ts';
import { makeOutbox } from '../outbox.ts';
import type { Luck, ModelService } from './model-service.ts';
import { observedBalance } from './observed-balance.ts';

/** The part of a database that an outbox uses. */
export type OutboxState = Pick<
  State,
  | 'assignments'
  | 'balances'
  | 'changeBlobs'
  | 'changeCharges'
  | 'changes'
  | 'charges'
  | 'transaction'
>;

export interface ModelOutboxSetUp {
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly service: ModelService;
  readonly who: string;
  readonly luck: (isChange: boolean) => Luck;
  /** Wraps the outbox's database. */
  readonly wrap?: (state: State) => OutboxState;
}

/** In `folder`, where an earlier outbox may have left its database. */
export function openModelOutbox(setUp: ModelOutboxSetUp) {
  const { folder, clock, ids, service, who, luck, wrap = (state) => state } = setUp;
  if (!fs.existsSync(folder)) fs.cpSync(template(), folder, { recursive: true });
  const state = openState(folder, { clock, ids });
  recoverOutbox(state, clock.nowMs());
  const deleting: string[] = [];
  const client = service.client(who, luck);
  const outbox = makeOutbox({
    isOffline: () => false,
    state: wrap(state),
    client,
    remote: observedBalance(client, who, { state, clock }),
    charges: makeCreditHistory({ client, state, clock, userId: () => who }),
    clock,
    ids,
    userId: () => who,
    onDeleting: ({ fileId }) => void deleting.push(fileId),
    labelsOf: () => ({ organisationScope: null, leaderScope: null }),
    readPicture: () => null,
    breachOf: () => null,
  });
  return { outbox, state, deleting };
}

let made: string | null = null;

/** An empty database with all its tables, created once. */
function template(): string {
  if (made !== null) return made;
  made = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-outbox-empty-')), 'account');
  const clock = makeFakeClock();
  openState(made, { clock, ids: { uuid: () => 'u', hex: () => 'h' } }).close();
  return made;
}

/** Call it when no further outbox is opened. */
export function forgetTemplate(): void {
  if (made !== null) fs.rmSync(path.dirname(made), { recursive: true, force: true });
  made = null;
}
