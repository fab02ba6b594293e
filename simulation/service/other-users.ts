/** Other people in the same project: files of their own, some with our names, some with our very contents. */
import { isoFromMs } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../../src-main/platform/clock.ts';
import type { Chance } from '../chance.ts';
import type { Disk } from '../disk/disk.ts';
import type { FaultProfile } from '../fault-profile.ts';
import { PROJECT } from './ledger.ts';
import type { Service } from './service.ts';

export function makeOtherUsers({
  service,
  disk,
  clock,
  chance,
  faultProfile,
}: {
  readonly service: Service;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly faultProfile: FaultProfile;
}) {
  function upload(): void {
    const ours = [...disk.entries].filter(([, { kind }]) => kind === 'file');
    const [path, inode] = ours.length === 0 ? ['run.raw', null] : chance.pick(ours);
    const isCopy = inode !== null && chance.happens(faultProfile.colleagues ? 0.9 : 0.2);
    const content = isCopy ? inode.content : Buffer.from(`theirs ${chance.below(1e9)}`);
    const fileName = path.slice(path.lastIndexOf('/') + 1);
    const fields = { type: 'primary', label: 'raw', uploaded: isoFromMs(clock.nowMs()) };
    const visibility = chance.pick(['public', 'private'] as const);
    const place = { projectId: PROJECT, visibility };
    service.ledger.record(
      { fields, fileName, content: Buffer.from(content) },
      place,
      'somebody',
      null,
    );
  }

  /** As soon as a file is there, now and then, and no less often than all files of the world need. */
  async function followTheLab(): Promise<void> {
    for (let count = 0; count < 4 * faultProfile.files; count += 1) {
      upload();
      await clock.sleep(chance.between(0, faultProfile.calmAtMs / (4 * faultProfile.files)), never);
    }
  }

  return {
    /** Some were there before; the others come until the calm. */
    async work(): Promise<void> {
      if (faultProfile.colleagues) return followTheLab();
      const before = chance.below(faultProfile.otherUsersFiles + 1);
      for (let count = 0; count < before; count += 1) upload();
      for (let count = before; count < faultProfile.otherUsersFiles; count += 1) {
        await clock.sleep(
          chance.between(0, faultProfile.calmAtMs / faultProfile.otherUsersFiles),
          never,
        );
        upload();
      }
    },
  };
}

const never = new AbortController().signal;
