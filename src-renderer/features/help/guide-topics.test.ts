/** What a person sees as a problem has a paragraph of the guide under the words on the screen, or a reason to have none. */
import { describe, expect, test } from 'vitest';
import {
  asksPerson,
  FILE_STATES,
  HOLD_REASONS,
  needsPerson,
} from '../../../src-shared/model/files/file-state.ts';
import {
  FAULT_TOPICS,
  HEALTH_TOPICS,
  type HelpTopic,
  placeOfTopic,
  STATE_TOPICS,
  topicOfFault,
  topicOfHealth,
  topicOfState,
} from '../../../src-shared/model/text/guide-topics.ts';
import { LANGUAGES } from '../../../src-shared/model/words/languages.ts';
import { readGuide } from '../../parts/help/guide.ts';
import { HELP_TOPICS } from '../../paths.ts';
import type { SaidFault } from '../../words/fault-words.ts';
import { wordsOf } from '../../words/words-context.ts';
import type { HealthCode } from '../../../src-shared/model/status/health.ts';

const ON_ITS_WAY = 'a step of its way: it goes on by itself';
const DONE = 'nothing is wrong with it';

const STATES_WITHOUT = {
  discovered: ON_ITS_WAY,
  hashing: ON_ITS_WAY,
  checking: ON_ITS_WAY,
  ready: ON_ITS_WAY,
  approved: ON_ITS_WAY,
  uploading: ON_ITS_WAY,
  recording: ON_ITS_WAY,
  deleting: ON_ITS_WAY,
  duplicate: DONE,
  remote_only: DONE,
} satisfies Record<Exclude<keyof ReturnType<typeof labelsOf>, keyof typeof STATE_TOPICS>, string>;

const ENTERED = 'the sentence says what to enter instead';
const MEANWHILE = 'something else came first: the sentence says where to look again';
const SAYS_ALL = 'the sentence gives the reason and the way out';

const FAULTS_WITHOUT = {
  refused: SAYS_ALL,
  forbidden: SAYS_ALL,
  'not-found': MEANWHILE,
  throttled: SAYS_ALL,
  'not-that-folder': ENTERED,
  'not-in-folder': ENTERED,
  'preview-changed': MEANWHILE,
  'bad-label': ENTERED,
  'bad-address': ENTERED,
  'not-a-token': ENTERED,
  'not-an-image': ENTERED,
  'image-too-large': ENTERED,
  'balance-moved': MEANWHILE,
  'no-subtract-word': SAYS_ALL,
  'bad-link': SAYS_ALL,
  'changed-meanwhile': SAYS_ALL,
  'name-taken': ENTERED,
  'no-room': SAYS_ALL,
  'cannot-write': ENTERED,
  'store-trouble': SAYS_ALL,
  downloading: MEANWHILE,
  'unknown-download': MEANWHILE,
  'not-a-certificate': SAYS_ALL,
  'no-evidence': SAYS_ALL,
  superseded: MEANWHILE,
  'unknown-project': MEANWHILE,
  'unknown-folder': MEANWHILE,
  'unknown-file': MEANWHILE,
  'unknown-audit': MEANWHILE,
  'audit-list-gone': SAYS_ALL,
  'sent-already': SAYS_ALL,
  'not-in-line': MEANWHILE,
  'cannot-pick': ENTERED,
  'cannot-approve': MEANWHILE,
  'no-offer': MEANWHILE,
  'dearer-than-agreed': MEANWHILE,
  'limits-not-named': MEANWHILE,
  'more-than-balance': MEANWHILE,
  'not-in-doubt': MEANWHILE,
  'unknown-user': ENTERED,
  'user-not-shown': SAYS_ALL,
  'no-look-up': SAYS_ALL,
  'unknown-change': MEANWHILE,
  'change-elsewhere': MEANWHILE,
  'not-on-platform': SAYS_ALL,
  'unknown-call': SAYS_ALL,
  'bad-input': ENTERED,
  internal: SAYS_ALL,
} satisfies Record<Exclude<SaidFault['kind'], keyof typeof FAULT_TOPICS>, string>;

