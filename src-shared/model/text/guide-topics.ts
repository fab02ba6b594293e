/**
 * The pages of the guide, and the paragraph that says more about what a face shows: one table for the page and the command
 * line. A paragraph is named by its page and the anchor of its English heading.
 */
import {
  type FileState,
  type HoldReason,
  mayCarry,
  type NamedState,
  namedState,
} from '../files/file-state.ts';
import type { CoreFault } from '../status/core-fault.ts';
import type { HealthCode, HealthItem } from '../status/health.ts';

/** By their files in docs/guide; `start` leads to the others. */
export const HELP_PAGES = [
  'start',
  'researcher',
  'principal-investigator',
  'administrator',
  'check-a-proof',
  'instrument-computer',
  'when-something-is-wrong',
  'questions',
  'glossary',
] as const;
export type HelpPage = (typeof HELP_PAGES)[number];

/** The file of a page in a language's folder. */
export function guideFile(page: HelpPage): string {
  return page === 'start' ? 'README.md' : `${page}.md`;
}

export type HelpTopic = `${Exclude<HelpPage, 'start'>}#${string}`;

/** `anchor`: of the paragraph. */
export function placeOfTopic(topic: HelpTopic): {
  readonly page: HelpPage;
  readonly anchor: string;
} {
  const [name, anchor = ''] = topic.split('#');
  return { page: HELP_PAGES.find((each) => each === name) ?? 'start', anchor };
}

const WRONG = 'when-something-is-wrong';
const UNREACHABLE = `${WRONG}#the-service-cannot-be-reached`;
const SESSION_ENDED = `${WRONG}#you-are-signed-out`;
const UNWATCHABLE = `${WRONG}#a-folder-cannot-be-watched`;
const NO_SIGN_IN = `${WRONG}#you-cannot-sign-in`;
const DATA_FOLDER = `${WRONG}#the-data-folder-or-its-records-cannot-be-used`;
const NOT_KNOWN = `${WRONG}#not-known-whether-it-was-done`;
const NO_ANSWER = `${WRONG}#labseal-does-not-answer`;
const NO_CERTIFICATE = `${WRONG}#a-certificate-is-missing`;
const CHANGE = `${WRONG}#a-change-needs-attention`;
const AT_REST = `${WRONG}#a-folder-or-a-drive-is-paused`;
const PROXY = 'instrument-computer#a-proxy';

/** What to do about the state of a file. */
export const STATE_TOPICS = {
  settling: `${WRONG}#waiting-until-saved`,
  awaiting: `${WRONG}#waits-for-your-approval`,
  confirming: `${WRONG}#checking-whether-it-arrived`,
  changed: `${WRONG}#changed-since-notarized`,
  missing: `${WRONG}#missing-from-this-computer`,
  unreadable: `${WRONG}#cant-be-read`,
  record_error: `${WRONG}#not-recorded--error`,
  ignored: `${WRONG}#left-out`,
  failed: `${WRONG}#refused`,
  deleted: `${WRONG}#deleted-on-the-service`,
  notarized: 'researcher#what-a-proof-proves',
  credits: `${WRONG}#held--not-enough-credits`,
  balance_unknown: `${WRONG}#waiting-for-your-balance`,
  budget: `${WRONG}#held--over-a-limit`,
  size_limit: `${WRONG}#held--larger-than-25-gb`,
  size_confirm: `${WRONG}#held--large-file-please-confirm`,
  procedure: `${WRONG}#held--add-procedure`,
  labels: `${WRONG}#held--add-a-label`,
  primary_pending: `${WRONG}#waiting-for-its-primary-file`,
  twin_pending: `${WRONG}#waiting-for-a-file-with-the-same-content`,
  project: `${WRONG}#waiting-for-its-project-to-be-created`,
  offline: `${WRONG}#waiting-for-connection`,
  signed_out: `${WRONG}#waiting-for-you-to-sign-in`,
  server: `${WRONG}#waiting-for-the-service`,
  paused: `${WRONG}#paused`,
  permission: `${WRONG}#held--no-permission-in-this-project`,
  review: `${WRONG}#held--you-wanted-to-look-first`,
  refusal: `${WRONG}#held--the-service-said-no`,
  id_in_use: `${WRONG}#held--its-record-id-belongs-to-another-file`,
  record_deleted: `${WRONG}#held--deleted-on-the-service`,
  undecided: `${WRONG}#not-known-whether-it-arrived`,
} as const satisfies Readonly<Partial<Record<NamedState | HoldReason, HelpTopic>>>;

