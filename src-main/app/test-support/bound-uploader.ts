/** An uploader as an account composes it, for a service at `url`. */
import { onTestFinished } from 'vitest';
import type { Clock } from '../../platform/clock.ts';
import { makeAgents } from '../../service/agents.ts';
import { addressOf, NO_SURROUNDINGS } from '../../service/test-support/test-client.ts';
import type { State } from '../../db/state.ts';
import { makeBandwidth } from '../../pipeline/upload/wire/bandwidth.ts';
import { hashInPlace } from '../../digests/content-hash.ts';
import { makeProof, type SmallSource } from '../../pipeline/upload/form/small-file.ts';
import { bindUploader, type PreRetryCheck, type TransferParts } from '../bind-uploads.ts';
import { realIds } from '../../platform/real-ports.ts';

export function boundUploader(
  service: { readonly url: string; readonly token: string },
  state: State,
  clock: Clock,
  preRetryCheck: PreRetryCheck,
  over: Partial<TransferParts> = {},
) {
  const address = addressOf(service.url);
  const agents = makeAgents(address, NO_SURROUNDINGS);
  onTestFinished(() => agents.destroy());
  const parts = {
    address,
    agents,
    clock,
    ids: realIds,
    token: () => service.token,
    settleSession: async () => null,
    onTokenRefused: () => undefined,
    onPauseAsked: () => undefined,
    chance: () => 0.5,
    makeHash: hashInPlace,
    proveSmall: async (source: SmallSource) => makeProof()(source),
    bandwidth: makeBandwidth(clock, null),
    ...over,
  };
  return bindUploader(parts, state, preRetryCheck);
}
