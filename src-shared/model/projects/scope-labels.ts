/**
 * The service takes words for the scopes of a project and answers with numbers that it does not explain. Which number
 * is which word is learned from what this account sent itself; a number that was not learned has no word.
 */
import type { LEADER_SCOPES, ORGANISATION_SCOPES } from '../../service/projects.ts';

export type OrganisationScope = (typeof ORGANISATION_SCOPES)[number];
export type LeaderScope = (typeof LEADER_SCOPES)[number];

/** Null: not known, or not stated by the service. */
export interface ScopeLabels {
  readonly organisation: OrganisationScope | null;
  readonly leader: LeaderScope | null;
}

/** Words by the number that stands for them. */
export type ScopeCodes<Label extends string> = Readonly<Record<string, Label>>;

/**
 * What is known once `code` was answered to a project that had just been given `label`. A number or a word that was
 * bound to another one before is a contradiction (somebody else may have changed the project in between): then neither
 * of them is known any more.
 */
export function learnScope<Label extends string>(
  known: ScopeCodes<Label>,
  code: number,
  label: Label,
): ScopeCodes<Label> {
  const name = String(code);
  if (known[name] === label) return known;
  const others = Object.entries(known).filter(([key, value]) => key !== name && value !== label);
  const isNew = others.length === Object.keys(known).length;
  return Object.fromEntries(isNew ? [...others, [name, label]] : others);
}