/** `isApproved` is known of `ready` files. */
export function topicOfState(
  state: FileState,
  hold: HoldReason | null,
  isApproved?: boolean,
): HelpTopic | undefined {
  const topics: Readonly<Partial<Record<string, HelpTopic>>> = STATE_TOPICS;
  if (hold !== null && mayCarry(state, hold)) return topics[hold];
  return state === 'held' ? undefined : topics[namedState(state, isApproved)];
}

/** What to do about what could not be done; of the core's faults, and of a page without it. */
export const FAULT_TOPICS = {
  unavailable: UNREACHABLE,
  'not-the-service': UNREACHABLE,
  'not-signed-in': SESSION_ENDED,
  'unknown-outcome': NOT_KNOWN,
  'too-large': STATE_TOPICS.size_limit,
  'no-such-folder': UNWATCHABLE,
  'not-a-folder': UNWATCHABLE,
  'unreadable-folder': UNWATCHABLE,
  'already-watched': UNWATCHABLE,
  'inside-watched': UNWATCHABLE,
  'contains-watched': UNWATCHABLE,
  'holds-own-data': UNWATCHABLE,
  'bad-rule': 'questions#how-do-i-leave-files-out',
  'no-label': STATE_TOPICS.labels,
  'no-account': NO_SIGN_IN,
  'no-server': NO_SIGN_IN,
  'wrong-credentials': NO_SIGN_IN,
  'sign-in-not-saved': DATA_FOLDER,
  'data-folder': DATA_FOLDER,
  database: DATA_FOLDER,
  'engine-running': `${WRONG}#another-labseal-is-at-work`,
  'bad-proxy': PROXY,
  'bad-authorities': PROXY,
  'no-download': 'researcher#private-and-public',
  'below-reserve': 'principal-investigator#credits',
  'change-open': CHANGE,
  'change-refused': CHANGE,
  'no-certificate-yet': NO_CERTIFICATE,
  cancelled: NOT_KNOWN,
  'host-lost': NO_ANSWER,
  'not-asked': NO_ANSWER,
} as const satisfies Readonly<
  Partial<Record<CoreFault['kind'] | 'cancelled' | 'host-lost' | 'not-asked', HelpTopic>>
>;

/** A session that only cannot be read, and somebody who works offline, are told all by the sentence. */
export function topicOfFault(fault: {
  readonly kind: string;
  readonly withheld?: unknown;
  readonly why?: unknown;
}): HelpTopic | undefined {
  if (fault.withheld !== undefined || fault.why === 'working-offline') return undefined;
  const topics: Readonly<Partial<Record<string, HelpTopic>>> = FAULT_TOPICS;
  return topics[fault.kind];
}

/** What to do about the health of Labseal itself. */
export const HEALTH_TOPICS = {
  'host-lost': NO_ANSWER,
  'engine-stopped': `${WRONG}#still-wrong`,
  offline: UNREACHABLE,
  'server-down': UNREACHABLE,
  'signed-out': SESSION_ENDED,
  'credits-short': STATE_TOPICS.credits,
  'budget-reached': STATE_TOPICS.budget,
  'folder-trouble': AT_REST,
  'drive-trouble': AT_REST,
  'silent-change': `${WRONG}#a-file-changed-silently`,
  'paid-twice': 'questions#do-i-pay-twice',
  'certificates-missing': NO_CERTIFICATE,
  'changes-need-you': CHANGE,
  'watch-limit': 'instrument-computer#a-million-files',
} as const satisfies Readonly<Partial<Record<HealthCode, HelpTopic>>>;

export function topicOfHealth(item: HealthItem): HelpTopic | undefined {
  if ('why' in item && item.why === 'working-offline') return undefined;
  const topics: Readonly<Partial<Record<string, HelpTopic>>> = HEALTH_TOPICS;
  return topics[item.code];
}
