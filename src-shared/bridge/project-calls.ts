/**
 * Projects, from the last good copy, which is refreshed behind the answer, with the changes that wait on top. Creating
 * one costs credits and is among the paid changes (`outbox-calls.ts`).
 */
import type { CoreFault } from '../model/status/core-fault.ts';
import * as z from 'zod/mini';
import type { Change } from '../model/changes/change.ts';
import type { PendingMark } from '../model/changes/pending-view.ts';
import { FieldValue } from '../model/changes/record-edit.ts';
import type {
  ProjectList,
  ScopeLabels,
  TagList,
  TagView,
} from '../model/projects/project-fields.ts';
import { type Project, ProjectChange } from '../service/projects.ts';
import { changes, FreeText, Mode, Name, reads, VisibleName, nothing } from './call.ts';

export interface ProjectView {
  readonly project: Project;
  /** What its scopes are called, as far as that was learned about this service. */
  readonly scopes: ScopeLabels;
  /** What those that were not learned are most likely called. Null: learned, or nothing suggests a word. */
  readonly likelyScopes: ScopeLabels;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
  /** Why it is a copy; absent: it is none, or no fresh one was asked for. */
  readonly fault?: CoreFault | null;
  /** What the service said of it last: the copy is of before that. */
  readonly standing: 'there' | 'gone' | 'forbidden';
  /** Of edits that wait, which the project shows already. */
  readonly pending: readonly PendingMark[];
}

/** As it is displayed afterwards. */
export interface EditedProject extends ProjectView {
  readonly change: Change | null;
}

export const MOST_TAGS = 200;
export const MOST_MEMBERS = 1_000_000;

/** The longest value that is typed into a field; whether it fits the field, the service's own schema says. */
const Typed = z.union([
  z.undefined(),
  FreeText,
  z.int().check(z.maximum(MOST_MEMBERS)),
  z.array(Name).check(z.maxLength(MOST_TAGS)),
]);

/** What is not named stays as it is: a scope above all, whose present value may have no name. */
const ProjectEdit = ProjectChange.check(
  z.refine(({ name = 'kept' }) => Name.safeParse(name).success),
  z.refine((edit) => {
    const values = Object.values(edit);
    return values.length > 0 && values.every((value) => Typed.safeParse(value).success);
  }),
);

export const projectCalls = {
  'projects.list': reads<ProjectList>()(() => z.strictObject({ mode: Mode })),
  /** Those of the last copy of the list, without a request. */
  'projects.known': reads<readonly { readonly id: string; readonly name: string }[]>()(
    () => nothing,
  ),
  'projects.show': reads<ProjectView>()(() => z.strictObject({ projectId: Name, mode: Mode })),
  /**
   * Tried at once, and sent automatically later when the service is unavailable. `seen`: the values that the person saw,
   * where they differ from the copy.
   */
  'projects.edit': changes<EditedProject>()(() =>
    z.strictObject({
      projectId: Name,
      edit: ProjectEdit,
      seen: z.optional(z.record(z.string(), FieldValue)),
    }),
  ),
} as const;

export interface CreatedTag {
  /** Null when nothing remained to be sent. */
  readonly change: Change | null;
  /** Also one that waits to be created; null when the service took it but does not show it yet. */
  readonly tag: TagView | null;
}

/** Tags of the platform. A project is given tags by editing it; the service has no way to delete one. */
export const tagCalls = {
  'tags.list': reads<TagList>()(() => z.strictObject({ mode: Mode })),
  'tags.search': reads<TagList>()(() => z.strictObject({ text: Name })),
  'tags.create': changes<CreatedTag>()(() => z.strictObject({ name: VisibleName })),
} as const;
