/**
 * Decides whether a text in the code can only ever be what stands in the code: literals, constants made of literals, and
 * parameters that are given nothing else. Careful: what it cannot follow it calls open.
 */
import path from 'node:path';
import { assertNever } from '../../../src-shared/model/result.ts';
import { isNode, nameOf, readModule, visit, type Module, type SyntaxNode } from './syntax.ts';

const WRAPPERS = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
]);
/** Methods whose result is made of the text or list they are called on, and of their arguments. */
const MADE_OF_BOTH = new Set([
  'concat',
  'filter',
  'join',
  'map',
  'replace',
  'replaceAll',
  'toLowerCase',
  'toUpperCase',
  'trim',
]);

/** Where the names of a file come from. */
type Origin =
  | { readonly is: 'constant'; readonly value: unknown }
  | { readonly is: 'import'; readonly name: string; readonly source: string }
  /** What stands at place `at` of every call of `called`, or of what the list `mappedOver` holds. */
  | { readonly is: 'parameter'; readonly called: string | null; readonly at: number }
  | { readonly is: 'element'; readonly mappedOver: unknown }
  | { readonly is: 'open' };

interface Names {
  readonly origins: ReadonlyMap<string, readonly Origin[]>;
  /** Arguments of every call of a name. */
  readonly calls: ReadonlyMap<string, readonly (readonly unknown[])[]>;
  /** What was found out; a name that is being looked into counts as constant until something else shows. */
  readonly verdicts: Map<string, boolean>;
}

const namesOfModules = new WeakMap<Module, Names>();

/** True when `node` can hold nothing that came from outside the code. */
export function isConstantText(node: unknown, module: Module): boolean {
  if (!isNode(node)) return false;
  const inner = (part: unknown) => isConstantText(part, module);
  const all = (parts: unknown) => (parts as readonly unknown[]).every(inner);
  if (WRAPPERS.has(node.type)) return inner(node['expression']);
  switch (node.type) {
    case 'Literal':
      return true;
    case 'TemplateLiteral':
      return all(node['expressions']);
    case 'TaggedTemplateExpression':
      return isRaw(node['tag']) && inner(node['quasi']);
    case 'BinaryExpression':
      return inner(node['left']) && inner(node['right']);
    case 'ConditionalExpression':
      return inner(node['consequent']) && inner(node['alternate']);
    case 'ArrayExpression':
      return all(node['elements']);
    case 'SpreadElement':
      return inner(node['argument']);
    case 'ObjectExpression':
      return (node['properties'] as readonly SyntaxNode[]).every(
        (property) => property.type === 'Property' && inner(property['value']),
      );
    case 'MemberExpression':
      return inner(node['object']); // whichever of them is taken
    case 'ArrowFunctionExpression':
      return isNode(node['body']) && node['body'].type !== 'BlockStatement' && inner(node['body']);
    case 'CallExpression':
      return inner(madeFrom(node['callee'])) && all(node['arguments']);
    case 'Identifier':
      return isConstantName(String(node['name']), module);
    default:
      return false;
  }
}

/** `String.raw`, which changes nothing but how backslashes are read. */
function isRaw(tag: unknown): boolean {
  return isNode(tag) && nameOf(tag['object']) === 'String' && nameOf(tag['property']) === 'raw';
}

/** What the result of a call is made of beside its arguments: a function of ours, or the text it is called on. */
function madeFrom(callee: unknown): unknown {
  if (!isNode(callee)) return null;
  if (callee.type !== 'MemberExpression') return callee;
  return MADE_OF_BOTH.has(nameOf(callee['property']) ?? '') ? callee['object'] : null;
}

/** Every declaration of this name in the file must be constant: which of them is meant is not looked into. */
function isConstantName(name: string, module: Module): boolean {
  const { origins, calls, verdicts } = namesOf(module);
  const before = verdicts.get(name);
  if (before !== undefined) return before;
  verdicts.set(name, true);
  const isConstant = (origin: Origin): boolean => {
    switch (origin.is) {
      case 'constant':
        return isConstantText(origin.value, module);
      case 'element':
        return isConstantText(origin.mappedOver, module);
      case 'import':
        return isConstantImport(origin, module);
      case 'parameter': {
        const given = calls.get(origin.called ?? '') ?? [];
        return given.length > 0 && given.every((all) => isConstantText(all[origin.at], module));
      }
      case 'open':
        return false;
      default:
        return assertNever(origin);
    }
  };
  const found = origins.get(name) ?? [];
  const verdict = found.length > 0 && found.every(isConstant);
  verdicts.set(name, verdict);
  return verdict;
}

function isConstantImport(
  { name, source }: Extract<Origin, { is: 'import' }>,
  { file }: Module,
): boolean {
  if (!source.startsWith('.')) return false;
  return isConstantName(name, readModule(path.posix.join(path.posix.dirname(file), source)));
}

/** Gathered once per file. */
function namesOf(module: Module): Names {
  const known = namesOfModules.get(module);
  if (known !== undefined) return known;
  const origins = new Map<string, Origin[]>();
  const calls = new Map<string, (readonly unknown[])[]>();
  const add = (name: string | null, origin: Origin) => {
    if (name !== null) origins.set(name, [...(origins.get(name) ?? []), origin]);
  };
  visit(module.program, (node, above) => {
    if (node.type === 'VariableDeclarator') {
      add(nameOf(node['id']), originOfVariable(node, above.at(-1), above.at(-2)));
    }
    if (node.type === 'ImportSpecifier') {
      const source = nameOf(above.at(-1)?.['source']) ?? '';
      add(nameOf(node['local']), { is: 'import', name: nameOf(node['imported']) ?? '', source });
    }
    if (node.type === 'CallExpression') {
      const name = nameOf(node['callee']);
      const given = node['arguments'] as readonly unknown[];
      if (name !== null) calls.set(name, [...(calls.get(name) ?? []), given]);
    }
    for (const [at, parameter] of parametersOf(node).entries()) {
      add(nameOf(parameter), originOfParameter(node, at, above.at(-1)));
    }
  });
  const names = { origins, calls, verdicts: new Map<string, boolean>() };
  namesOfModules.set(module, names);
  return names;
}

function parametersOf(node: SyntaxNode): readonly unknown[] {
  return /^(Arrow)?Function/.test(node.type) ? (node['params'] as readonly unknown[]) : [];
}

function originOfVariable(
  node: SyntaxNode,
  declaration?: SyntaxNode,
  statement?: SyntaxNode,
): Origin {
  if (declaration?.['kind'] !== 'const') return { is: 'open' };
  const isOfList = statement?.type === 'ForOfStatement' && statement['left'] === declaration;
  return isOfList
    ? { is: 'element', mappedOver: statement['right'] }
    : { is: 'constant', value: node['init'] };
}

function originOfParameter(declared: SyntaxNode, at: number, parent?: SyntaxNode): Origin {
  if (parent?.type !== 'CallExpression') {
    return { is: 'parameter', called: nameOf(declared['id']) ?? nameOf(parent?.['id']), at };
  }
  const callee = parent['callee'] as SyntaxNode;
  if (callee.type !== 'MemberExpression') return { is: 'open' };
  return { is: 'element', mappedOver: callee['object'] };
}
