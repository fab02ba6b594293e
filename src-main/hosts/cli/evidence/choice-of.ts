/** What a person names for a bundle, a text or labels. */
import { isThere } from '../target-file.ts';
import path from 'node:path';
import type { EvidenceChoice } from '../../../../src-shared/bridge/evidence-calls.ts';
import type { Application } from '../application.ts';
import { UsageError } from '../exit-code.ts';
import { fileNamed } from '../subjects.ts';

export async function choiceOf(
  what: readonly string[],
  { project: projectId }: { readonly project?: string },
  application: Application,
): Promise<EvidenceChoice> {
  const asked = [];
  for (const each of what) asked.push(await askedFor(each, application));
  if (asked.length === 0 && projectId === undefined) {
    throw new UsageError('Say what to take along: files, folders, or --project ID.');
  }
  return { ...(asked.length === 0 ? {} : { asked }), projectId };
}

/** An argument is a path if something exists there; everything else is a number or an id. */
async function askedFor(what: string, application: Application): Promise<string> {
  if (/^\d+$/.test(what)) return what;
  const absolute = path.resolve(what);
  return (await isThere(absolute)) ? absolute : fileNamed(what, application);
}
