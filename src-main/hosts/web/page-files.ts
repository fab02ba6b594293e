/**
 * The files of the page, by the addresses they are served at. The list is made once, at the start: an address that is
 * not in it leads nowhere, whatever it looks like. Without a built page there is one plain sentence.
 */
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PageFile {
  readonly contentType: string;
  readonly read: () => Promise<Uint8Array>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pfb': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Labseal</title></head>
<body><h1>Labseal is running</h1><p>Its page was not built. Run "npm run build", then start Labseal again.</p></body></html>
`;

/** Lists the files in `folder`; source maps and files of unknown kinds are excluded. */
export async function listPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const names = await fs.readdir(folder, { recursive: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const contentType = CONTENT_TYPES[path.extname(name)];
    if (contentType === undefined) continue;
    const address = `/${name.split(path.sep).join('/')}`;
    files.set(address, { contentType, read: () => fs.readFile(path.join(folder, name)) });
  }
  const index = files.get('/index.html') ?? {
    contentType: 'text/html; charset=utf-8',
    read: async () => Buffer.from(NOT_BUILT),
  };
  return files.set('/', index);
}

/** The folder of the built page: beside the built program, or, when that runs from its sources, in the build output. */
export function findPageFolder(): string {
  const besideTheProgram = fileURLToPath(new URL('../renderer', import.meta.url));
  if (existsSync(besideTheProgram)) return besideTheProgram;
  return fileURLToPath(new URL('../../../out/renderer', import.meta.url));
}
