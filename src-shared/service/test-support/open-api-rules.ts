/**
 * The rules of OpenAPI 3.1 that a document of ours could break, checked from the specification's text and not from the
 * code that makes the document. Gives findings in words; an empty list means that none was found.
 */

type Node = Readonly<Record<string, unknown>>;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const METHODS = words('get put post delete options head patch trace');
const ROOT_FIELDS = words(
  'openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs',
);
const JSON_TYPES = words('null boolean object array number string integer');
/** Keywords of JSON Schema 2020-12, and those OpenAPI adds to it, that our schemas may use. */
const KEYWORDS = words(
  '$ref $defs type enum const format title description default examples deprecated readOnly writeOnly ' +
    'multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems ' +
    'uniqueItems prefixItems items contains maxProperties minProperties required dependentRequired properties ' +
    'patternProperties additionalProperties propertyNames allOf anyOf oneOf not if then else contentEncoding ' +
    'contentMediaType contentSchema unevaluatedProperties discriminator',
);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const wordsIn = (list: unknown): readonly unknown[] => [list ?? []].flat();
const nodesIn = (list: unknown): readonly Node[] => wordsIn(list).filter(isNode);
const repeats = (list: readonly unknown[]): boolean => new Set(list).size < list.length;

/** Follows a JSON pointer; undefined when it leads nowhere. */
function follow(document: Node, pointer: string): unknown {
  const [root, ...tokens] = pointer.split('/').map((token) => decodeURIComponent(token));
  return tokens
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, token) => nodeOf(value)[token], root === '#' ? document : undefined);
}

/** All references of the document, wherever they are. */
function referenceFindings(document: Node, value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => referenceFindings(document, each, at));
  const node = nodeOf(value);
  const references = [node['$ref'] ?? [], Object.values(nodeOf(node['mapping']))].flat();
  return [
    ...references
      .filter((each) => typeof each !== 'string' || follow(document, each) === undefined)
      .map((each) => `${at} refers to ${JSON.stringify(each)}, which is not there`),
    ...Object.entries(node).flatMap(([key, child]) =>
      referenceFindings(document, child, `${at}/${key}`),
    ),
  ];
}

function schemaFindings(schema: unknown, at: string): string[] {
  if (typeof schema === 'boolean') return [];
  if (!isNode(schema)) return [`${at} is no schema`];
  const properties = nodeOf(schema['properties']);
  const parts = ['items', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf'];
  if (typeof schema['pattern'] === 'string') RegExp(schema['pattern'], 'u');
  return [
    ...Object.keys(schema)
      .filter((keyword) => !KEYWORDS.has(keyword))
      .map((keyword) => `${at} has the unknown keyword ${keyword}`),
    ...wordsIn(schema['type'])
      .filter((type) => !JSON_TYPES.has(String(type)))
      .map((type) => `${at} has the unknown type ${String(type)}`),
    ...wordsIn(schema['required'])
      .filter((name) => !Object.hasOwn(properties, String(name)))
      .map((name) => `${at} requires ${String(name)}, which it does not describe`),
    ...[...Object.values(properties), ...parts.flatMap((part) => schema[part] ?? [])].flatMap(
      (child) => schemaFindings(child, `${at} > ${JSON.stringify(child).slice(0, 40)}`),
    ),
  ];
}

function contentFindings(holder: Node, at: string): string[] {
  const content = Object.entries(nodeOf(holder['content']));
  if (content.length === 0) return [`${at} has no content`];
  return content.flatMap(([mediaType, media]) =>
    /^[\w.+-]+\/[\w.+-]+$/.test(mediaType)
      ? schemaFindings(nodeOf(media)['schema'], `${at}/${mediaType}`)
      : [`${at} has the malformed media type ${mediaType}`],
  );
}

function operationFindings(document: Node, path: string, method: string, item: Node): string[] {
  const at = `${method} ${path}`;
  const operation = nodeOf(item[method]);
  const findings: string[] = [];
  const check = (holds: boolean, finding: string) => {
    if (!holds) findings.push(`${at} ${finding}`);
  };
  check(METHODS.has(method), 'is no method');
  const parameters = nodesIn(operation['parameters']);
  findings.push(...parameters.flatMap((parameter) => schemaFindings(parameter['schema'], at)));
  const places = parameters.map(({ in: place, name }) => `${String(place)} ${String(name)}`);
  check(!repeats(places), 'declares a parameter twice');
  const inPath = parameters.filter((parameter) => parameter['in'] === 'path');
  const declared = inPath.map(({ name }) => `{${String(name)}}`).toSorted();
  const templated = (path.match(/\{[^{}]+\}/g) ?? []).toSorted();
  check(declared.join() === templated.join(), `declares ${declared.join()}`);
  check(!inPath.some(({ required }) => required !== true), 'has an optional path parameter');
  const tags = new Set(nodesIn(document['tags']).map(({ name }) => name));
  check(!wordsIn(operation['tags']).some((tag) => !tags.has(tag)), 'has an unknown tag');
  const schemes = nodeOf(nodeOf(document['components'])['securitySchemes']);
  const needed = nodesIn(operation['security']).flatMap((each) => Object.keys(each));
  check(!needed.some((scheme) => !(scheme in schemes)), 'needs an unknown scheme');
  if (isNode(operation['requestBody'])) {
    check(method !== 'get' && method !== 'delete', 'has a body');
    findings.push(...contentFindings(operation['requestBody'], at));
  }
  const responses = Object.entries(nodeOf(operation['responses']));
  check(
    responses.some(([status]) => /^2\d\d$/.test(status)),
    'never succeeds',
  );
  for (const [status, response] of responses) {
    check(/^([1-5]\d\d|default)$/.test(status), `has the status ${status}`);
    if (!isNode(response) || '$ref' in response) continue;
    check(typeof response['description'] === 'string', `does not describe ${status}`);
    if ('content' in response) findings.push(...contentFindings(response, `${at} ${status}`));
  }
  return findings;
}

/** What is wrong with the document. */
export function openApiFindings(document: object): readonly string[] {
  const root = { ...document } as Node;
  const items = Object.entries(nodeOf(root['paths'])).map(
    ([path, item]) => [path, nodeOf(item)] as const,
  );
  const operationIds = items.flatMap(([, item]) =>
    Object.values(item).map((operation) => nodeOf(operation)['operationId']),
  );
  const { title, version } = nodeOf(root['info']);
  const rules: readonly (readonly [boolean, string])[] = [
    [/^3\.1\.\d+$/.test(String(root['openapi'])), 'it is no OpenAPI 3.1'],
    [Object.keys(root).every((field) => ROOT_FIELDS.has(field)), 'the root has an unknown field'],
    [typeof title === 'string' && typeof version === 'string', 'info is incomplete'],
    [items.every(([path]) => path.startsWith('/')), 'a path does not begin with a slash'],
    [
      !repeats(items.map(([path]) => path.replaceAll(/\{[^{}]+\}/g, '{}'))),
      'two paths differ in names only',
    ],
    [!repeats(operationIds), 'two operations share an operationId'],
  ];
  return [
    ...rules.filter(([holds]) => !holds).map(([, finding]) => finding),
    ...referenceFindings(root, root, '#'),
    ...items.flatMap(([path, item]) =>
      Object.keys(item).flatMap((method) => operationFindings(root, path, method, item)),
    ),
    ...Object.entries(nodeOf(nodeOf(root['components'])['schemas'])).flatMap(([name, schema]) =>
      schemaFindings(schema, `schema ${name}`),
    ),
  ];
}
