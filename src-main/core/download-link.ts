/** Download addresses of public files. They are passed on and never kept; a private file has none. */
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import type { Visibility } from '../../src-shared/model/price.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { BaseAddress } from '../service/base-address.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { judgeLink } from '../service/signed-link.ts';
import type { State } from '../state/state.ts';
import type { Files } from './files.ts';
import type { PlatformFiles } from './platform-files.ts';

export interface DownloadLinkParts {
  readonly client: ServiceClient;
  readonly state: Pick<State, 'records'>;
  readonly files: Pick<Files, 'find'>;
  readonly platformFiles: Pick<PlatformFiles, 'lookUp'>;
  readonly address: BaseAddress;
}

export interface DownloadLink {
  readonly url: string;
  readonly fileName: string;
}

/** What a link is wanted for. The service counts a download each time. */
export interface LinkWish {
  /** Row number, path, or the service's id of a version. */
  readonly asked: string;
  /** Then it is the id of a file that the service lists there, wherever that came from. */
  readonly projectId?: string | undefined;
}

export type AskForLink = (
  wish: LinkWish,
  signal: AbortSignal,
) => Promise<Result<DownloadLink, CoreFault>>;

interface Linked {
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly fileId: string;
  readonly name: string;
}

export function makeDownloadLink(parts: DownloadLinkParts): AskForLink {
  const { client, state, files, platformFiles, address } = parts;

  function own(asked: string): Result<Linked, CoreFault> {
    const byId = state.records.withFileId(asked);
    const view = byId === null ? files.find(asked) : null;
    if (byId === null && view === null) return fail({ kind: 'unknown-file', asked });
    const record = byId ?? state.records.withFileId(view?.fileId ?? '');
    return record === null ? fail({ kind: 'not-on-platform', asked }) : ok(record);
  }

  async function listed(
    projectId: string,
    fileId: string,
    signal: AbortSignal,
  ): Promise<Result<Linked, CoreFault>> {
    const found = await platformFiles.lookUp(projectId, fileId, signal);
    return found.ok ? ok({ ...found.value, projectId }) : found;
  }

  return async ({ asked, projectId: place }, signal) => {
    const found = place === undefined ? own(asked) : await listed(place, asked, signal);
    if (!found.ok) return found;
    const { projectId, fileId, visibility, name: fileName } = found.value;
    if (visibility === 'private') return fail({ kind: 'no-download', asked });
    const read = await client.call('downloadPublicFile', { path: { projectId, fileId } }, signal);
    if (!read.ok) return read;
    const url = judgeLink(read.value.objectStoreUrl, address);
    return url === null ? fail({ kind: 'bad-link' }) : ok({ url, fileName });
  };
}
