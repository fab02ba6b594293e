/**
 * The text that a reader sees first, without any knowledge of Labseal: what the bundle contains, how to check it with
 * standard programs, and what a certificate proves and does not prove. Plain English text in lines of 78 characters.
 * Pure.
 */
import { personName } from './crate-people.ts';
import {
  type EvidenceContent,
  isGap,
  type UnprovenFile,
} from '../../../../src-shared/model/proofs/evidence.ts';
import { printable } from '../../../../src-shared/model/text/printable.ts';
import { stateOfWord } from '../../../../src-shared/model/files/platform-file.ts';
import type { FileState } from '../../../../src-shared/model/files/file-state.ts';
import { pdfActionsText } from '../../../../src-shared/model/proofs/pdf-actions.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import type { Bundle, BundledFile, ProjectFacts } from './bundle-facts.ts';
import {
  type HashEncoding,
  type HashMethod,
  isForgeable,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import { algorithmName } from '../../../../src-shared/model/words/verdict-words.ts';

const WIDTH = 78;
const MOST_NAMED = 200; // the list of checks names all of them

const GAPS: Readonly<Record<Exclude<EvidenceContent['kind'], 'included' | 'not-wanted'>, string>> =
  {
    'no-copy': 'no copy of it was on the computer that made this bundle',
    mismatch: 'the copy at hand is not what was recorded, so it was left out',
    changing: 'it was written to while it was read',
    unreadable: 'it could not be read',
    'labseal-data': 'it belongs to a data folder of Labseal',
    'not-a-file': 'something else stood in its place',
  };

const CONTRADICTED: Readonly<Record<NonNullable<BundledFile['contradictedBy']>, string>> = {
  record: 'the record of the service names another fingerprint than that of what was sent',
  certificate:
    'the certificate of the service contradicts itself, or names another file than was sent',
};

export function readmeText(bundle: Bundle): string {
  const sections = [
    heading(bundle),
    whatThisIs(bundle),
    whatLiesHere(bundle),
    whatToOpenWithCare(bundle),
    whatIsMissing(bundle),
    whatToKnow(bundle),
  ];
  return `${[...sections, howToCheck(bundle), WHAT_IT_PROVES].flat().join('\n')}\n`;
}

function heading({ title, madeAtMs, madeBy, software: [labseal] }: Bundle): readonly string[] {
  const made = `Made ${utc(madeAtMs)}${madeBy === null ? '' : ` by ${personName(madeBy)}`} with ${labseal?.name ?? ''} ${labseal?.version ?? ''}`;
  return ['EVIDENCE BUNDLE', ...wrapped(printable(title)), ...wrapped(`${printable(made)}.`), ''];
}

function whatThisIs({ service }: Bundle): readonly string[] {
  return section('What this is', [
    `This folder holds files together with the proof that they existed, byte for byte as they are here, when a ` +
      `notarization service recorded them. The service (${printable(service)}) writes the fingerprint of each file to ` +
      `a blockchain and issues a certificate of it. A fingerprint is a short number computed from all bytes of a file: ` +
      `one byte changed gives another one, and nobody knows a way to make a second file with the same.`,
  ]);
}

function whatLiesHere({ bundled }: Bundle): readonly string[] {
  const contents = bundled.filter(({ part }) => part !== null).length;
  const certificates = new Set(bundled.map(({ documents }) => documents.certificatePdf?.path));
  certificates.delete(undefined);
  return [
    ...section('What lies here', []),
    `  verify.html                  checks all of it in a browser, without a network`,
    `  data/files/                  the files themselves: ${contents}`,
    `  data/certificates/           their certificates, to read (PDF) and for`,
    `                               programs (JSON): ${certificates.size}`,
    `  data/metadata/               what the service keeps about them`,
    `  data/checks.json             each file with its fingerprints and what came`,
    `                               of comparing it with its record`,
    `  data/ro-crate-metadata.json  the same for programs, with people, project`,
    `                               and origin of the files (RO-Crate 1.2)`,
    `  manifest-sha512.txt          fingerprints of everything in data/`,
    `  manifest-sha256.txt          the same in another way`,
    `  bagit.txt, bag-info.txt, tagmanifest-...   as BagIt 1.0 (RFC 8493) has them`,
    '',
  ];
}

/** Certificates that could do something when another viewer opens them. */
function whatToOpenWithCare({ bundled }: Bundle): readonly string[] {
  const lines = new Set<string>();
  for (const { documents } of bundled) {
    const held = pdfActionsText(documents.pdfActions);
    if (held !== null) lines.add(`${documents.certificatePdf?.path ?? ''}: ${held}`);
  }
  if (lines.size === 0) return [];
  return [
    ...section('Open with care', [
      'These certificates contain more than pages, which no certificate needs. Open them only in a viewer that runs no scripts and starts no programs:',
    ]),
    ...listed([...lines]),
    '',
  ];
}

function listed(lines: readonly string[]): readonly string[] {
  const more = lines.length - MOST_NAMED;
  return [
    ...lines.slice(0, MOST_NAMED).flatMap((line) => wrapped(printable(line), '  - ', '    ')),
    ...(more > 0 ? [`  - ${more} more, see data/checks.json`] : []),
  ];
}

function whatIsMissing(bundle: Bundle): readonly string[] {
  const lines = [...bundle.bundled.flatMap(troublesOf), ...bundle.unproven.map(unprovenLine)];
  if (bundle.leftOutByRules > 0) {
    lines.push(`${bundle.leftOutByRules} files that the rules of their folder leave out`);
  }
  const whole =
    bundle.contents === 'files'
      ? 'Nothing. Every file that was chosen is here, agrees with its record, and has its certificate.'
      : 'The files themselves, on purpose: only their proofs were asked for. Every file that was chosen has its certificate.';
  return [
    ...section('What is missing', [
      lines.length === 0 ? whole : 'This was chosen, and is not here or not proven:',
    ]),
    ...listed(lines),
    ...(lines.length > 0 ? [''] : []),
    ...section('', bundle.projects.flatMap(untoldOrigin)),
  ];
}

const OF_RECORD: Partial<Record<FileState, string>> = {
  deleted: 'the service has deleted this file; its record stays on the blockchain',
  deleting: 'the service is deleting this file; its record stays on the blockchain',
  record_error: 'the service reports an error: it may not have written it to the blockchain',
  recording: 'the service had not written it to the blockchain yet',
};

/** What a reader would else learn from the service alone. */
function whatToKnow({ bundled, method }: Bundle): readonly string[] {
  const lines = bundled.flatMap(({ chosen, evaluation, documents, content }) => {
    const state = stateOfWord(chosen.record.status);
    const ofRecord = state === null ? undefined : OF_RECORD[state];
    const algorithm =
      evaluation?.method?.algorithm ?? documents.reading?.stated ?? method?.algorithm;
    const isWeak = algorithm !== undefined && isForgeable(algorithm);
    const known = [
      ...(ofRecord === undefined ? [] : [ofRecord]),
      ...(isWeak
        ? [
            `its record names ${algorithmName(algorithm)} alone, of which two files can be made that share one`,
          ]
        : []),
      ...(chosen.past === 'changed' && content.kind !== 'mismatch'
        ? ['it was changed since where it lay; the record is of the file as it was']
        : []),
    ];
    return known.length === 0 ? [] : [`${chosen.original}: ${known.join('; ')}`];
  });
  if (lines.length === 0) return [];
  return [...section('What to know', []), ...listed(lines), ''];
}

function untoldOrigin({ name, provenance }: ProjectFacts): readonly string[] {
  if (provenance !== null) return [];
  return [
    `Which file of the project "${printable(name)}" was made from which is not told: the lists of the service were not ` +
      `on the computer that made this bundle.`,
  ];
}

const UNPROVEN: Readonly<Record<UnprovenFile['why'], string>> = {
  'no-record': 'it has no record on the service, so nothing could be proven',
  unread: 'it was not read before this bundle was made, so nothing could be proven',
  unreadable: 'it could not be read, so what it holds was not looked at',
};

function unprovenLine({ name, why }: UnprovenFile): string {
  return `${name}: ${UNPROVEN[why]}`;
}

function troublesOf({
  chosen,
  content,
  evaluation,
  documents,
  contradictedBy,
}: BundledFile): readonly string[] {
  const troubles: string[] = [];
  if (isGap(content)) troubles.push(GAPS[content.kind as keyof typeof GAPS]);
  if (content.kind === 'not-wanted' && evaluation?.verdict === 'mismatch') {
    troubles.push('the copy at hand is not what was recorded');
  }
  if (contradictedBy !== null) troubles.push(CONTRADICTED[contradictedBy]);
  if (evaluation?.verdict === 'unsure' && contradictedBy !== 'record') {
    troubles.push('whether the copy is what was recorded cannot be told yet');
  }
  if (documents.certificate.kind === 'none-yet')
    troubles.push('the service has no certificate yet');
  if (documents.certificate.kind === 'not-had') troubles.push('its certificate could not be had');
  if (documents.metadata.kind !== 'included')
    troubles.push('its metadata document could not be had');
  return troubles.length === 0 ? [] : [`${chosen.original}: ${troubles.join('; ')}`];
}

function howToCheck({ method }: Bundle): readonly string[] {
  return [
    ...section('How to check it', [
      'Open verify.html in a browser and drop this folder on the page: it does 1 and 2 without a network, installs nothing and sends nothing. Whoever can change this folder can change that page, too; the commands below do not depend on it.',
      '1. That nothing was damaged or exchanged on the way. Open a terminal in this folder and write',
    ]),
    '     Linux    sha512sum --check manifest-sha512.txt',
    '              sha512sum --check tagmanifest-sha512.txt',
    '     macOS    shasum -a 512 --check manifest-sha512.txt',
    '              shasum -a 512 --check tagmanifest-sha512.txt',
    '     Windows  Get-FileHash -Algorithm SHA512 data\\files\\NAME   (PowerShell,',
    '              one file; compare with its line in manifest-sha512.txt)',
    '',
    ...section('', [
      'Every line must end in OK. Any program for BagIt does the same, and so does "labseal evidence check FOLDER".',
      '2. That a file is the one its certificate speaks of. Find the fingerprint in the certificate in ' +
        'data/certificates/, or FileHash in data/metadata/, and compare it with that of the file.',
      method === null
        ? 'The document of the service does not say in which way it makes its fingerprints, and it was not found out when this bundle was made. data/checks.json has the fingerprints of each file in several ways.'
        : `This service was found to write it as ${methodWords(method)}; data/checks.json has that of each file.`,
      '3. That the record is genuine. Ask the service itself, at the address above, for the certificate of the file: everything here could be written anew by somebody else, the record on the blockchain could not.',
    ]),
  ];
}

const WHAT_IT_PROVES = section('What it proves, and what not', [
  'A certificate that holds the fingerprint of a file says: exactly these bytes were known to the service when it recorded them. So they existed then, and were not changed since.',
  'It does not say who made the file, that what is in it is true, that it did not exist long before, or that nobody else had it. It is as good as the service and the blockchain that it writes to. The lists of fingerprints in this folder show damage; against forgery only the record helps.',
]).slice(0, -1);

function section(title: string, paragraphs: readonly string[]): readonly string[] {
  const head = title === '' ? [] : [title.toUpperCase(), ''];
  return [...head, ...paragraphs.flatMap((text) => [...wrapped(text), ''])];
}

/** Breaks between words; a longer word gets a line of its own. */
function wrapped(text: string, first = '', further = ''): readonly string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    const isEmpty = line === first || line === further;
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = further + word;
    } else {
      line += isEmpty ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}

function utc(ms: number): string {
  return `${isoFromMs(ms).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')} UTC`;
}

const ENCODINGS: Readonly<Record<HashEncoding, string>> = {
  hex: 'in hexadecimal digits',
  base64: 'in Base64',
  'cid-v0': 'as a content identifier (CIDv0)',
  'cid-v1': 'as a content identifier (CIDv1)',
};

/** How a service makes its fingerprints, in the terms of other programs. */
function methodWords({ algorithm, encoding }: HashMethod): string {
  return `${algorithmName(algorithm)} ${ENCODINGS[encoding]}`;
}
