/** A project's editable fields as plain values, and when two values of one mean the same. Pure. */
import {
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  type Project,
  type ProjectField,
} from '../../service/projects.ts';
import type { PendingMark } from '../changes/pending-view.ts';
import type { Fields, FieldValue, IsSame } from '../changes/record-edit.ts';
import type { CoreFault } from '../status/core-fault.ts';
import type { ServiceFault } from '../status/service-fault.ts';
import { msFromIso } from '../text/time.ts';

/** Null: the record has no such field. */
export function kindOf(field: string): (typeof PROJECT_FIELDS)[ProjectField]['kind'] | null {
  return field in PROJECT_FIELDS ? PROJECT_FIELDS[field as ProjectField].kind : null;
}

/** Scopes are the service's numbers. */
export function projectFields(project: Project): Fields {
  return Object.fromEntries(PROJECT_FIELD_NAMES.map((field) => [field, project[field]]));
}

/**
 * `labels`: what the scopes of the project as it is shown are called. A scope that was meant in words is compared with
 * them; while they are not known, nothing is the same.
 */
export function sameProjectField(labels: ScopeLabels): IsSame {
  return (field, theirs, meant) => {
    const kind = kindOf(field);
    if (kind === 'scope' && typeof meant === 'string' && typeof theirs !== 'string')
      return labels[field as ScopeField] === meant;
    return kind === 'day' ? isSameMoment(theirs, meant) : isSameValue(theirs, meant);
  };
}

/** Two values as they are; lists in any order. */
export function isSameValue(one: FieldValue, other: FieldValue): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && other.every((each) => one.includes(each));
}

function isSameMoment(one: FieldValue, other: FieldValue): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  const ms = msFromIso(one);
  return ms === null ? one === other : ms === msFromIso(other);
}

/** Projects as far as they could be read, and how old that is. */
export interface ProjectList {
  /** With the changes that wait on top. */
  readonly projects: readonly Project[];
  /** Marks of those that changes wait for, by id: of edits, and of projects that are not created yet. */
  readonly pending: Readonly<Record<string, readonly PendingMark[]>>;
  /** False when the service's list could not be read to its end. */
  readonly isComplete: boolean;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
  /** Why a copy is shown; null when it is no copy. */
  readonly fault: ServiceFault | null;
}

/**
 * The service accepts words for the scopes of a project and returns numbers that it does not explain. The word for each
 * number is learned from what this account sent. A number that was not learned has no word.
 */
export type ScopeField = 'organisationScope' | 'leaderScope';

/** Null: not known, or not stated by the service. */
export type ScopeLabels = Readonly<Record<ScopeField, string | null>>;

/** Words by their number. */
export type ScopeCodes = Readonly<Record<string, string>>;

/**
 * What a number that was not learned most likely means: the word that no other number has, or the one at its place in
 * the order of the document. Shown as unconfirmed, and nothing is decided by it. Null: nothing suggests a word.
 */
export function likelyScope(
  words: readonly string[],
  known: ScopeCodes,
  code: number | null,
): string | null {
  if (code === null || String(code) in known) return null;
  const taken = Object.values(known);
  if (taken.length === 0) return words[code] ?? null;
  const left = words.filter((word) => !taken.includes(word));
  return left.length === 1 ? (left[0] ?? null) : null;
}

/**
 * What is known once the service returned `code` for a project that had just been given `label`. If the number or the
 * word was bound to another one before, that is a contradiction (someone else may have changed the project in between):
 * then both are unknown again.
 */
export function learnScope(known: ScopeCodes, code: number, label: string): ScopeCodes {
  const name = String(code);
  if (known[name] === label) return known;
  const others = Object.entries(known).filter(([key, value]) => key !== name && value !== label);
  const isNew = others.length === Object.keys(known).length;
  return Object.fromEntries(isNew ? [...others, [name, label]] : others);
}

export interface TagView {
  readonly id: string;
  readonly name: string;
}

/** Tags of the platform as far as the service shows them. */
export interface TagList {
  /** By name. */
  readonly tags: readonly TagView[];
  /** False when there may be more: then a search finds what the list does not show. */
  readonly isComplete: boolean;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
  /** Marks of tags that are not created yet, by id. */
  readonly pending: Readonly<Record<string, PendingMark>>;
  /** Why it is a copy, or could not be refreshed; null or absent: it is not one, or nobody tried. */
  readonly fault?: CoreFault | null;
}
