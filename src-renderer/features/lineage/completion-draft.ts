/** What a person has said so far about how files were made, and what that comes to. Pure. */
import type { LackingFile, LackingFiles } from '../../../src-shared/bridge/lineage-calls.ts';
import { readIds } from '../../../src-shared/model/lineage/citations.ts';
import {
  checkNames,
  checkRule,
  type CitationRule,
  citationsBy,
  type RuleFault,
} from '../../../src-shared/model/lineage/complete-provenance.ts';

export interface CompletionDraft {
  readonly pattern: string;
  /** One name in each line. */
  readonly primaries: string;
  /** Ids, separated by commas. */
  readonly procedures: string;
  readonly description: string;
  readonly labels: string;
  /** For each file, by slot, the id that was chosen between several. */
  readonly choices: Readonly<Record<string, readonly (string | null)[]>>;
}

export const NEW_COMPLETION: CompletionDraft = {
  pattern: '',
  primaries: '',
  procedures: '',
  description: '',
  labels: '',
  choices: {},
};

export function ruleOf(draft: CompletionDraft): CitationRule {
  const { pattern, primaries, procedures, description, labels } = draft;
  return {
    pattern: pattern.trim(),
    primaries: primaries
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    procedures: readIds(procedures),
    description: description.trim(),
    labels: labels.trim(),
  };
}

/** What to look for; null while the pattern cannot be followed. */
export function namesOf(
  draft: CompletionDraft,
): Pick<CitationRule, 'pattern' | 'primaries'> | null {
  const { pattern, primaries } = ruleOf(draft);
  return checkNames(ruleOf(draft)) === null ? { pattern, primaries } : null;
}

export function draftFault(draft: CompletionDraft): RuleFault | null {
  return checkRule(ruleOf(draft));
}

/** With a choice between several that fit, for one file. */
export function choose(
  draft: CompletionDraft,
  fileId: string,
  slot: number,
  id: string,
): CompletionDraft {
  const before = draft.choices[fileId] ?? [];
  const next = Array.from({ length: Math.max(before.length, slot + 1) }, (_, index) =>
    index === slot ? id : (before[index] ?? null),
  );
  return { ...draft, choices: { ...draft.choices, [fileId]: next } };
}

/** The files that are complete by now, none while the names are still looked for, with what sending them costs at most. */
export function planOf(draft: CompletionDraft, { names, files: lacking }: LackingFiles) {
  const rule = ruleOf(draft);
  const isAnswer = JSON.stringify(names) === JSON.stringify(namesOf(draft));
  const files: { fileId: string; primaries: readonly string[] }[] = [];
  let credits = 0;
  for (const { file, completion } of lacking) {
    const given =
      completion === null || !isAnswer
        ? null
        : citationsBy(rule, completion, draft.choices[file.id] ?? []);
    if (given === null) continue;
    files.push({ fileId: file.id, primaries: given.primaries });
    credits += file.credits;
  }
  return { files, credits };
}

const ORDER = ['several', 'none', 'vague', 'complete', 'no-match'];

/** Those that ask something of a person first. */
export function inOrder(lacking: readonly LackingFile[]): readonly LackingFile[] {
  return lacking.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ completion }: LackingFile): number {
  return ORDER.indexOf(completion?.verdict ?? 'no-match');
}

/** The one watched folder that all files lie in, as far as their rows say; null for several or none. */
export function commonFolder(lacking: readonly LackingFile[]): string | null {
  const [only, ...others] = new Set(lacking.map(({ file }) => file.folderId));
  return others.length === 0 ? (only ?? null) : null;
}

/** The name of a file at the end of its path, with either kind of slash. */
export function nameOf({ path }: { readonly path: string }): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
