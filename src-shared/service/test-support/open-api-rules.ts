/**
 * The rules of OpenAPI 3.1 that a document of ours could break, checked from the specification's text and not from the
 * code that makes the document. Gives findings in words; an empty list means that none was found.
 */

type Node = Record<string, unknown>;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const METHODS = wordSet('get put post delete options head patch trace');
const ROOT_FIELDS = wordSet(
  'openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs',
);
const JSON_TYPES = wordSet('null boolean object array number string integer');
/** Keywords of JSON Schema 2020-12, and those OpenAPI adds to it, that our schemas may use. */
const KEYWORDS = wordSet(
  '$ref $defs type enum const format title description default examples deprecated readOnly writeOnly ' +
    'multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems ' +
    'uniqueItems prefixItems items contains maxProperties minProperties required dependentRequired properties ' +
    'patternProperties additionalProperties propertyNames allOf anyOf oneOf not if then else contentEncoding ' +
    'contentMediaType contentSchema unevaluatedProperties discriminator',
);
const COMPONENT_NAME = /^[\w.-]+$/;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nodeAt(node: Node, key: string): Node {
  const value = node[key];
  return isNode(value) ? value : {};
}

/** A list of words, or one word; what is no word is written as JSON, so that it cannot pass for one. */
function wordsAt(node: Node, key: string): readonly string[] {
  return [node[key] ?? []]
    .flat()
    .map((word) => (typeof word === 'string' ? word : JSON.stringify(word)));
}

/** Follows a JSON pointer; undefined when it leads nowhere. */
function follow(document: Node, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, token) => (isNode(value) ? value[token] : undefined), document);
}

function everyNode(value: unknown, at: string, visit: (node: Node, at: string) => void): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) everyNode(item, `${at}/${index}`, visit);
  } else if (isNode(value)) {
    visit(value, at);
    for (const [key, child] of Object.entries(value)) everyNode(child, `${at}/${key}`, visit);
  }
}

function referenceFindings(document: Node): string[] {
  const findings: string[] = [];
  everyNode(document, '#', (node, at) => {
    const mapping = isNode(node['mapping']) ? Object.values(node['mapping']) : [];
    const references = '$ref' in node ? [node['$ref'], ...mapping] : mapping;
    for (const reference of references) {
      if (typeof reference !== 'string' || follow(document, reference) === undefined) {
        findings.push(`${at} refers to ${String(reference)}, which is not there`);
      }
    }
  });
  return findings;
}

function schemaFindings(schema: unknown, at: string): string[] {
  if (typeof schema === 'boolean') return [];
  if (!isNode(schema)) return [`${at} is no schema`];
  const findings = Object.keys(schema)
    .filter((keyword) => !KEYWORDS.has(keyword))
    .map((keyword) => `${at} has the unknown keyword ${keyword}`);
  if (!wordsAt(schema, 'type').every((type) => JSON_TYPES.has(type))) {
    findings.push(`${at} has an unknown type`);
  }
  const properties = nodeAt(schema, 'properties');
  for (const name of wordsAt(schema, 'required')) {
    if (!Object.hasOwn(properties, name)) {
      findings.push(`${at} requires ${name}, which it does not describe`);
    }
  }
  for (const bound of ['minLength', 'minItems', 'maxLength', 'maxItems']) {
    const value = schema[bound];
    if (value !== undefined && !(Number.isInteger(value) && Number(value) >= 0)) {
      findings.push(`${at} has a ${bound} that is no count`);
    }
  }
  if (schema['enum'] !== undefined && new Set([schema['enum']].flat()).size === 0) {
    findings.push(`${at} allows no value`);
  }
  if (typeof schema['pattern'] === 'string') RegExp(schema['pattern'], 'u');
  const children: [string, unknown][] = [
    ...Object.entries(properties),
    ...['items', 'additionalProperties', 'not']
      .filter((key) => key in schema)
      .map((key): [string, unknown] => [key, schema[key]]),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
      [schema[key] ?? []]
        .flat()
        .map((child, index): [string, unknown] => [`${key}/${index}`, child]),
    ),
  ];
  return [
    ...findings,
    ...children.flatMap(([key, child]) => schemaFindings(child, `${at}/${key}`)),
  ];
}

function contentFindings(holder: Node, at: string): string[] {
  const content = nodeAt(holder, 'content');
  if (Object.keys(content).length === 0) return [`${at} has no content`];
  return Object.entries(content).flatMap(([mediaType, media]) =>
    /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) && isNode(media)
      ? schemaFindings(media['schema'], `${at}/${mediaType}`)
      : [`${at} has the malformed media type ${mediaType}`],
  );
}