const HEALTH_WITHOUT = {
  'service-back': 'it is over',
  'account-refused': SAYS_ALL,
  'session-withheld': SAYS_ALL,
  'session-ends-soon': SAYS_ALL,
  'clock-wrong': SAYS_ALL,
  'history-incomplete': SAYS_ALL,
  'update-ready': 'an offer',
} satisfies Record<Exclude<HealthCode, keyof typeof HEALTH_TOPICS>, string>;

function labelsOf(language: (typeof LANGUAGES)[number]) {
  const { states, holds } = wordsOf(language);
  return { ...states, ...holds };
}

const plain = (text: string) => text.replaceAll('’', "'");

async function headingOf(language: (typeof LANGUAGES)[number], topic: HelpTopic) {
  const { page, anchor } = placeOfTopic(topic);
  const { parts } = await readGuide(language, page);
  return parts.filter((part) => part.anchor === anchor).map(({ title }) => plain(title));
}

describe.for(LANGUAGES)('in %s', (language) => {
  test('the paragraph of a state stands under the name of the state', async () => {
    const labels = labelsOf(language);
    const { notarized: _whatItProves, ...troubles } = STATE_TOPICS;
    for (const [state, topic] of Object.entries(troubles)) {
      const label = plain(labels[state as keyof typeof labels]);
      expect({ state, headings: await headingOf(language, topic) }).toEqual({
        state,
        headings: [label],
      });
    }
  });

  test('every paragraph that a face leads to is there once', async () => {
    const tables = [HELP_TOPICS, STATE_TOPICS, FAULT_TOPICS, HEALTH_TOPICS];
    for (const topic of tables.flatMap((table) => Object.values<HelpTopic>(table))) {
      expect({ topic, headings: await headingOf(language, topic) }).toEqual({
        topic,
        headings: [expect.stringMatching(/\S/)],
      });
    }
  });
});

test('no state that asks a person is without a paragraph, and none has both', () => {
  const states = FILE_STATES.filter((state) => state !== 'held' && needsPerson(state, null));
  const asking: readonly string[] = [...states, ...HOLD_REASONS.filter(asksPerson), 'awaiting'];
  expect(asking.filter((each) => !(each in STATE_TOPICS))).toEqual([]);
  expect(Object.keys(STATES_WITHOUT).filter((each) => each in STATE_TOPICS)).toEqual([]);
});

test('every error that the page can say has a paragraph or a reason to have none', () => {
  const known = { ...FAULT_TOPICS, ...FAULTS_WITHOUT };
  expect(Object.keys(wordsOf('en').faults.sentences).toSorted()).toEqual(
    Object.keys(known).toSorted(),
  );
});

test('a paragraph fits what was said, not only its kind', () => {
  expect(topicOfState('ready', null, true)).toBeUndefined();
  expect(topicOfState('ready', null, false)).toBe(STATE_TOPICS.awaiting);
  expect(topicOfState('confirming', 'undecided')).toBe(STATE_TOPICS.undecided);
  expect(topicOfState('notarized', 'credits')).toBe(STATE_TOPICS.notarized);
  expect(topicOfFault({ kind: 'not-signed-in' })).toBe(FAULT_TOPICS['not-signed-in']);
  expect(topicOfFault({ kind: 'not-signed-in', withheld: { by: 'keychain' } })).toBeUndefined();
  expect(topicOfFault({ kind: 'unavailable', why: 'working-offline' })).toBeUndefined();
  const away = { code: 'offline', files: 0, untilMs: null } as const;
  expect(topicOfHealth({ ...away, why: 'working-offline' })).toBeUndefined();
  expect(topicOfHealth({ ...away, why: null })).toBe(HEALTH_TOPICS.offline);
  expect(topicOfHealth({ code: 'update-ready', version: '2' })).toBeUndefined();
  expect(Object.keys(HEALTH_WITHOUT).filter((code) => code in HEALTH_TOPICS)).toEqual([]);
});
