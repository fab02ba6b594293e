/** How windows of Electron are made, read from the syntax: every option is written out where the window is made. */
import { isNode, nameOf, visit, type Module, type SyntaxNode } from './syntax.ts';

const CONTENTS = /^(BrowserWindow|BrowserView|WebContentsView|WebContents)$/;
/** What each must say, whatever Electron's own choice is or becomes. */
const REQUIRED: Readonly<Record<string, boolean>> = {
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  experimentalFeatures: false,
  allowRunningInsecureContent: false,
};
/** Chosen per window, by value. */
const MAY_VARY: ReadonlySet<string> = new Set(['preload']);
const NEVER: ReadonlySet<string> = new Set([
  'enableBlinkFeatures',
  'disableBlinkFeatures',
  'additionalArguments',
  'nodeIntegrationInWorkers',
  'devTools',
  'session',
  'partition',
]);

/** Sentences about windows that are not as they must be, and how many windows there are. */
export function windowFaults({ file, program }: Module): {
  readonly windows: number;
  readonly faults: readonly string[];
} {
  const faults: string[] = [];
  let windows = 0;
  visit(program, (node) => {
    const isMade = node.type === 'NewExpression' && CONTENTS.test(constructorName(node));
    if (!isMade) return;
    windows += 1;
    if (constructorName(node) !== 'BrowserWindow') faults.push(`${file}: ${constructorName(node)}`);
    const [options] = node['arguments'] as readonly unknown[];
    const preferences = propertyOf(options, 'webPreferences');
    if (preferences === null) faults.push(`${file}: no webPreferences written out`);
    else faults.push(...preferenceFaults(preferences).map((fault) => `${file}: ${fault}`));
  });
  return { windows, faults };
}

function constructorName(node: SyntaxNode): string {
  const callee = node['callee'] as SyntaxNode;
  return nameOf(callee.type === 'MemberExpression' ? callee['property'] : callee) ?? '';
}

function preferenceFaults(preferences: SyntaxNode): readonly string[] {
  if (preferences.type !== 'ObjectExpression') return ['webPreferences come from elsewhere'];
  const properties = preferences['properties'] as readonly SyntaxNode[];
  const said = new Map<string, unknown>();
  const faults: string[] = [];
  for (const property of properties) {
    const name = property.type === 'Property' ? nameOf(property['key']) : null;
    const value = property['value'] as SyntaxNode | undefined;
    if (name === null || property['computed'] === true) faults.push('a spread or computed option');
    else if (NEVER.has(name)) faults.push(`${name} is set`);
    else if (said.has(name)) faults.push(`${name} is said twice`);
    else if (!MAY_VARY.has(name) && value?.type !== 'Literal') faults.push(`${name} is no literal`);
    if (name !== null) said.set(name, value?.['value']);
  }
  const different = Object.entries(REQUIRED).filter(([name, value]) => said.get(name) !== value);
  return [...faults, ...different.map(([name]) => `${name} is not ${String(REQUIRED[name])}`)];
}

function propertyOf(options: unknown, wanted: string): SyntaxNode | null {
  if (!isNode(options) || options.type !== 'ObjectExpression') return null;
  const properties = options['properties'] as readonly SyntaxNode[];
  const at = properties.findIndex((each) => nameOf(each['key']) === wanted);
  // What is spread behind it could replace it.
  const isReplaced = properties.slice(at + 1).some(({ type }) => type !== 'Property');
  return at < 0 || isReplaced ? null : (properties[at]?.['value'] as SyntaxNode);
}
