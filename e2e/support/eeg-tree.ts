/**
 * A folder of the shape of a public EEG data set: descriptions at the top, a folder of small files per participant,
 * empty ones and identical ones among them. Made the same way every time, so that the journeys need no download.
 */
import type { Lab } from './lab.ts';

const PARTICIPANTS = ['05', '06', '07', '08', '09', '10', '11'];
const CHANNELS = 'name\ttype\tunits\nCz\tEEG\tmicrovolt\nPz\tEEG\tmicrovolt\n'; // the same for everybody

export interface EegTree {
  readonly files: number;
  /** Contents that occur once or more: what notarizing the folder may cost. */
  readonly contents: number;
}

/** Writes the tree below a folder of the lab. */
export async function writeEegTree(lab: Lab, folder: string): Promise<EegTree> {
  const contents = new Map<string, string>([
    ['CHANGES', '1.0.0 first release\n'],
    ['README.md', '# Matching pennies\n\nMade-up recordings.\n'],
    ['dataset_description.json', '{"Name": "Matching pennies"}\n'],
  ]);
  for (const each of PARTICIPANTS) {
    const stem = `sub-${each}/eeg/sub-${each}_task-pennies`;
    contents.set(`${stem}_channels.tsv`, CHANNELS);
    contents.set(`${stem}_events.tsv`, `onset\tvalue\n0.5\t${each}\n`);
    contents.set(`${stem}_eeg.json`, `{"Participant": "${each}"}\n`);
    contents.set(`${stem}_eeg.eeg`, ''); // the real ones hold pointers to large files, or nothing
    contents.set(`sub-${each}/sub-${each}_scans.tsv`, '');
  }
  for (const [name, content] of contents) await lab.write(`${folder}/${name}`, content);
  return { files: contents.size, contents: new Set(contents.values()).size };
}
