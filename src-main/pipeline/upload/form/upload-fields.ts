/**
 * The text parts of an upload form, in the order they are sent. The contract's strict schema decides. A value that does
 * not belong (a procedure on a primary file) is refused, never dropped: the person meant something by it.
 */
import { splitList } from '../../../../src-shared/model/files/assignment.ts';
import { rowCited } from '../../../../src-shared/model/changes/local-id.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import {
  UPLOAD_FIELD_ORDER,
  UploadFields,
  type FileType,
} from '../../../../src-shared/service/files.ts';

/** Null: not stated. */
export interface UploadDetails {
  readonly type: FileType;
  /** Comma-separated labels. */
  readonly label: string;
  /** ISO time with milliseconds, from `uploadedTimeMs`; frozen with the form. */
  readonly uploadedIso: string;
  readonly procedureDescription: string | null;
  /** Comma-separated file ids. */
  readonly linkToProcedure: string | null;
  /** Comma-separated ids of primary files. */
  readonly primaryData: string | null;
}

export type UploadFieldName = (typeof UPLOAD_FIELD_ORDER)[number];
export type UploadPart = readonly [name: UploadFieldName, value: string];

/** The fields that are missing, empty, malformed or out of place. */
export interface FieldsFault {
  readonly kind: 'bad-fields';
  readonly fields: readonly string[];
}

export function uploadParts(details: UploadDetails): Result<readonly UploadPart[], FieldsFault> {
  const { uploadedIso, ...rest } = details;
  const stated = Object.entries({ ...rest, uploaded: uploadedIso }).filter(
    ([, value]) => value !== null,
  );
  const read = UploadFields.safeParse(Object.fromEntries(stated));
  if (!read.success) return fail({ kind: 'bad-fields', fields: namesIn(read.error.issues) });
  const values: Partial<Record<UploadFieldName, string>> = read.data;
  const unnamed = CITING.filter((name) => splitList(values[name] ?? '').some(isStandIn));
  if (unnamed.length > 0) return fail({ kind: 'bad-fields', fields: unnamed });
  return ok(
    UPLOAD_FIELD_ORDER.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

const CITING = ['linkToProcedure', 'primaryData'] as const;

/** Only this computer knows it. */
function isStandIn(id: string): boolean {
  return rowCited(id) !== null;
}

function namesIn(
  issues: NonNullable<ReturnType<typeof UploadFields.safeParse>['error']>['issues'],
) {
  const names = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
  );
  return [...new Set(names)].toSorted();
}
