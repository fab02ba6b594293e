/**
 * Stores, for each service, which number it returns for which scope of a project. The learning itself is in
 * scope-labels.ts.
 */
import {
  learnScope,
  type LeaderScope,
  type OrganisationScope,
  type ScopeCodes,
  type ScopeLabels,
} from '../../../src-shared/model/projects/project-fields.ts';
import {
  LEADER_SCOPES,
  ORGANISATION_SCOPES,
  type Project,
} from '../../../src-shared/service/projects.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';

/** The scopes that this account sent, if any. */
export interface SentScopes {
  readonly organisationScope?: OrganisationScope | undefined;
  readonly leaderScope?: LeaderScope | undefined;
}

export interface ScopeCodeStore {
  labelsOf(project: Project): ScopeLabels;
  /** `project`: as read right after these scopes were accepted. */
  learn(sent: SentScopes, project: Project): void;
}

const ORGANISATION_FACT = 'organisation-scope-codes';
const LEADER_FACT = 'leader-scope-codes';

/** `origin`: scheme, host and port of the service. */
export function makeScopeCodeStore(
  state: Pick<State, 'serverFacts'>,
  origin: string,
  clock: Clock,
): ScopeCodeStore {
  function recall<Label extends string>(name: string, labels: readonly Label[]): ScopeCodes<Label> {
    const text = state.serverFacts.get(origin, name)?.value ?? '{}';
    const kept = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return Object.fromEntries(
      kept.flatMap(([code, word]) => {
        const label = labels.find((each) => each === word);
        return label === undefined ? [] : [[code, label]];
      }),
    );
  }

  function labelOf<Label extends string>(
    name: string,
    labels: readonly Label[],
    code: number | null,
  ): Label | null {
    return code === null ? null : (recall(name, labels)[String(code)] ?? null);
  }

  function learnOne<Label extends string>(
    name: string,
    labels: readonly Label[],
    code: number | null,
    label: Label | undefined,
  ): void {
    if (code === null || label === undefined) return;
    const known = recall(name, labels);
    const next = learnScope(known, code, label);
    if (next === known) return; // each write waits for the disk
    const value = JSON.stringify(next);
    state.serverFacts.keep({ origin, name, value, learnedAtMs: clock.nowMs() });
  }

  return {
    labelsOf: ({ organisationScope, leaderScope }) => ({
      organisation: labelOf(ORGANISATION_FACT, ORGANISATION_SCOPES, organisationScope),
      leader: labelOf(LEADER_FACT, LEADER_SCOPES, leaderScope),
    }),
    learn(sent, { organisationScope, leaderScope }) {
      learnOne(ORGANISATION_FACT, ORGANISATION_SCOPES, organisationScope, sent.organisationScope);
      learnOne(LEADER_FACT, LEADER_SCOPES, leaderScope, sent.leaderScope);
    },
  };
}
