/**
 * Certificates on disk, so that a proof can be shown without a network. A file gets its final name only when it is
 * complete. One that was damaged since is detected and fetched again, never shown.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { realPrivateFiles, type PrivateFiles } from '../../platform/disk/private-files.ts';
import type { NotACertificate } from '../../../src-shared/model/proofs/not-a-certificate.ts';
import { jsonProblem, pdfProblem, type FileNames } from '../verify/certificate-check.ts';

export interface CertifiedFile {
  readonly projectId: string;
  readonly fileId: string;
  readonly visibility: 'public' | 'private';
  /** Hashes of the content in every notation that a certificate could use. */
  readonly fingerprints: readonly string[];
}

/** The call for one form of the certificate, bound by core/ to the service client. */
export type FetchCertificate = (
  file: CertifiedFile,
  form: 'pdf' | 'json',
  signal: AbortSignal,
) => Promise<Result<Uint8Array, ServiceFault>>;

export interface CertificateCacheParts {
  /** The account's folder for certificates; created when needed, mode 0700. */
  readonly folder: string;
  readonly fetch: FetchCertificate;
  /** Whether a text names a file other than this one and the ones it cites, according to the ledger. */
  readonly namesAnother?: (text: string, file: CertifiedFile) => boolean;
  /** Default: the real ones. */
  readonly files?: PrivateFiles | undefined;
}

export type KeptCertificate = {
  readonly kind: 'kept';
  readonly pdfPath: string;
  readonly jsonPath: string;
};

export type CertificateOutcome =
  | KeptCertificate
  /** The service has none yet: the file is not Available. */
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'fault'; readonly fault: ServiceFault }
  /** The answer must not be saved under this name. */
  | { readonly kind: 'not-a-certificate'; readonly what: NotACertificate };

const Seal = z.strictObject({ pdfSha256: z.string(), jsonSha256: z.string() });

export function makeCertificateCache({
  folder,
  fetch,
  namesAnother = () => false,
  files = realPrivateFiles,
}: CertificateCacheParts) {
  const pathsOf = (fileId: string) => {
    const base = join(folder, safeName(fileId));
    return { pdfPath: `${base}.pdf`, jsonPath: `${base}.json`, sealPath: `${base}.seal` };
  };

  async function kept(fileId: string): Promise<KeptCertificate | null> {
    const { pdfPath, jsonPath, sealPath } = pathsOf(fileId);
    const seal = await readSeal(sealPath, files);
    if (seal === null) return null;
    if ((await sha256OfFile(pdfPath, files)) !== seal.pdfSha256) return null;
    if ((await sha256OfFile(jsonPath, files)) !== seal.jsonSha256) return null;
    return { kind: 'kept', pdfPath, jsonPath };
  }

  /** Of a saved certificate, its JSON if that is undamaged. Needs no network. */
  async function keptJson(fileId: string): Promise<Uint8Array | null> {
    const { jsonPath, sealPath } = pathsOf(fileId);
    const seal = await readSeal(sealPath, files);
    const json = seal === null ? null : await files.read(jsonPath);
    return json !== null && hash('sha256', json) === seal?.jsonSha256 ? json : null;
  }

  /**
   * The seal is removed first and written last: without it, or with another content than it says, the other two do not
   * count. So none waits for the disk: what a power cut takes is fetched again.
   */
  async function keep(fileId: string, pdf: Uint8Array, json: Uint8Array): Promise<KeptCertificate> {
    const { pdfPath, jsonPath, sealPath } = pathsOf(fileId);
    await files.remove(sealPath);
    await files.write(pdfPath, pdf, { isRecoverable: true });
    await files.write(jsonPath, json, { isRecoverable: true });
    const seal = { pdfSha256: hash('sha256', pdf), jsonSha256: hash('sha256', json) };
    await files.write(sealPath, JSON.stringify(seal), { isRecoverable: true });
    return { kind: 'kept', pdfPath, jsonPath };
  }

  return {
    /** The saved certificate if it is undamaged; null otherwise. Needs no network. */
    kept,
    keptJson,

    /**
     * From disk, else from the service. Rejects with `signal.reason` on abort, and with the file system's error when the
     * folder cannot be written. Two concurrent calls for one file fetch twice and leave one complete certificate.
     */
    async get(file: CertifiedFile, signal: AbortSignal): Promise<CertificateOutcome> {
      const onDisk = await kept(file.fileId);
      if (onDisk !== null) return onDisk;
      const pdf = await fetch(file, 'pdf', signal);
      if (!pdf.ok) return withoutAnswer(pdf.fault);
      const json = await fetch(file, 'json', signal);
      if (!json.ok) return withoutAnswer(json.fault);
      const names: FileNames = {
        fileId: file.fileId,
        fingerprints: file.fingerprints,
        namesAnother: (text) => namesAnother(text, file),
      };
      const what = pdfProblem(pdf.value) ?? jsonProblem(json.value, names);
      if (what !== null) return { kind: 'not-a-certificate', what };
      return keep(file.fileId, pdf.value, json.value);
    },
  };
}
export type CertificateCache = ReturnType<typeof makeCertificateCache>;

function withoutAnswer(fault: ServiceFault): CertificateOutcome {
  return fault.kind === 'not-found' ? { kind: 'not-yet' } : { kind: 'fault', fault };
}

/**
 * A name that is safe on every system and unique to one id. Ids are opaque: they may contain anything, differ only in
 * case, or spell a Windows device name. The hash distinguishes them; the readable part is for people.
 */
function safeName(fileId: string): string {
  const readable = fileId.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
  return `file-${readable}-${hash('sha256', fileId).slice(0, 16)}`;
}

async function sha256OfFile(path: string, files: PrivateFiles): Promise<string | null> {
  const bytes = await files.read(path);
  return bytes === null ? null : hash('sha256', bytes);
}

async function readSeal(path: string, files: PrivateFiles): Promise<z.infer<typeof Seal> | null> {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  try {
    const seal = Seal.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return seal.success ? seal.data : null;
  } catch {
    return null;
  }
}
