/** Makes a data folder that holds everything a data folder of this version can hold. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type Holding, holdingsOf } from '../../src-main/test-support/kept-data/holdings.ts';
import { addRows } from './add-rows.ts';
import { tellStory } from './tell-story.ts';
import { writeKeptData } from './write-kept-data.ts';

/** Replaces what is in `folder`, unless it is null; returns what the data folder holds. */
export async function makeDataFolder(folder: string | null): Promise<readonly Holding[]> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-made-')));
  try {
    const places = {
      lab: path.join(root, 'lab'),
      home: path.join(root, 'labseal'),
      service: path.join(root, 'service'),
    };
    fs.mkdirSync(places.lab);
    const told = await tellStory(places);
    addRows(places, told);
    const databases = told.accounts.map((account) => {
      return new Database(path.join(account.folder, 'labseal.db'));
    });
    const holdings = holdingsOf(databases);
    for (const db of databases) db.close();
    if (folder !== null) writeKeptData(folder, { places, told, holdings });
    return holdings;
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}
