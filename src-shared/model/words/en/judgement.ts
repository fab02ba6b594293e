/** What everything that was chosen amounts to, in English. */
import type { Figured, JudgementWords } from '../judgement-words.ts';
import { counted, dayText, fileText, integer, pluralForm } from './figures.ts';

export const judgementWords: JudgementWords = {
  labels: {
    fits: 'Unchanged',
    weak: 'Fits, weakly',
    differs: 'Does not match',
    denied: 'Denied',
    unsure: 'Can’t tell yet',
    unlisted: 'In no list',
    unchecked: 'Not checked',
  },
  proven: (figured) =>
    `Proven: ${subject(figured)} byte for byte what was notarized${since(figured, 'on', 'between')}.`,
  unchanged: (figured) => `${capital(subject(figured))} unchanged since ${certificates(figured)}.`,
  weakly: (figured) => {
    const { fitting, weak, files } = figured;
    if (fitting > 0)
      return `${integer(fitting)} of ${fileText(files)} ${pluralForm(fitting, 'is', 'are')} unchanged since ${certificates({ ...figured, files: fitting })}. ${pluralForm(weak, 'Another one fits', `${integer(weak)} more fit`)} by an old kind of fingerprint alone, which can be forged.`;
    return `${capital(subject(figured))} what ${certificates(figured)} ${pluralForm(figured.files, 'names', 'name')}, but by an old kind of fingerprint that can be forged.`;
  },
  partly: ({ fitting, weak, files }) =>
    `${integer(fitting + weak)} of ${fileText(files)} ${pluralForm(fitting + weak, 'is', 'are')} what a certificate is about. For the others it cannot be told.`,
  none: (files) =>
    files === 0
      ? 'There is no file here that a certificate could be about.'
      : `No certificate here is about ${files === 1 ? 'this file' : `any of these ${fileText(files)}`}.`,
  wrong: (figured) => {
    const { wrong, wrongPath, wrongBy, renamedFrom, parts } = figured;
    if (wrongPath === null) {
      const byLists = wrongBy === 'list' ? ', or not what the bundle lists' : '';
      return `Do not rely on this: ${integer(wrong)} of ${fileText(parts)} are not what was notarized${byLists}.`;
    }
    const named =
      renamedFrom !== null
        ? `${wrongPath} was renamed: the list of the bundle has its content as ${renamedFrom}.`
        : wrongBy === 'no-list'
          ? `Do not count ${wrongPath} as part of the bundle: no list of it names that file.`
          : `Do not rely on ${wrongPath}: it is not what ${wrongBy === 'list' ? 'the bundle lists' : 'its certificate is about'}.`;
    return named + theOthers(figured);
  },
  bundleChanged: ({ troubles, fitting, files }) =>
    `Do not rely on this bundle: ${counted(troubles, 'thing about it is', 'things about it are')} wrong${files === 0 ? '' : `, though ${integer(fitting)} of ${fileText(files)} ${pluralForm(fitting, 'fits its', 'fit their')} certificate`}.`,
  missing: ({ missing, missingPath, fitting, files }) =>
    `This bundle is not complete: ${missingPath === null ? `${integer(missing)} of its files are` : `${missingPath} is`} missing. Of those that are there, ${integer(fitting)} of ${integer(files)} ${pluralForm(fitting, 'fits its', 'fit their')} certificate.`,
  misleading: (names) =>
    `Do not unpack this: ${counted(names, 'name in it leads out of the ZIP or is', 'names in it lead out of the ZIP or are')} there twice.`,
  denied: (figured) => {
    const { wrongPath, wrongBy } = figured;
    if (wrongPath === null || (wrongBy !== 'itself' && wrongBy !== 'record'))
      return 'Do not rely on this: a certificate is contradicted, by itself or by its record.';
    const what = wrongBy === 'itself' ? 'contradicts itself' : 'is contradicted by its record';
    return `Do not rely on ${wrongPath}: its certificate ${what}.${theOthers(figured)}`;
  },
  proofsOnly: 'This bundle has certificates, and not the files that they are about.',
  unconfirmed: (files) =>
    files === 1
      ? 'Anybody can write a certificate, and this check does not ask the service.'
      : 'Anybody can write certificates, and this check does not ask the service.',
  partlyConfirmed: (confirmed, files) =>
    `The certificates of ${integer(confirmed)} of ${fileText(files)} are confirmed by records that this account read.`,
  complete: (bundles) =>
    `${pluralForm(bundles, 'The bundle is', 'The bundles are')} complete: everything is there, and as ${pluralForm(bundles, 'its', 'their')} lists say.`,
  lacking: (bundles) =>
    `What is in the ${pluralForm(bundles, 'bundle', 'bundles')} is as its lists say, and something is missing or was not checked:`,
  strays: ({ strays, strayPath }) =>
    strayPath === null
      ? `${integer(strays)} more files were not checked: no certificate here is about them.`
      : `One more, ${strayPath}, was not checked: no certificate here is about it.`,
  closed: ({ zips, zipPath }) =>
    zipPath === null
      ? `${integer(zips)} ZIPs were not opened, so nothing in them was checked.`
      : `${zipPath} was not opened, so nothing in it was checked.`,
  alone: (count) =>
    count === 1
      ? 'The file that this certificate is about is missing here.'
      : `The files that these ${integer(count)} certificates are about are missing here.`,
  ofTest: (count, all) =>
    `${all === 1 ? 'The certificate is' : count === all ? 'The certificates are' : `${integer(count)} of ${integer(all)} certificates are`} from a service for trying out, such as the one built into Labseal, on somebody’s own computer: that proves nothing to anybody else.`,
  addresses: (count) => `The addresses of ${counted(count, 'record', 'records')}, to compare each`,
  addressesCaution:
    'Whoever wrote the certificates wrote these addresses: make sure that they are those of your service.',
  facts: ({ name, day, record, owner, sha256, fingerprint }) => [
    ...(name === null ? [] : [name]),
    ...(day === null ? [] : [`recorded ${day}`]),
    ...(record === null ? [] : [`record ${record}`]),
    ...(owner === null ? [] : [`owner ${owner}`]),
    ...(sha256 === null ? [] : [`SHA-256 ${sha256}`]),
    ...(fingerprint === null ? [] : [`fingerprint ${fingerprint}`]),
  ],
  next: ({ address, day, record, sha256, others }) => {
    const more =
      others === 0
        ? ''
        : ` Then do the same for the other ${pluralForm(others, 'file', `${integer(others)} files`)}${address === null ? '' : ': the addresses of all are listed'}.`;
    const ids = [
      ...(record === null ? [] : [`record ${record}`]),
      ...(sha256 === null ? [] : [`SHA-256 ${sha256}`]),
    ];
    const what = ids.join(' and ');
    const shown = [...(day === null ? [] : [`recorded ${day}`]), ...ids].join(', ');
    return address === null
      ? `To confirm, ask the service that recorded it for ${what}.${more} Ask whoever gave you the files for its address.`
      : `To confirm, open ${address} and compare what it shows with this: ${shown}.${more} Make sure that this is the address of your service: whoever wrote the certificate wrote it.`;
  },
  nextWrong:
    'Next: ask whoever gave you this for it anew, and check that. If the same comes out, they have to explain it.',
  nextDenied: 'Next: ask whoever gave it to you, and the service, which certificate is right.',
  nextAlone:
    'Next: choose the certificate together with its file. Ask whoever gave it to you for the file.',
  nextNone:
    'Next: choose each file together with its certificate (JSON or PDF), or the whole bundle.',
  nextRenamed: 'Next: give it that name again, and check once more.',
  nextOfTest:
    'Next: ask for certificates of a service that others can reach. Nothing else would confirm these.',
  since: (day) => `since ${day}`,
  record: (id) => `record ${id}`,
  forgeable: (algorithm) => `By ${algorithm}: two files that share one can be made on purpose.`,
  deleted: 'The service has deleted this file since; its record stays on the chain.',
  whys: {
    changed: 'It is not what the lists of its bundle say: it was changed or damaged.',
    'lists-differ':
      'It is what one list of its bundle says, and not what another says: one of the lists was changed or damaged.',
    'certificates-differ':
      'Its certificates disagree: one is about this file, another is not. One of them is wrong.',
    'no-certificate': 'No certificate here is about it.',
    'not-listed': 'It is in no list of its bundle: somebody put it there later.',
    system: 'The system puts such files into folders. It is no part of what was notarized.',
    'no-list': 'No list of the bundle names it, so it may be anything.',
    'pdf-unread': 'The PDF was not read; the JSON beside it was compared.',
    link: 'It is a link. What it leads to was not chosen.',
    special: 'It is no ordinary file.',
    unreadable: 'It could not be read.',
    encrypted: 'It needs a password. Unpack the ZIP, and choose the folder.',
    'bad-name': 'Its name leads out of the ZIP, or can be meant in two ways.',
    twice: 'The ZIP has this name twice: programs may unpack one or the other.',
    'too-many': 'There are too many files to read at once.',
    'unlisted-folder': 'The folder could not be opened.',
  },
  zips: {
    'not-a-zip': 'it is no ZIP, whatever its name says, so it was not opened. Ask for it anew',
    broken: 'it is cut off or damaged, so it was not opened. Copy it again, or ask for it anew',
    bomb: 'it was made to grow without end, so it was not opened',
    'too-large': 'it has more files than are read at once',
    'two-ways':
      'something stands before its first file, which some programs unpack instead, so it was not opened. Ask for the ZIP as it was made',
    encrypted: 'its files need a password, so it was not opened. Unpack it, and choose the folder',
    inside: 'it lies in another ZIP, so it was not opened. Unpack that one, and choose this',
    'packed-otherwise':
      'it is packed in a way that is not read here, so it was not opened. Unpack it, and choose the folder',
  },
  renamed: (name) => `It was renamed: its content is that of ${name} in the list.`,
  calledOther: (name) => `The certificate is of a file called ${name}.`,
  loose: 'no file that was chosen has the fingerprint of this certificate',
  asSaid: 'As the certificate says:',
  day: dayText,
};

function theOthers({ wrong, parts }: Figured): string {
  const rest = parts - wrong;
  const others = pluralForm(rest, 'file', `${integer(rest)} files`);
  return rest === 0 ? '' : ` Nothing contradicts the other ${others}.`;
}

function subject({ name, files }: Figured): string {
  if (name !== null) return `${name} is`;
  return files === 2 ? 'both files are' : `all ${fileText(files)} are`;
}

function capital(text: string): string {
  return /^(all|both) /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function certificates(figured: Figured): string {
  const { files, records } = figured;
  const [first, last] = records ?? [];
  const of = first === undefined ? '' : first === last ? ` (record ${first})` : '';
  return `${pluralForm(files, 'its certificate', 'their certificates')}${since(figured, 'of', 'of')}${of}`;
}

function since({ days }: Figured, one: string, several: string): string {
  if (days === null) return '';
  const [first, last] = days;
  if (first === last) return ` ${one} ${first}`;
  return several === 'between'
    ? ` between ${first} and ${last}`
    : ` ${several} ${first} to ${last}`;
}
