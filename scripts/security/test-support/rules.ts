/** What our code never does, found in its syntax. Each rule answers with sentences; none is good. */
import { isConstantText } from './constant-text.ts';
import { describeCall, isNode, nameOf, visit, type Module, type SyntaxNode } from './syntax.ts';

const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate']);
const SHELLS = new Set(['exec', 'execSync']);
const MARKUP = new Set(['innerHTML', 'outerHTML', 'srcdoc', 'dangerouslySetInnerHTML']);
const MARKUP_CALLS = new Set(['insertAdjacentHTML', 'createContextualFragment', 'parseFromString']);

/** Code made of text while the program runs. */
export function dynamicCode({ file, program }: Module): readonly string[] {
  const found: string[] = [];
  visit(program, (node) => {
    const callee = nameOf(node['callee']);
    if (node.type === 'CallExpression' && (callee === 'eval' || callee === 'Function')) {
      found.push(`${file}: ${callee}`);
    }
    if (node.type === 'NewExpression' && callee === 'Function') found.push(`${file}: new Function`);
    if (node.type === 'CallExpression' && TIMERS.has(callee ?? '')) {
      const [first] = node['arguments'] as readonly SyntaxNode[];
      if (first?.type === 'Literal' || first?.type === 'TemplateLiteral')
        found.push(`${file}: ${callee} of a text`);
    }
    if (/^(node:)?vm$/.test(importedFrom(node) ?? '')) found.push(`${file}: vm`);
  });
  return found;
}

/** Other programs started, and how: through a shell never. */
export function startedPrograms({ file, program }: Module): {
  readonly starts: boolean;
  readonly throughShell: readonly string[];
} {
  let starts = false;
  const throughShell: string[] = [];
  visit(program, (node) => {
    if (/^(node:)?child_process$/.test(importedFrom(node) ?? '')) {
      starts = true;
      const names = node['specifiers'] as readonly SyntaxNode[] | undefined;
      if (names === undefined) throughShell.push(`${file}: everything`); // whatever is taken of it
      for (const each of names ?? []) {
        const name = nameOf(each['imported']) ?? 'everything';
        if (SHELLS.has(name) || name === 'everything') throughShell.push(`${file}: ${name}`);
      }
    }
    if (node.type === 'Property' && nameOf(node['key']) === 'shell') {
      const { value } = node as { readonly value?: SyntaxNode };
      if (value?.['value'] !== false) throughShell.push(`${file}: shell`);
    }
  });
  return { starts, throughShell: starts ? throughShell : [] }; // `shell` has other meanings elsewhere
}

/** SQL that could hold anything but what stands in the code. */
export function openSql(module: Module): readonly string[] {
  const found: string[] = [];
  visit(module.program, (node) => {
    if (node.type !== 'CallExpression' || !isStatement(node['callee'])) return;
    const [text] = node['arguments'] as readonly unknown[];
    if (!isConstantText(text, module)) found.push(`${module.file}: ${describeCall(node)}`);
  });
  return found;
}

/** `db.prepare`, `db.exec`, `db.pragma`; an account prepares too, and a regular expression has an `exec`. */
function isStatement(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false;
  const isDatabase = /^(db|database|connection)$/.test(nameOf(callee['object']) ?? '');
  return isDatabase && /^(prepare|pragma|exec)$/.test(nameOf(callee['property']) ?? '');
}

/** Markup made of text. */
export function textAsMarkup({ file, program }: Module): readonly string[] {
  const found: string[] = [];
  visit(program, (node) => {
    const attribute = node.type === 'JSXAttribute' ? nameOf(node['name']) : null;
    if (MARKUP.has(attribute ?? '')) found.push(`${file}: ${attribute}`);
    if (node.type === 'AssignmentExpression') {
      const left = node['left'] as SyntaxNode;
      const name = left.type === 'MemberExpression' ? nameOf(left['property']) : null;
      if (MARKUP.has(name ?? '')) found.push(`${file}: ${name}`);
    }
    if (node.type === 'CallExpression') {
      const callee = node['callee'] as SyntaxNode;
      const name = callee.type === 'MemberExpression' ? (nameOf(callee['property']) ?? '') : '';
      const writes = /^write(ln)?$/.test(name) && nameOf(callee['object']) === 'document';
      if (MARKUP_CALLS.has(name) || writes) found.push(`${file}: ${name}`);
    }
  });
  return found;
}

/** Checks of TLS or of HTTP relaxed. */
export function relaxedChecks({ file, program }: Module): readonly string[] {
  const found: string[] = [];
  visit(program, (node) => {
    const name = node.type === 'Property' ? nameOf(node['key']) : null;
    const { value } = node as { readonly value?: SyntaxNode };
    if (name === 'rejectUnauthorized' && value?.['value'] !== true) found.push(`${file}: ${name}`);
    if (name === 'insecureHTTPParser' && value?.['value'] !== false) found.push(`${file}: ${name}`);
    if (name === 'checkServerIdentity') found.push(`${file}: ${name}`);
  });
  return found;
}

function importedFrom(node: SyntaxNode): string | null {
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') {
    return nameOf(node['source']);
  }
  if (node.type !== 'CallExpression') return null;
  const { callee } = node as { readonly callee?: unknown };
  const member = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : callee;
  const isRequire = /^(require|getBuiltinModule)$/.test(nameOf(member) ?? '');
  return isRequire ? nameOf((node['arguments'] as readonly unknown[])[0]) : null;
}
