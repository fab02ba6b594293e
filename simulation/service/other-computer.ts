/**
 * Another computer of the same account: it has copies of our files, and notarizes some of them by itself, at any time or
 * while our computer sleeps on a list that it has just read. It pays for nothing that the service shows as paid for.
 */
import { HOUR_MS, isoFromMs, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import type { FakeClock } from '../../src-main/test-support/fake-clock.ts';
import type { Chance } from '../chance.ts';
import type { JobPage } from '../checks/books.ts';
import type { Elsewhere } from '../checks/elsewhere.ts';
import { blake3Of, type Disk } from '../disk/disk.ts';
import { FOLDERS } from '../disk/lab.ts';
import type { FaultProfile } from '../fault-profile.ts';
import type { Trace } from '../trace.ts';
import { chargeKey, destinationKey, ME, PROJECT } from './ledger.ts';
import type { Service } from './service.ts';

const MOST_FILES = 6;
const LONGEST_BLINK_MS = 1_500;
/** About as long as a form takes to leave in pieces. */
const LONGEST_RACE_MS = 8_000;

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

  const untilCalmMs = () => faultProfile.calmAtMs - clock.monotonicMs();

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
    const form = { fields, fileName, content: Buffer.from(content) };
    const { credits } = service.ledger.record(form, place, ME, null);
    elsewhere.pays(key, isShown ? destinationKey(place) : null, credits);
  }

  /** With a file that is nowhere else. */
  function showItself(): void {
    const fields = { type: 'primary', label: 'raw', uploaded: isoFromMs(clock.nowMs()) };
    const file = { fields, fileName: 'of the other computer', content: Buffer.from('only there') };
    service.ledger.record(file, { projectId: PROJECT, visibility: 'private' }, ME, null);
  }

  return {
    async work(): Promise<void> {
      if (!chance.happens(faultProfile.rates['paid-elsewhere'])) return;
      if (faultProfile.racedRate > 0) showItself();
      const times = chance.between(1, MOST_FILES);
      for (let count = 0; count < times; count += 1) {
        await clock.sleep(chance.between(0, faultProfile.calmAtMs / times), never);
        const files = unpaid();
        if (chance.happens(0.5)) awaitsList = true;
        else if (files.length > 0) notarize(chance.pick(files));
      }
    },
    /** Our computer begins to send this content. */
    races({ blake3, visibility }: Pick<JobPage, 'blake3' | 'visibility'>): void {
      if (untilCalmMs() <= 1 || !chance.happens(faultProfile.racedRate)) return;
      later(chance.between(1, LONGEST_RACE_MS), () => {
        const same = unpaid().find(
          ({ content, place }) => blake3Of(content) === blake3 && place.visibility === visibility,
        );
        if (same !== undefined) notarize(same);
      });
    },
    seesList(): void {
      if (untilCalmMs() <= 1 || !awaitsList) return;
      later(chance.between(1, LONGEST_BLINK_MS), () => {
        const files = unpaid().filter(({ path }) => !hasBegun(path));
        if (!awaitsList || files.length === 0 || untilCalmMs() <= 1) return;
        awaitsList = false;
        notarize(chance.pick(files));
        trace.tell('computer', 'sleeps between a list and what it pays by it');
        // Not into the calm, whose person tells another drive to be the folder's own: that one has to be put back before.
        clock.suspend(Math.min(chance.between(2 * MINUTE_MS, HOUR_MS), untilCalmMs() - 1));
      });
    },
  };
}

const never = new AbortController().signal;
