/** The certificate as JSON. Its shape is this service's own: the interface document leaves it open. */
import { DEMO_MARK, type CertificateFacts } from './certificate-facts.ts';

/** Every fact, none shortened; `FileHash` and `JsonCid` under the names of the metadata document. */
export function certificateJson(facts: CertificateFacts): object {
  return {
    certificateId: facts.certificateId,
    notice: DEMO_MARK,
    file: {
      id: facts.fileId,
      name: facts.fileName,
      sizeBytes: facts.sizeBytes,
      fileFormat: facts.mediaType,
      visibility: facts.visibility,
      type: facts.type,
      label: facts.label,
      primaryData: [...facts.primaryData],
      linkToProcedure: [...facts.linkToProcedure],
      procedureDescription: facts.procedureDescription,
    },
    FileHash: facts.fileHash,
    FileHashMethod: facts.fileHashMethod,
    JsonCid: facts.jsonCid,
    project: { id: facts.projectId, name: facts.projectName },
    owner: { name: facts.ownerName, address: facts.ownerAddress },
    uploaded: facts.uploadedIso,
    recorded: facts.recordedIso,
    transaction: {
      hash: facts.transactionHash,
      blockNumber: facts.blockNumber,
      blockHash: facts.blockHash,
    },
    verifyUrl: facts.verifyUrl,
  };
}
