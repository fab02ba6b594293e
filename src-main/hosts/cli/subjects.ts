/** How commands name what they are about, the same way everywhere: behind the command, or with an option. */
import fs from 'node:fs';
import path from 'node:path';
import type { AnsweringCommand } from './answering-command.ts';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { emailToLookUp } from '../../../src-shared/model/changes/local-id.ts';
import type { AskedPerson } from '../../../src-shared/model/people/person-view.ts';
import { BRIEF, type Application } from './application.ts';
import { CommandFault, UsageError } from './exit-code.ts';
import { NEEDED, readEmail } from './option-values.ts';

export interface ProjectOption {
  readonly project?: string;
}

/** Of a command about one project: `project show ID` and `project show --project ID`. */
export function withProject(command: AnsweringCommand): AnsweringCommand {
  return command
    .argument('[project]', `id of the project${NEEDED}`)
    .option('--project <id>', 'the same, as other commands take it');
}

/** `command`: as it is called, for whoever forgot the project. */
export function readProject(command: string) {
  return (behind: string | undefined, { project: option }: ProjectOption): string => {
    const named = onlyOne([behind, option]);
    if (named !== null) return named;
    throw new UsageError(
      `Name the project: labseal ${command} ID. "labseal project list" shows the ids.`,
    );
  };
}

export interface PersonOptions {
  readonly user?: string;
  readonly email?: string;
}

/** Of a command about one person: an id or an e-mail address behind it, or one of the two options. */
export function withPerson(command: AnsweringCommand): AnsweringCommand {
  return command
    .argument('[person]', 'id or e-mail address of the person')
    .option('--user <person>', 'the same, as an option')
    .option('--email <address>', 'the same, for an e-mail address', readEmail('--email'));
}

/** Null when nobody was named. */
export function personOf(
  behind: string | undefined,
  { user, email }: PersonOptions,
): AskedPerson | null {
  const named = onlyOne([behind, user, email]);
  if (named === null) return null;
  return email === undefined ? personCalled(named) : { email: named };
}

/** Ids of the service have no @. */
export function personCalled(text: string): AskedPerson {
  const isAddress = text.includes('@') && emailToLookUp(text) === null;
  return isAddress ? { email: text } : { userId: text };
}

/** The same said twice is no contradiction. */
function onlyOne(named: readonly (string | undefined)[]): string | null {
  const given = new Set(named.flatMap((each) => (each === undefined ? [] : [each.trim()])));
  const [first, second] = given;
  if (second !== undefined) {
    throw new UsageError(`"${first}" and "${second}" are named. Name one of them.`);
  }
  return first ?? null;
}

/**
 * A file as calls take it: its number or its id of the service as it is, a path absolute. Whatever was written, the
 * file with this number is meant first, then the one at this path in this process's own folder.
 */
export async function fileNamed(asked: string, application: Application): Promise<string> {
  return (await lookUp(asked, application))?.named ?? asked;
}

/** What is known of a file that is named like that; null: nothing. */
export async function findFile(
  asked: string,
  application: Application,
): Promise<FileListRow | null> {
  return (await lookUp(asked, application))?.file ?? null;
}

/** The same; throws `CommandFault` when nothing is known. */
export async function knownFile(asked: string, application: Application): Promise<FileListRow> {
  const file = await findFile(asked, application);
  if (file === null) throw new CommandFault({ kind: 'unknown-file', asked });
  return file;
}

async function lookUp(asked: string, { ask }: Application) {
  const isNumber = /^\d+$/.test(asked);
  const absolute = path.resolve(asked);
  for (const named of isNumber ? [asked, absolute] : [absolute, asked]) {
    const shown = await ask('files.show', { asked: named });
    if (shown.ok) return { named, file: shown.value };
  }
  return null;
}

/**
 * The path of a file: of one that is there, or of the file that Labseal knows by this number or id of the service. What
 * is known by neither is taken as a path.
 */
export async function filePathOf(
  asked: string,
  { ask }: Pick<Application, 'ask'>,
): Promise<string> {
  if (!fs.existsSync(asked)) {
    const known = await ask('files.show', { asked });
    if (known.ok && [known.value.id, known.value.fileId].includes(asked)) return known.value.path;
  }
  return path.resolve(asked);
}

/** Nothing is there: said before whatever else is missing. What cannot be looked at is for the core to name. */
export function isAbsent(place: string): boolean {
  try {
    return fs.lstatSync(place, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Throws `CommandFault` when neither the service nor this computer knows the project: one that was left has files here. */
export async function mustBeKnown(
  projectId: string,
  { call, ask }: Pick<Application, 'call' | 'ask'>,
): Promise<void> {
  const known = await call('projects.known', {});
  if (known.some(({ id }) => id === projectId)) return;
  const { files } = await call('files.page', { scope: { projectId }, afterId: null });
  if (files.length > 0) return;
  const read = await ask('projects.show', { projectId, mode: 'fresh' }, BRIEF);
  if (!read.ok && read.fault.kind === 'unknown-project') throw new CommandFault(read.fault);
}

/** How people read a project: by its name where this computer knows it. */
export async function projectNames({
  call,
}: Pick<Application, 'call'>): Promise<(projectId: string) => string> {
  const known = await call('projects.known', {});
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return (projectId) => names.get(projectId) ?? projectId;
}

/** A watched folder as calls take it: a number stays one, a path starts in this process's own folder. */
export function folderNamed(asked: string): string {
  return /^\d+$/.test(asked) ? asked : path.resolve(asked);
}

/** The number of a watched folder. Throws `CommandFault` when none is named like that. */
export async function folderIdOf(asked: string, { call }: Application): Promise<string> {
  const named = folderNamed(asked);
  const folders = await call('folders.list', {});
  const found = folders.find((folder) => folder.id === named || folder.path === named);
  if (found === undefined) throw new CommandFault({ kind: 'unknown-folder', folderId: named });
  return found.id;
}

/**
 * The path of a folder: of one that is there, or of the watched folder with this number. A folder on disk is meant
 * first, since it may have a number as its name.
 */
export function pathOfFolder(
  asked: string,
  folders: readonly { readonly id: string | number; readonly path: string }[],
): string {
  if (!/^\d+$/.test(asked) || fs.existsSync(asked)) return path.resolve(asked);
  const watched = folders.find(({ id }) => String(id) === asked);
  if (watched === undefined) throw new CommandFault({ kind: 'unknown-folder', folderId: asked });
  return watched.path;
}
