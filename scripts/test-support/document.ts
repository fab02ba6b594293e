/** Finds in a Markdown document what can be checked: paths, scripts, links and commands. Pure text work. */
import { headingAnchor } from '../../src-shared/model/text/heading-anchor.ts';

export interface Link {
  /** Empty for a link inside the document. */
  readonly target: string;
  readonly anchor: string | null;
}

/** Words of a command after `labseal`, with alternatives: [["project"], ["list", "show"]], and its options. */
export interface LabsealCommand {
  readonly words: readonly (readonly string[])[];
  readonly options: readonly string[];
}

const FENCE = /^```[^\n]*\n([\s\S]*?)^```/gm;
const SPAN = /`([^`\n]+)`/g;
const OWN_PATH =
  /^(?:\.\/)?((?:src-(?:main|mock|renderer|shared)|scripts|docs|bin|e2e|bench|out|\.ci)(?:\/[\w.@*{},-]+)*\/?|[\w-]+(?:\.[\w-]+)*\.(?:md|json|ts|mjs|yml))$/;
const LABSEAL = /(?:^|[\s/])labseal((?: +(?:[a-z][a-z|\\-]*|--[a-z][a-z-]*|[^\s|`;&]+))*)/g;

function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(FENCE)].map(([, code = '']) => code);
  const prose = text.replaceAll(FENCE, '');
  return [...blocks, ...[...prose.matchAll(SPAN)].map(([, code = '']) => code)];
}

/** Paths of this repository in code spans and blocks, each once; `*` and `{a,b}` are left as they are. */
export function findPaths(text: string): readonly string[] {
  const words = codeIn(text).flatMap((code) => code.split(/[\s=()'"]+/));
  const paths = words.flatMap((word) => OWN_PATH.exec(word.replace(/[,;:]$/, ''))?.[1] ?? []);
  return [...new Set(paths)];
}

/** Scripts named by `npm run x`, and by `npm test` and `npm start`, each once. */
export function findScripts(text: string): readonly string[] {
  const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)];
  return [...new Set(named.map(([, run, short]) => run ?? short ?? ''))];
}

/** Links to other files of the repository and to headings; links into the web are not ours to check. */
export function findLinks(text: string): readonly Link[] {
  const prose = text.replaceAll(FENCE, '').replaceAll(SPAN, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^[a-z]+:/.test(address))
    .map((address) => {
      const [target = '', anchor] = address.split('#');
      return { target, anchor: anchor ?? null };
    });
}

/** The anchors of a document's headings, made as the usual Markdown hosts make them. */
export function headingAnchors(text: string): ReadonlySet<string> {
  const headings = [...text.replaceAll(FENCE, '').matchAll(/^#{1,6} (.+)$/gm)];
  return new Set(headings.map(([, heading = '']) => headingAnchor(heading)));
}

/** What stands after `labseal` in code: lower-case words are commands, `--x` are options, the rest are values. */
export function findLabsealCommands(text: string): readonly LabsealCommand[] {
  const lines = codeIn(text).flatMap((code) => code.split('\n'));
  return lines
    .filter((line) => !/^\s*#/.test(line))
    .flatMap((line) => Array.from(line.matchAll(LABSEAL), ([, rest = '']) => rest))
    .map((rest) => rest.trim().split(/\s+/).filter(Boolean))
    .map((parts) => {
      const end = parts.findIndex((part) => !/^[a-z][a-z-]*(\\?\|[a-z][a-z-]*)*$/.test(part));
      const words = parts.slice(0, end === -1 ? parts.length : end);
      const options = parts.flatMap((part) => /^\[?(--[a-z][a-z-]*)/.exec(part)?.[1] ?? []);
      return { words: words.map((word) => word.split(/\\?\|/)), options };
    });
}
