/**
 * Another computer of the same account: it has copies of our files, and notarizes some of them by itself, at any time or
 * while our computer sleeps on a list that it has just read. It pays for nothing that the service shows as paid for.
 */
import { HOUR_MS, isoFromMs, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import type { FakeClock } from '../../src-main/test-support/fake-clock.ts';
import type { Chance } from '../chance.ts';
import type { Elsewhere } from '../checks/elsewhere.ts';
import { blake3Of, type Disk } from '../disk/disk.ts';
import { FOLDERS } from '../disk/lab.ts';
import type { FaultProfile } from '../fault-profile.ts';
import type { Trace } from '../trace.ts';
import { chargeKey, destinationKey, ME, PROJECT } from './ledger.ts';
import type { Service } from './service.ts';

const MOST_FILES = 6;
const LONGEST_BLINK_MS = 1_500;

export function makeOtherComputer({
  service,
  disk,
  clock,
  chance,
  trace,
  elsewhere,
  faultProfile,
  later,
  hasBegun,
}: {
  readonly service: Service;
  readonly disk: Disk;
  readonly clock: FakeClock;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly elsewhere: Elsewhere;
  readonly faultProfile: FaultProfile;
  readonly later: (ms: number, work: () => void) => void;
  /** What has been begun is sent, however long the computer sleeps before its first byte. */
  readonly hasBegun: (path: string) => boolean;
}) {
  let awaitsList = false;

  function unpaid() {
    const charged = new Set(service.ledger.charges.map(({ key }) => key));
    return [...disk.entries].flatMap(([path, { kind, content }]) => {
      const visibility = path.startsWith(`${FOLDERS.public}/`) ? 'public' : 'private';
      const place = { projectId: PROJECT, visibility } as const;
      const key = chargeKey(blake3Of(content), place);
      return kind === 'file' && !charged.has(key) ? [{ path, content, place, key }] : [];
    });
  }

  function notarize({ path, content, place, key }: ReturnType<typeof unpaid>[number]): void {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const fileName = chance.happens(0.7) ? name : `other ${name}`;
    trace.tell('other computer', `notarizes the content of ${path}`);
    const fields = { type: 'primary', label: 'raw', uploaded: isoFromMs(clock.nowMs()) };
    const isShown =
      faultProfile.reading.order === 'oldest-first' &&
      service.ledger.in(place).length < faultProfile.reading.pageRecords;
    service.ledger.record({ fields, fileName, content: Buffer.from(content) }, place, ME, null);
    elsewhere.pays(key, isShown ? destinationKey(place) : null);
  }

  return {
    async work(): Promise<void> {
      if (!chance.happens(faultProfile.rates['paid-elsewhere'])) return;
      const times = chance.between(1, MOST_FILES);
      for (let count = 0; count < times; count += 1) {
        await clock.sleep(chance.between(0, faultProfile.calmAtMs / times), never);
        const files = unpaid();
        if (chance.happens(0.5)) awaitsList = true;
        else if (files.length > 0) notarize(chance.pick(files));
      }
    },
    seesList(): void {
      const isCalm = clock.monotonicMs() >= faultProfile.calmAtMs;
      if (isCalm || !awaitsList) return;
      later(chance.between(1, LONGEST_BLINK_MS), () => {
        const files = unpaid().filter(({ path }) => !hasBegun(path));
        if (!awaitsList || files.length === 0) return;
        awaitsList = false;
        notarize(chance.pick(files));
        trace.tell('computer', 'sleeps between a list and what it pays by it');
        clock.suspend(chance.between(2 * MINUTE_MS, HOUR_MS));
      });
    },
  };
}

const never = new AbortController().signal;
