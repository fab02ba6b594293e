/**
 * Finds files, certificates, projects and people of this account by their names, from what this computer knows: no
 * request is made. The names of files and proofs are read into memory when somebody searches, and freed some time after.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  FoundCertificate,
  FoundFile,
  SearchResult,
} from '../../../src-shared/bridge/search-calls.ts';
import { personName } from '../../../src-shared/model/people/person-view.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { State } from '../../db/state.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Files } from '../files/files.ts';
import { makeNameIndex, type NameIndex, foldName, wordsIn } from './name-index.ts';

const MOST_OF_A_KIND = 8;
const MOST_READ = 40; // of what was found, to choose from
const KEPT_FOR_MS = 10 * MINUTE_MS;

export interface SearchParts {
  readonly state: State;
  readonly files: Pick<Files, 'find'>;
  readonly clock: Clock;
}

export function makeSearch({ state, files, clock }: SearchParts) {
  const fileNames = makeNameIndex((afterId, count) => state.files.namesAfter(afterId, count));
  const recordNames = makeNameIndex((afterId, count) => state.records.namesAfter(afterId, count));
  let release = new AbortController();

  function releaseLater(): void {
    release.abort();
    release = new AbortController();
    clock.sleep(KEPT_FOR_MS, release.signal).then(
      () => [fileNames, recordNames].forEach((index) => index.clear()),
      () => undefined, // somebody searched again, or the account is closed
    );
  }

  function foundFile(id: number): FoundFile | null {
    const found = files.find(String(id));
    if (found === null) return null;
    const { path, folderPath, state: fileState, hold, projectId } = found;
    return { id: found.id, path, folderPath, state: fileState, hold, projectId };
  }

  function foundCertificate(id: number): FoundCertificate | null {
    const { fileId } = state.records.get(id);
    const proof = state.certificateRange.of(fileId);
    if (proof === null || !(proof.isSaved || proof.status === 'Available')) return null;
    const { projectId, name, folderPath, provenAtMs } = proof;
    return { fileId, projectId, name, folderPath, provenAtMs };
  }

  return {
    /**
     * Names, of files with their subfolders, that contain every word of the text; of each kind the first few. An empty text finds nothing, and gets
     * everything ready. Rejects with `signal.reason` on abort.
     */
    async find(text: string, signal: AbortSignal): Promise<SearchResult> {
      releaseLater();
      for (const index of [fileNames, recordNames]) await caughtUp(index, signal);
      const words = wordsIn(text);
      if (words.length === 0) return { files: [], certificates: [], projects: [], people: [] };
      const fits = (...names: readonly string[]) => {
        const folded = foldName(names.join(' '));
        return words.every((word) => folded.includes(word));
      };
      const projects = state.projects.all().map(({ project }) => project);
      const people = projects.flatMap((project) =>
        project.members.records
          .filter((member) => fits(personName(member), member.email))
          .map((member) => ({
            name: personName(member),
            email: member.email,
            projectId: project.id,
            projectName: project.name,
          })),
      );
      return {
        files: firstOf(
          fileNames.find(words, MOST_READ),
          foundFile,
          (file) => file.state === 'ignored',
        ),
        certificates: firstOf(recordNames.find(words, MOST_READ), foundCertificate),
        projects: projects
          .filter(({ name }) => fits(name))
          .slice(0, MOST_OF_A_KIND)
          .map(({ id, name }) => ({ id, name })),
        people: people.slice(0, MOST_OF_A_KIND),
      };
    },

    close(): void {
      release.abort();
    },
  };
}

async function caughtUp(index: NameIndex, signal: AbortSignal): Promise<void> {
  while (!index.catchUp()) {
    await nextTurn(); // uploads and the page go on meanwhile
    signal.throwIfAborted();
  }
}

/** The first few that are still there; what nobody looks for first stands behind the others. */
function firstOf<Found>(
  ids: readonly number[],
  read: (id: number) => Found | null,
  isMinor: (found: Found) => boolean = () => false,
): readonly Found[] {
  const found = ids.flatMap((id) => read(id) ?? []);
  return found.toSorted((a, b) => Number(isMinor(a)) - Number(isMinor(b))).slice(0, MOST_OF_A_KIND);
}
