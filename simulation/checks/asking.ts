/**
 * Watches what the service is asked for before it is paid for: no content leaves before its price is approved, unless the
 * folders ask before the price, and none is paid for that the service was not asked about, or said it has.
 */
import type { CheckPolicy } from '../../src-shared/model/files/assignment.ts';
import { blake3Of } from '../disk/disk.ts';
import type { LineEnd, Trip } from '../network/trip.ts';
import { readForm } from '../service/form-reader.ts';
import type { InvariantNumber } from '../violation.ts';

/** After so many failures in a row, while everything else is answered, the service counts as one that does not say. */
const FAILURES_OF_A_CHECK = 3;
/** Statuses after which the question is to be repeated: they say nothing about the content. */
const SAYS_NOTHING = new Set([401, 408, 425, 429]);

type Answer = 'there' | 'not there' | 'refused';

export function makeAsking({
  checkPolicy,
  broken,
}: {
  /** Of all folders. */
  readonly checkPolicy: CheckPolicy;
  readonly broken: (invariant: InvariantNumber, what: string) => void;
}) {
  let isPriceAsked = false;
  /** Of questions that are under way, by trip. */
  const bodies = new Map<number, Buffer>();
  /** By content. */
  const answers = new Map<string, Answer>();
  /** Refusals that came before it was to be seen of which content. */
  let earlyRefusals = 0;
  /** Since it answered one. */
  let failures = 0;
  /** It left one without an answer: for a while it need not be asked about others. */
  let wasSilent = false;

  return {
    /** A person wants to know the price: nothing is approved until `agrees`. */
    asksPrice: (): void => void (isPriceAsked = true),
    agrees: (): void => void (isPriceAsked = false),

    begins({ id, call }: Trip, bodyBytes: number): void {
      const { method, url } = call;
      if (method !== 'POST' || url.pathname !== '/projects/files/verify' || bodyBytes === 0) return;
      bodies.set(id, Buffer.alloc(0));
      if (isPriceAsked && checkPolicy !== 'first')
        broken(25, 'a content leaves before its price is approved');
    },
    sends({ id }: Trip, bytes: Buffer): void {
      const body = bodies.get(id);
      if (body !== undefined) bodies.set(id, Buffer.concat([body, bytes]));
    },
    /** The program has heard this. */
    hears({ id, call }: Trip, end: LineEnd): void {
      const body = bodies.get(id);
      bodies.delete(id);
      if (body === undefined) return;
      const content = wholeForm(body, call)?.content;
      if (end.kind !== 'answered' || !end.isComplete) {
        // What broke off three times, or was never answered, may go on too.
        if (end.kind === 'stalled') wasSilent = true;
        failures = end.kind === 'stalled' ? FAILURES_OF_A_CHECK : failures + 1;
        if (failures < FAILURES_OF_A_CHECK) return;
        if (content === undefined) earlyRefusals += 1;
        else answers.set(blake3Of(content), 'refused');
        return;
      }
      const { status } = end.reply;
      const said = answerOf(status, end.reply.body.toString('utf8'));
      failures = said !== null ? 0 : failures + (status >= 500 ? 1 : 0);
      const isAlone = status >= 500 && failures >= FAILURES_OF_A_CHECK;
      const answer = isAlone ? 'refused' : said;
      if (content !== undefined && answer !== null) answers.set(blake3Of(content), answer);
      if (content === undefined && answer === 'refused') earlyRefusals += 1;
    },
    /** An upload of this content begins. */
    pays(blake3: string, name: string): void {
      if (checkPolicy === 'never') return;
      const answer = answers.get(blake3);
      if (answer === undefined) {
        if (wasSilent) return;
        if (earlyRefusals === 0)
          broken(25, `${name} is sent, and the service was not asked for it`);
        earlyRefusals -= 1;
        answers.set(blake3, 'refused');
      }
      if (answer === 'there') broken(25, `${name} is sent, although the service said it has it`);
    },
  };
}

/** Null: not all of it has left. */
function wholeForm(body: Buffer, { headers }: Trip['call']) {
  return body.length === 0 ? null : readForm(body, headers['content-type'] ?? '');
}

/** Null: the question is open. */
function answerOf(status: number, text: string): Answer | null {
  if (status === 200) {
    const exists = /"exists":(true|false)/.exec(text)?.[1];
    return exists === undefined ? null : exists === 'true' ? 'there' : 'not there';
  }
  return status >= 400 && status < 500 && !SAYS_NOTHING.has(status) ? 'refused' : null;
}
