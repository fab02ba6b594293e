/**
 * Answers the requests of the page in the window: the built files by their list, the bytes of certificates, and uploads
 * of files without a path into the inbox. Addresses, headers and policy are those of the loopback host.
 */
import fs from 'node:fs/promises';
import type { CertificateForm } from '../../../src-shared/bridge/certificate-calls.ts';
import { DESKTOP_SIZE_HEADER } from '../../../src-shared/bridge/desktop.ts';
import { readCertificatePath, readInboxPath } from '../../../src-shared/bridge/loopback.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { diskFaultOf } from '../../platform/errno.ts';
import { answerHeaders, CERTIFICATE_TYPES } from './answer-headers.ts';
import type { PageFile } from './page-files.ts';
import { keepInInbox, type Inbox } from './request-bodies.ts';
import { isOurAddress } from '../desktop/navigation-policy.ts';

export interface PageParts {
  readonly files: ReadonlyMap<string, PageFile>;
  /** Absolute path of a certificate that is saved; null when it is not. */
  readonly savedCertificate: (form: CertificateForm, asked: string) => string | null;
  readonly inbox: Inbox;
  readonly dataFolder: string;
  readonly keepError: (where: string, error: unknown) => string;
}

export type AnswerPage = (request: Request) => Promise<Response>;

/** Never rejects. A path that is not in the list does not exist, whatever the address looks like. */
export function makeAnswerPage(parts: PageParts): AnswerPage {
  async function route(request: Request): Promise<Response> {
    const { method, url } = request;
    if (!isOurAddress(url)) return bare(404);
    const { pathname } = new URL(url);
    const fileName = readInboxPath(pathname);
    if (fileName !== null) return method === 'POST' ? takeFile(request, fileName) : bare(405);
    if (method !== 'GET' && method !== 'HEAD') return bare(405);
    const certificate = readCertificatePath(pathname);
    if (certificate !== null) return sendCertificate(certificate);
    const file = parts.files.get(pathname);
    return file === undefined ? bare(404) : filled(await file.read(), file.contentType);
  }

  async function sendCertificate({ form, asked }: NonNullable<Certificate>): Promise<Response> {
    const path = parts.savedCertificate(form, asked);
    const bytes = path === null ? null : await fs.readFile(path).catch(nullWhenGone);
    return bytes === null ? bare(404) : filled(bytes, CERTIFICATE_TYPES[form]);
  }

  async function takeFile(request: Request, name: string): Promise<Response> {
    const { headers, body } = request;
    const announced = headers.get(DESKTOP_SIZE_HEADER);
    try {
      const wished = { name, contentType: headers.get('content-type'), announced };
      const taken = await keepInInbox(body ?? [], wished, parts.inbox);
      return taken.ok ? json(taken) : bare(taken.fault);
    } catch (error) {
      const fault = diskFaultOf(error, parts.dataFolder);
      if (fault === null) throw error;
      return json(fail(fault));
    }
  }

  return async (request) => {
    try {
      return await route(request);
    } catch (error) {
      parts.keepError('page', error);
      return bare(500);
    }
  };
}

type Certificate = ReturnType<typeof readCertificatePath>;

function nullWhenGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function filled(bytes: Uint8Array, contentType: string): Response {
  const headers = { ...answerHeaders(null), 'content-type': contentType };
  return new Response(new Uint8Array(bytes), { headers });
}

function json(body: unknown): Response {
  return Response.json(body, { headers: answerHeaders(null) });
}

function bare(status: number): Response {
  return new Response(null, { status, headers: answerHeaders(null) });
}
