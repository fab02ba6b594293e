/** Download addresses of public files. They are passed on and never saved. A private file has none. */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { type BaseAddress, evaluateLink } from '../../service/base-address.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { State } from '../../db/state.ts';
import type { Files } from '../files/files.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';

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

/** The purpose of a link. The service counts a download each time. */
export interface LinkRequest {
  /** Row number, path, or the service's id of a version. */
  readonly asked: string;
  /** If set, `file` is the id of a file that the service lists in this project, whoever uploaded it. */
  readonly projectId?: string | undefined;
}

export type AskForLink = (
  wish: LinkRequest,
  signal: AbortSignal,
) => Promise<Result<DownloadLink, CoreFault>>;

/** A public file of the service. */
export interface PublicFile {
  readonly projectId: string;
  readonly fileId: string;
  /** The name as the service has it: untrusted. */
  readonly name: string;
}

interface Listed extends PublicFile {
  readonly visibility: Visibility;
}

export function makeDownloadLinks(parts: DownloadLinkParts) {
  const { client, state, files, platformFiles, address } = parts;

  function own(asked: string): Result<Listed, CoreFault> {
    const byId = state.records.withFileId(asked);
    const view = byId === null ? files.find(asked) : null;
    if (byId === null && view === null) return fail({ kind: 'unknown-file', asked });
    const record = byId ?? state.records.withFileId(view?.fileId ?? '');
    return record === null
      ? fail({ kind: 'not-on-platform', asked, wish: 'download' })
      : ok(record);
  }

  async function listed(
    projectId: string,
    fileId: string,
    signal: AbortSignal,
  ): Promise<Result<Listed, CoreFault>> {
    const found = await platformFiles.lookUp(projectId, fileId, signal);
    return found.ok ? ok({ ...found.value, projectId }) : found;
  }

  /** The requested public file; the fault says why there is nothing to download. */
  async function find(
    { asked, projectId: place }: LinkRequest,
    signal: AbortSignal,
  ): Promise<Result<PublicFile, CoreFault>> {
    const found = place === undefined ? own(asked) : await listed(place, asked, signal);
    if (!found.ok) return found;
    const { projectId, fileId, name, visibility } = found.value;
    if (visibility === 'private') return fail({ kind: 'no-download', asked });
    return ok({ projectId, fileId, name });
  }

  /** A new, validated link. */
  async function linkTo(
    { projectId, fileId }: PublicFile,
    signal: AbortSignal,
  ): Promise<Result<string, CoreFault>> {
    const read = await client.call('downloadPublicFile', { path: { projectId, fileId } }, signal);
    if (!read.ok) return read;
    const url = evaluateLink(read.value.objectStoreUrl, address);
    return url === null ? fail({ kind: 'bad-link' }) : ok(url);
  }

  const ask: AskForLink = async (wish, signal) => {
    const found = await find(wish, signal);
    if (!found.ok) return found;
    const link = await linkTo(found.value, signal);
    return link.ok ? ok({ url: link.value, fileName: found.value.name }) : link;
  };
  return { find, linkTo, ask };
}
export type DownloadLinks = ReturnType<typeof makeDownloadLinks>;
