/**
 * Another computer of the same account: it has copies of our files, and notarizes some of them by itself. It pays for
 * nothing that the service shows as paid for.
 */
import { isoFromMs } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../../src-main/platform/clock.ts';
import type { Chance } from '../chance.ts';
import type { Elsewhere } from '../checks/elsewhere.ts';
import { blake3Of, type Disk } from '../disk/disk.ts';
import { FOLDERS } from '../disk/lab.ts';
import type { FaultProfile } from '../fault-profile.ts';
import type { Trace } from '../trace.ts';
import { chargeKey, ME, PROJECT } from './ledger.ts';
import type { Service } from './service.ts';

const MOST_FILES = 6;

export function makeOtherComputer({
  service,
  disk,
  clock,
  chance,
  trace,
  elsewhere,
  faultProfile,
}: {
  readonly service: Service;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly elsewhere: Elsewhere;
  readonly faultProfile: FaultProfile;
}) {
  function notarize(): void {
    const ours = [...disk.entries].filter(([, { kind }]) => kind === 'file');
    if (ours.length === 0) return;
    const [path, { content }] = chance.pick(ours);
    const visibility = path.startsWith(`${FOLDERS.public}/`) ? 'public' : 'private';
    const place = { projectId: PROJECT, visibility } as const;
    const key = chargeKey(blake3Of(content), place);
    if (service.ledger.charges.some((charge) => charge.key === key)) return;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const fileName = chance.happens(0.7) ? name : `other ${name}`;
    trace.tell('other computer', `notarizes the content of ${path}`);
    const fields = { type: 'primary', label: 'raw', uploaded: isoFromMs(clock.nowMs()) };
    service.ledger.record({ fields, fileName, content: Buffer.from(content) }, place, ME, null);
    elsewhere.pays(key);
  }

  return {
    async work(): Promise<void> {
      if (!chance.happens(faultProfile.rates['paid-elsewhere'])) return;
      const files = chance.between(1, MOST_FILES);
      for (let count = 0; count < files; count += 1) {
        await clock.sleep(chance.between(0, faultProfile.calmAtMs / files), never);
        notarize();
      }
    },
  };
}

const never = new AbortController().signal;
