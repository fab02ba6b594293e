/** {base}/docs/client: what the reference of single operations does not say to somebody who writes a client. */
import { escapeHtml, linkHtml, pageShell } from './page-shell.ts';

/** A complete client for Node, without packages. Run by a test, so that what is shown works. */
export const OWN_CLIENT = `// node own-client.mjs http://127.0.0.1:4800 researcher@example.org PASSWORD FILE
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

const [service, email, password, file] = process.argv.slice(2);
let token = '';

async function ask(method, path, body) {
  const isForm = body instanceof FormData;
  const answer = await fetch(service + path, {
    method,
    headers: {
      ...(token === '' ? {} : { Authorization: \`Bearer \${token}\` }),
      ...(isForm || body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: isForm || body === undefined ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(\`\${method} \${path}: \${answer.status} \${await answer.text()}\`);
  return answer.json();
}

({ token } = await ask('POST', '/login', { email, password }));
const [project] = (await ask('GET', '/projects')).records;
const files = \`/private-files/project/\${project.id}\`;

const form = new FormData();
form.set('type', 'primary');
form.set('label', 'example');
form.set('uploaded', new Date().toISOString());
form.set('file', await openAsBlob(file), basename(file));
const { fileId } = await ask('POST', files, form); // one credit; never sent again without looking

let status = 'Pending';
while (status === 'Pending') {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { records } = await ask('GET', files); // a longer list has several pages
  status = records.find(({ id }) => id === fileId)?.status ?? 'Pending';
}
if (status !== 'Available') throw new Error(\`the file is \${status}\`);
const { FileHash } = await ask('GET', \`\${files}/files/\${fileId}/ipfs\`);
const certificate = await ask('GET', \`\${files}/files/\${fileId}/download/certificate?raw=true\`);
console.log(JSON.stringify({ fileId, FileHash, certificate }, null, 2));
`;

const LOST_ANSWER = `{"endpoint": "uploadPrivateFile", "times": 1, "do": {"kind": "drop", "at": "after-commit"}}`;

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const items = (...texts: readonly string[]) =>
  `<ul class="sheet">${texts.map((text) => `<li><p>${text}</p></li>`).join('')}</ul>`;

/** `baseUrl` without a slash at the end. */
export function ownClientPage(baseUrl: string): string {
  return pageShell(
    'Write your own client',
    `<h1>Write your own client</h1>
<p>The ${linkHtml('reference', `${baseUrl}/docs`)} describes each operation, ${linkHtml('as OpenAPI', `${baseUrl}/docs/openapi.json`)}
for programs. This page says what holds for all of them.</p>
<h2 class="part">A complete client</h2>
<p>It signs in, notarizes a file as private for one credit, waits, and prints fingerprint and certificate. Save it as
${code('own-client.mjs')}; Node 20 or newer runs it.</p>
<pre class="sheet words" tabindex="0" aria-label="A complete client"><code>${escapeHtml(OWN_CLIENT)}</code></pre>
<h2 class="part">Signing in</h2>
${items(
  `${code('POST /login')} gives a token for 24 hours, which goes into ${code('Authorization: Bearer …')}. Nothing renews it: after a 401, sign in again.`,
  'Whoever has the token is the person. Keep it out of logs and addresses, and never send it to another origin, such as that of a download link.',
)}
<h2 class="part">Money</h2>
${items(
  'A private file costs 1 credit, a public one its size in MB, an invitation 10, a project 50, a deletion 1.',
  'An upload has no key that makes it safe to repeat. When the answer is lost, the file may have been recorded and charged: read the list of the project, and the transactions, before anything is sent again. A record may appear late.',
  'An error is no proof that nothing was charged, a 5xx least of all.',
)}
<h2 class="part">Files</h2>
${items(
  `A form has ${code('file')}, ${code('type')}, ${code('label')} and ${code('uploaded')}; a primary file has none of the parts of a secondary one, not even empty.`,
  `A file is ${code('Pending')}, then ${code('Available')} or ${code('NotarizationError')}. Its certificate exists once it is available. Ask again with growing pauses.`,
  `How ${code('FileHash')} is made is not documented. Compare it with several fingerprints of your file before you call two contents different.`,
  'The largest file has 2.5 GB; a larger one gives 413. Upload the bytes as a stream.',
)}
<h2 class="part">Lists and errors</h2>
${items(
  `A list is ${code('{records, start, limit, totalRecords}')}. Read pages until you have ${code('totalRecords')}; what changed meanwhile shows on the next reading. ${code('start')} and ${code('limit')} that are no numbers give 400.`,
  `An error has ${code('{error: {statusCode, message}}')}, or ${code('{success: false, error: {code, message}}')}. Show the message; decide by the status.`,
  'Repeat reading after a 429, a 5xx or a lost connection, later each time. Repeat what costs something only after looking.',
  'Ids are opaque, and times are UTC. Accept fields that you do not know.',
)}
<h2 class="part">Trying what goes wrong</h2>
<p>This service can lose answers, answer late, or answer nonsense on purpose. After this rule the next upload is recorded and its
answer never arrives:</p>
<pre class="sheet words" tabindex="0" aria-label="A rule for a lost answer"><code>curl -X POST ${escapeHtml(baseUrl)}/__mock/faults -H 'Content-Type: application/json' -d '${escapeHtml(LOST_ANSWER)}'</code></pre>
<p>${code('GET /__mock/requests')} shows what your client sent, ${code('GET /__mock/ledger')} what was recorded and charged.</p>`,
  );
}
