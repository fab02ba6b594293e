/** Refusals of the upload machinery itself, as problem+json: never to be mistaken for a verdict on the file. */
import type { Answer } from '../http/answer.ts';
import { writeBoolean } from './structured-fields.ts';

const TYPES = 'https://iana.org/assignments/http-problem-types#';

export function mismatchingOffset(expected: number, provided: number): Answer {
  return problem(409, {
    type: `${TYPES}mismatching-upload-offset`,
    title: 'the offset of the request is not the offset of the upload',
    'expected-offset': expected,
    'provided-offset': provided,
  });
}

export function inconsistentLength(): Answer {
  const answer = problem(400, {
    type: `${TYPES}inconsistent-upload-length`,
    title: 'the lengths given for this upload contradict each other',
  });
  return { ...answer, headers: { ...answer.headers, 'Upload-Complete': writeBoolean(false) } };
}

export function completedUpload(): Answer {
  return problem(410, {
    type: `${TYPES}completed-upload`,
    title: 'the upload is complete and its answer is no longer kept',
  });
}

/** For what has no type of its own. */
export function plainProblem(
  status: number,
  title: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const answer = problem(status, { title });
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** A Buffer, so that its length is sent: some clients read problems only up to a known length. */
function problem(status: number, body: Readonly<Record<string, string | number>>): Answer {
  const bytes = Buffer.from(JSON.stringify({ ...body, status }));
  return { status, headers: { 'Content-Type': 'application/problem+json' }, body: bytes };
}