function parameterFindings(path: string, operation: Node, at: string): string[] {
  const parameters = [operation['parameters'] ?? []].flat().filter(isNode);
  const findings = parameters.flatMap((parameter) => schemaFindings(parameter['schema'], at));
  const places = parameters.map(({ in: place, name }) => `${String(place)} ${String(name)}`);
  if (new Set(places).size < places.length) findings.push(`${at} declares a parameter twice`);
  const inPath = parameters.filter((parameter) => parameter['in'] === 'path');
  const declared = inPath.map(({ name }) => String(name)).toSorted();
  const templated = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '').toSorted();
  if (declared.join() !== templated.join()) {
    findings.push(`${at} declares ${declared.join()} for the template ${templated.join()}`);
  }
  if (inPath.some((parameter) => parameter['required'] !== true)) {
    findings.push(`${at} has an optional path parameter`);
  }
  return findings;
}

function operationFindings(
  document: Node,
  path: string,
  method: string,
  operation: Node,
): string[] {
  const at = `${method} ${path}`;
  if (!METHODS.has(method)) return [`${at}: no such method`];
  const findings = parameterFindings(path, operation, at);
  const tags = [document['tags'] ?? []].flat().filter(isNode);
  for (const tag of wordsAt(operation, 'tags')) {
    if (!tags.some(({ name }) => name === tag)) findings.push(`${at} has the unknown tag ${tag}`);
  }
  if (isNode(operation['requestBody'])) {
    if (method === 'get' || method === 'delete') findings.push(`${at} has a body`);
    findings.push(...contentFindings(operation['requestBody'], at));
  }
  for (const requirement of [operation['security'] ?? []].flat().filter(isNode)) {
    for (const scheme of Object.keys(requirement)) {
      const known = nodeAt(nodeAt(document, 'components'), 'securitySchemes');
      if (!(scheme in known)) findings.push(`${at} needs the unknown scheme ${scheme}`);
    }
  }
  const responses = Object.entries(nodeAt(operation, 'responses'));
  if (!responses.some(([status]) => status.startsWith('2'))) findings.push(`${at} never succeeds`);
  for (const [status, response] of responses) {
    if (!/^([1-5]\d\d|default)$/.test(status)) findings.push(`${at} has the status ${status}`);
    if (!isNode(response) || '$ref' in response) continue;
    if (typeof response['description'] !== 'string')
      findings.push(`${at} ${status} is not described`);
    if ('content' in response) findings.push(...contentFindings(response, `${at} ${status}`));
  }
  return findings;
}

/** What is wrong with the document. */
export function openApiFindings(document: object): readonly string[] {
  const root = { ...document } as Node;
  const paths = nodeAt(root, 'paths');
  const components = nodeAt(root, 'components');
  const findings = referenceFindings(root);
  if (!/^3\.1\.\d+$/.test(String(root['openapi']))) findings.push('it is no OpenAPI 3.1');
  for (const field of Object.keys(root)) {
    if (!ROOT_FIELDS.has(field)) findings.push(`the root has the unknown field ${field}`);
  }
  const { title, version } = nodeAt(root, 'info');
  if (typeof title !== 'string' || typeof version !== 'string') findings.push('info is incomplete');
  for (const [path, item] of Object.entries(paths)) {
    if (!path.startsWith('/')) findings.push(`${path} does not begin with a slash`);
    for (const [method, operation] of Object.entries(isNode(item) ? item : {})) {
      findings.push(...operationFindings(root, path, method, isNode(operation) ? operation : {}));
    }
  }
  const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{[^{}]+\}/g, '{}'));
  if (new Set(shapes).size < shapes.length) findings.push('two paths differ in names only');
  const ids = Object.values(paths)
    .flatMap((item) => Object.values(isNode(item) ? item : {}))
    .map((operation) => (isNode(operation) ? operation['operationId'] : undefined));
  if (new Set(ids).size < ids.length) findings.push('two operations share an operationId');
  for (const [kind, named] of Object.entries(components)) {
    for (const name of Object.keys(isNode(named) ? named : {})) {
      if (!COMPONENT_NAME.test(name)) findings.push(`${kind} has the malformed name ${name}`);
    }
  }
  for (const [name, schema] of Object.entries(nodeAt(components, 'schemas'))) {
    findings.push(...schemaFindings(schema, `schema ${name}`));
  }
  return findings;
}
