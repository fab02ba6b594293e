/** The syntax trees of our own code, for rules about security that no linter of ours knows. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string };

/** One file of code with its tree. */
export interface Module {
  /** From the top of the repository, with forward slashes. */
  readonly file: string;
  readonly program: SyntaxNode;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const NOT_SHIPPED = /\.(test|spec|contract|d)\.tsx?$|(^|\/)test-support\//;
const known = new Map<string, Module>();

/** What is built of these folders: no tests, no helpers of tests. */
export function shippedModules(...folders: readonly string[]): readonly Module[] {
  const files = folders.flatMap((folder) => fs.globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }));
  return files
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !NOT_SHIPPED.test(file))
    .map(readModule);
}

/** Each file is parsed once. */
export function readModule(file: string): Module {
  const before = known.get(file);
  if (before !== undefined) return before;
  const module = parseModule(file, fs.readFileSync(path.join(root, file), 'utf8'));
  known.set(file, module);
  return module;
}

/** Of a text that lies nowhere; a test plants with it. */
export function parseModule(file: string, source: string): Module {
  return { file, program: parseSync(file, source).program as unknown as SyntaxNode };
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Every node below, with those above it, the nearest last. */
export function visit(
  node: unknown,
  see: (node: SyntaxNode, above: readonly SyntaxNode[]) => void,
  above: readonly SyntaxNode[] = [],
): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, see, above);
  } else if (isNode(node)) {
    see(node, above);
    const inner = [...above, node];
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'type' && typeof value === 'object') visit(value, see, inner);
    }
  }
}

/** The name of an identifier, of a property or of a text that names one; null for what is computed. */
export function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node['name']);
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;
}

/** "file:line" needs the source; the file and what was found are enough to find it again. */
export function describeCall(node: SyntaxNode): string {
  const { callee } = node as { readonly callee?: SyntaxNode };
  if (callee?.type === 'MemberExpression') return nameOf(callee['property']) ?? 'computed call';
  return nameOf(callee) ?? 'call';
}
