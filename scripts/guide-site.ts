/** `npm run guide`: writes the guide as a static site. `-- --out DIR`: there instead of into `out/guide`. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeGuideSite } from './guide-site/write-guide-site.ts';
import { tellUsage } from './tell-usage.mjs';

tellUsage(import.meta.url);
const { values } = parseArgs({ options: { out: { type: 'string', default: 'out/guide' } } });
const folder = path.resolve(values.out);
const files = await writeGuideSite(folder);
process.stdout.write(`${files.length} files in ${folder}; it begins with index.html\n`);
