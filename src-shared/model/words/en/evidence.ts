/** The English words about evidence bundles, for every face. */
import { integer } from './figures.ts';
import type { EvidenceFault } from '../../proofs/evidence.ts';
import { assertNever } from '../../result.ts';
import type { EvidenceWords } from '../evidence-words.ts';

export const evidenceWords: EvidenceWords = {
  fault: faultText,
  gaps: {
    'no-copy': 'this computer has no copy of it, so only its proofs are in the bundle',
    mismatch:
      'the copy is not what was notarized, so it was left out; its proofs are in the bundle',
    changing: 'it was written to while it was read, so it was left out',
    unreadable: 'it cannot be read, so it was left out',
    'labseal-data': 'it belongs to Labseal’s own data, so it was left out',
    'not-a-file': 'something else has taken its place, so it was left out',
  },
  differs: 'the copy on this computer is not what was notarized',
  unsure: 'whether the copy is what was notarized cannot be told yet',
  certificate: {
    'none-yet': 'the service has no certificate of it yet',
    'not-had': 'its certificate is not saved here and could not be fetched',
  },
  metadata: {
    'none-yet': 'the service has no metadata document of it yet',
    'not-had': 'its metadata document is not saved here and could not be fetched',
  },
  contradictedBy: {
    record: 'the record of the service names another fingerprint than that of what was sent',
    certificate: 'its certificate contradicts itself, or names another file than was sent',
  },
  unproven: {
    'no-record': 'it has no record on the service, so there is nothing to prove it with',
    unread: 'Labseal has not read it yet, so there is nothing to prove it with',
    unreadable: 'it cannot be read now, so what it holds was not looked at',
  },
  troubles: {
    'not-a-bag': 'this is not an evidence bundle: it has no bagit.txt of a known version',
    'no-manifest': 'it has no list of fingerprints that can be read',
    'bad-line': 'a line of this list cannot be read',
    missing: 'it is in the lists and not there',
    'not-listed': 'it is there and not in all lists',
    changed: 'it is not what the lists say',
    unreadable: 'it cannot be read, or is no ordinary file',
    'wrong-sum': 'the number or size of the files is not as it says',
    'to-fetch': 'it is to be fetched from elsewhere first',
    'too-large': 'it is too large to be read as part of a bundle',
    'certificate-differs': 'this certificate does not name the fingerprint of its file',
    'certificate-unreadable':
      'no fingerprint can be read in it, so it was not checked: it may be a picture, or something else than a certificate',
    'certificate-contradicts-itself':
      'this certificate contradicts itself, or its other form (JSON, PDF)',
    'metadata-differs':
      'this document about its record does not say what the certificate of the same file says',
    'checks-differ':
      'data/checks.json says something else of it than its certificate (content, day, owner or record)',
    'crate-differs':
      'data/ro-crate-metadata.json says something else of it than its certificate (content, day or record)',
    'certificate-of-nothing': 'this certificate is about none of the files of the bundle',
    'weak-lists':
      'its lists are made in old ways alone (MD5, SHA-1): two files that share one can be made on purpose',
    link: 'it is a link, which is not followed',
    'record-deleted':
      'said when the bundle was made: the service has deleted this file; its record stays on the chain',
    'record-error':
      'said when the bundle was made: the service could not write its record to the chain',
    'record-pending': 'said when the bundle was made: its record is not on the chain yet',
    'no-certificate': 'there is no certificate of it in the bundle',
    'no-checks':
      'it says which certificate is whose, and it is not there or cannot be read; each file was compared with every certificate',
    more: 'there is more than is listed here',
  },
  whenMade: (lack) => `said when the bundle was made: ${lack}`,
};

function faultText(fault: EvidenceFault, bytes: (count: number) => string): string {
  switch (fault.kind) {
    case 'nothing-chosen':
      return 'There is nothing here for a bundle. Choose files, or a folder or project with files.';
    case 'too-many-records':
      return `These are more than ${integer(fault.most)} records. Choose one folder or project at a time.`;
    case 'nothing-known':
      return `No file below ${fault.path} is known to Labseal. Choose a watched folder, a folder in one, or single files.`;
    case 'taken':
      return `${fault.path} is there already and was left as it is. No bundle was made; ${fault.free} would be free.`;
    case 'no-such-place':
      return `There is no folder ${fault.path}. Check the spelling, or choose another one.`;
    case 'unwritable':
      return fault.errno === 'ENOSPC'
        ? `The disk of ${fault.path} is full. Nothing of the bundle was kept; make room, or choose another disk.`
        : `${fault.path} cannot be written (code ${fault.errno}). Nothing of the bundle was kept; choose another folder, or ask its owner for permission.`;
    case 'no-room':
      return `The bundle may need ${bytes(fault.neededBytes)}, and on the disk of ${fault.path} ${bytes(fault.freeBytes)} are free. Make room, choose another disk, or take the proofs only.`;
    case 'watched-place':
      return `${fault.path} lies in the watched folder ${fault.folder}: a bundle in it would be notarized itself and cost credits. Choose a folder that is not watched.`;
    case 'inside-bundle':
      return `${fault.path} lies in a bundle, ${fault.bundle}, which would no longer match its lists. Choose a folder outside of it.`;
    case 'own-data':
      return `${fault.path} belongs to Labseal's own data. Choose another folder.`;
    case 'busy':
      return 'Another bundle is being made. Wait until it is finished, or give it up.';
    case 'unknown-work':
      return 'Nothing is known of this bundle any more. Look whether it is in its folder, or make it again.';
    default:
      return assertNever(fault);
  }
}
