/** The service, the auditor at its side and the line that leads there: one tells what it records, the other asks what it holds. */
import { DAY_MS } from '../../src-shared/model/text/time.ts';
import type { Chance } from '../chance.ts';
import { makeAuditor, type AuditorParts } from '../checks/auditor.ts';
import { makeElsewhere } from '../checks/elsewhere.ts';
import type { FaultProfile } from '../fault-profile.ts';
import { makeLine, type LineParts } from '../network/line.ts';
import type { Stage } from '../stage.ts';
import { makeService, type ServiceParts } from './service.ts';
import { makeUploads } from './uploads.ts';

interface Parts extends Pick<AuditorParts, 'trace' | 'disk'> {
  readonly stage: Stage;
  readonly chance: Chance;
  readonly faultProfile: FaultProfile;
}

/** What a world may have otherwise than its fault profile says, or than usual. */
type Over = Partial<
  Pick<AuditorParts, 'onForm' | 'serverNowMs' | 'shownNowMs' | 'isTimeShown'> &
    Pick<ServiceParts, 'balance' | 'tokenLifeMs' | 'onList'> &
    Pick<LineParts, 'isOut'>
>;

export function playService(world: Parts, over: Over = {}) {
  const { stage, chance, faultProfile } = world;
  const { clock, monotonicMs } = stage;
  const elsewhere = makeElsewhere({ faultProfile, monotonicMs });
  const parts = {
    ...faultProfile,
    ...stage,
    ...world,
    elsewhere,
    serverNowMs: () => clock.nowMs(),
    tokenLifeMs: () => DAY_MS,
    onList: () => undefined,
    isOut: () => false,
    ...over,
  };
  const auditor = makeAuditor({
    ...parts,
    reading: faultProfile.reading,
    checkPolicy: faultProfile.checkPolicy,
    service: () => service,
    jobOf: (at) => uploads.jobOf(at),
  });
  const service = makeService({
    ...parts,
    chance: chance.branch('service'),
    nowMs: parts.serverNowMs,
    jobSentAs: (call) => auditor.jobSentAs(call),
    onRecord: (recording) => auditor.recorded(recording),
  });
  const uploads = makeUploads(service, faultProfile.reading);
  const network = chance.branch('network');
  const line = makeLine({ ...parts, chance: network, service, uploads, auditor });
  return { elsewhere, auditor, service, line };
}
