/** Certificates: the proof of an Available file, as PDF or as JSON. Nothing else is certified. */
import { type CertificateFacts, certificateJson } from '../certificate/certificate-facts.ts';
import { drawInThread } from '../certificate/certificate-thread.ts';
import { userAddress } from '../chain/chain.ts';
import { type Answer, badRequest, notFound } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { readDocument } from '../metadata/metadata-document.ts';
import type { Service } from '../service.ts';
import type { StoredFile, Visibility } from '../store/file-table.ts';
import { requireProject } from './access.ts';
import { splitIds } from './cited-files.ts';
import { requireReadableFile, statusNow } from './file-records.ts';
import { requireUser } from './people.ts';

const ID_DIGITS = 16;

export async function answerCertificate(
  service: Service,
  visibility: Visibility,
  { caller, query, baseUrl, parameter }: Call,
): Promise<Answer> {
  const ids = { projectId: parameter('projectId'), fileId: parameter('fileId') };
  const file = requireReadableFile(service, caller, ids, visibility);
  const raw = query.get('raw') ?? 'false';
  if (raw !== 'true' && raw !== 'false') throw badRequest('raw must be true or false');
  const status = statusNow(service, file);
  if (status !== 'Available') throw notFound(`No certificate: the file is ${status}`);
  const facts = certificateFacts(service, file, baseUrl);
  if (raw === 'true') return { status: 200, body: certificateJson(facts) };
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="certificate-${file.id}.pdf"`,
  };
  return { status: 200, headers, body: await drawInThread(facts) };
}

function certificateFacts({ store }: Service, file: StoredFile, baseUrl: string): CertificateFacts {
  const owner = requireUser(store, file.ownerId);
  const project = requireProject(store, file.projectId);
  const record = store.chain.get(file.uploadRecord);
  return {
    certificateId: record.transactionHash.slice(2, 2 + ID_DIGITS),
    fileId: file.id,
    fileName: file.name,
    sizeBytes: file.sizeBytes,
    mediaType: file.mediaType,
    visibility: file.visibility,
    type: file.type,
    label: file.label,
    projectId: project.id,
    projectName: project.name,
    ownerName: `${owner.name} ${owner.lastName}`,
    ownerAddress: userAddress(owner.id),
    uploadedIso: file.uploaded,
    recordedIso: new Date(record.availableAtMs).toISOString(),
    fileHash: readDocument(store.metadata.get(file.metadataCid)).FileHash,
    fileHashMethod: file.hashMethod,
    jsonCid: file.metadataCid,
    transactionHash: record.transactionHash,
    blockNumber: record.blockNumber,
    blockHash: record.blockHash,
    verifyUrl: `${baseUrl}/records/${record.transactionHash}`,
    primaryData: [...splitIds(file.primaryData)],
    linkToProcedure: [...splitIds(file.linkToProcedure)],
    procedureDescription: file.procedureDescription,
  };
}
