/**
 * Stores, for each service, which number it returns for which scope of a project. The learning itself is in
 * project-fields.ts.
 */
import {
  learnScope,
  likelyScope,
  type ScopeCodes,
  type ScopeField,
  type ScopeLabels,
} from '../../../src-shared/model/projects/project-fields.ts';
import {
  PROJECT_FIELDS,
  type Project,
  type ProjectChange,
} from '../../../src-shared/service/projects.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';

/** The scopes that this account sent, if any. */
export type SentScopes = Pick<ProjectChange, ScopeField>;

export type ScopeCodeStore = ReturnType<typeof makeScopeCodeStore>;

const FACTS = {
  organisationScope: 'organisation-scope-codes',
  leaderScope: 'leader-scope-codes',
} as const;

/** `origin`: scheme, host and port of the service. */
export function makeScopeCodeStore(
  state: Pick<State, 'serverFacts'>,
  origin: string,
  clock: Clock,
) {
  function recall(field: ScopeField): ScopeCodes {
    const text = state.serverFacts.get(origin, FACTS[field])?.value ?? '{}';
    const kept = Object.entries(JSON.parse(text) as Record<string, string>);
    const words: readonly string[] = PROJECT_FIELDS[field].words;
    return Object.fromEntries(kept.filter(([, word]) => words.includes(word)));
  }

  const labelOf = (field: ScopeField, project: Project) =>
    recall(field)[String(project[field])] ?? null;

  const guessOf = (field: ScopeField, project: Project) =>
    likelyScope(PROJECT_FIELDS[field].words, recall(field), project[field]);

  function learnOne(field: ScopeField, sent: SentScopes, project: Project): void {
    const [code, label] = [project[field], sent[field]];
    if (code === null || label === undefined) return;
    const known = recall(field);
    const next = learnScope(known, code, label);
    if (next === known) return; // each write waits for the disk
    const value = JSON.stringify(next);
    state.serverFacts.keep({ origin, name: FACTS[field], value, learnedAtMs: clock.nowMs() });
  }

  return {
    labelsOf: (project: Project): ScopeLabels => ({
      organisationScope: labelOf('organisationScope', project),
      leaderScope: labelOf('leaderScope', project),
    }),
    /** Words for those that were not learned, as far as something suggests one. */
    likelyOf: (project: Project): ScopeLabels => ({
      organisationScope: guessOf('organisationScope', project),
      leaderScope: guessOf('leaderScope', project),
    }),
    /** `project`: as read right after these scopes were accepted. */
    learn(sent: SentScopes, project: Project) {
      learnOne('organisationScope', sent, project);
      learnOne('leaderScope', sent, project);
    },
  };
}
