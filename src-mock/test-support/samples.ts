/** Valid bodies and forms; a test overrides only what it is about. */
import type { NewProject } from '../../src-shared/service/projects.ts';
import { NEW_PROJECT } from '../../src-shared/service/test-support/example-requests.ts';
import type { UploadFields } from '../../src-shared/service/files.ts';
import type { Bench, Person, Sent } from './service-client.ts';

export const newProject = (over: Partial<NewProject> = {}): NewProject => ({
  ...NEW_PROJECT,
  name: 'Enzymes',
  leader: 'Lea Tester',
  organisation: 'Test Lab',
  location: 'Testville',
  tags: ['enzyme'],
  maxNumberOfMembers: '5',
  organisationScope: 'Private',
  startDate: '2030-01-01T00:00:00.000Z',
  endDate: '2031-01-01T00:00:00.000Z',
  members: [],
  ...over,
});

export const UPLOADED = '2030-02-28T10:11:12.345Z';

export interface FormSample {
  readonly name?: string;
  readonly content?: string | Uint8Array<ArrayBuffer>;
  readonly fields?: Readonly<Record<string, string>>;
  readonly filePart?: string;
}

export const PRIMARY = { type: 'primary', label: 'run', uploaded: UPLOADED } satisfies UploadFields;

/** The file part comes last, as clients send it. */
export function uploadForm(over: FormSample = {}): FormData {
  const { name = 'run-01.csv', content = 'a,b\n1,2\n', fields = PRIMARY, filePart = 'file' } = over;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(filePart, new Blob([content], { type: 'text/csv' }), name);
  return form;
}

/** A form of that person. */
export const sending = ({ token }: Person, over?: FormSample): Sent => ({
  token,
  form: uploadForm(over),
});

/** Creates a project and returns its id. */
export async function createProject(
  bench: Bench,
  leader: Person,
  over: Partial<NewProject> = {},
): Promise<string> {
  await bench.ok('createProject', {}, { token: leader.token, body: newProject(over) });
  const { records } = await bench.ok('listProjects', {}, { token: leader.token });
  return records[0]?.id ?? '';
}

/** Uploads a file and returns its id. */
export async function upload(
  bench: Bench,
  name: 'uploadPublicFile' | 'uploadPrivateFile',
  projectId: string,
  owner: Person,
  over: FormSample = {},
): Promise<string> {
  return (await bench.ok(name, { projectId }, sending(owner, over))).fileId;
}
