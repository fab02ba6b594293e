/** What a certificate states. Both forms, the page and the JSON, are made from these facts and from nothing else. */
export interface CertificateFacts {
  readonly certificateId: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly visibility: string;
  readonly type: string;
  /** Comma-separated, as it was sent. */
  readonly label: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly ownerName: string;
  /** The owner's address on the chain. */
  readonly ownerAddress: string;
  readonly uploadedIso: string;
  /** When the record was written to the chain. */
  readonly recordedIso: string;
  readonly fileHash: string;
  readonly fileHashMethod: string;
  readonly jsonCid: string;
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  /** Where the certificate can be looked up; the page carries it as text and as a QR code. */
  readonly verifyUrl: string;
  /** Ids of the primary files, of the procedure's files, and its description; empty for a primary file. */
  readonly primaryData: readonly string[];
  readonly linkToProcedure: readonly string[];
  readonly procedureDescription: string | null;
}

/** Printed on every certificate of this service, so that no one takes one for a proof. */
export const DEMO_MARK = 'DEMO – issued by the bundled service';

/**
 * The certificate as JSON, in a shape of this service's own: the interface document leaves it open. Every fact, none shortened; `FileHash` and `JsonCid` under the names of the metadata document. */
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
