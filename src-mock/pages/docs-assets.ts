/** The files behind the interactive reference. All are served from here, so that reading it asks no other machine. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Asset {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/**
 * Runs in the browser, where the page allows no inline script. `validatorUrl: null`: the document goes to nobody. Form
 * parts left empty are not sent: a primary file must not carry the parts of a secondary one, not even empty.
 */
const START_SCRIPT = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
const withoutEmptyParts = (request) => {
  if (request.body instanceof FormData) {
    for (const [name, value] of [...request.body]) if (value === '') request.body.delete(name);
  }
  return request;
};
SwaggerUIBundle({
  url: document.currentScript.dataset.document,
  dom_id: '#reference',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: withoutEmptyParts,
  queryConfigEnabled: false,
  persistAuthorization: false,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`;

function fromSwaggerUi(fileName: string, mediaType: string): Asset {
  const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${fileName}`));
  return { mediaType, bytes: readFileSync(path) };
}

const makers: Readonly<Record<string, () => Asset>> = {
  'swagger-ui.css': () => fromSwaggerUi('swagger-ui.css', STYLE),
  'swagger-ui-bundle.js': () => fromSwaggerUi('swagger-ui-bundle.js', SCRIPT),
  'start.js': () => ({ mediaType: SCRIPT, bytes: Buffer.from(START_SCRIPT) }),
};

const kept = new Map<string, Asset>();

/** Null for a name that is not one of the reference's files; no path is ever made from it. */
export function docsAsset(name: string): Asset | null {
  const maker = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (maker === undefined) return null;
  const asset = kept.get(name) ?? maker();
  kept.set(name, asset);
  return asset;
}
