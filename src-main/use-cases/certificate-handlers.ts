/** Handlers for certificates. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { CertificateForm, ShownProof } from '../../src-shared/bridge/certificate-calls.ts';
import type { PlatformFile } from '../../src-shared/model/files/platform-file.ts';
import { fail, ok } from '../../src-shared/model/result.ts';
import { bindCertificates } from '../app/bind-verifying.ts';
import { bindShared } from '../app/bind-shared.ts';
import { type HandlerParts, type HandlersOf, baseHandlers } from './handlers.ts';

export function certificateHandlers(parts: HandlerParts): HandlersOf<'certificates'> {
  return baseHandlers(parts, {
    'certificates.get': async ({ use }, { asked, projectId }, signal) => {
      const certificates = use(bindCertificates);
      const got =
        projectId === undefined
          ? await certificates.get(asked, signal)
          : await certificates.getListed(projectId, asked, signal);
      if (!got.ok) return got;
      const { pdfPath, jsonPath, pdfActions } = got.value;
      const forms = await Promise.all([described('pdf', pdfPath), described('json', jsonPath)]);
      return ok({ asked, forms, pdfActions });
    },
    'certificates.range': ({ state }, { filter, first, count }) => {
      const { total, proofs } = state.certificateRange.range(filter, first, count);
      return ok({ total, first, rows: proofs });
    },
    'certificates.show': async ({ use, state }, { fileId, projectId }, signal) => {
      const { files, platformFiles } = use(bindShared);
      const proof = state.certificateRange.of(fileId);
      if (proof !== null) {
        const ownerName = platformFiles.ownerOf(proof);
        return ok({ ...proof, ownerName, copies: files.copiesOf(fileId) });
      }
      if (projectId === undefined) return fail({ kind: 'unknown-file', asked: fileId });
      const listed = await platformFiles.lookUp(projectId, fileId, signal);
      return listed.ok ? ok(listedProof(projectId, listed.value)) : listed;
    },
  });
}

/** This computer never had any of it: when it was proven is unknown, only that the service says so. */
function listedProof(projectId: string, file: PlatformFile): ShownProof {
  const { fileId, visibility, name, status, sizeBytes, ownerName, uploadedAtMs } = file;
  const facts = { fileId, projectId, visibility, name, status, sizeBytes };
  const listed = { ownerName, uploadedAtMs };
  const unknown = {
    provenAtMs: null,
    blake3: null,
    sha256: null,
    isSaved: false,
    folderPath: null,
    copies: [],
  };
  return { ...facts, ...unknown, ownerName: ownerName === '' ? null : ownerName, listed };
}

async function described(form: CertificateForm, file: string) {
  const { size: sizeBytes, mtimeMs } = await fs.stat(file);
  const savedAtMs = Math.floor(mtimeMs);
  return { form, sizeBytes, fileName: path.basename(file), path: file, savedAtMs };
}
