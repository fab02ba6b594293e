/**
 * A rule of the linter: the name of a module that exports one value shares a word with it, or with a type beside it, so that
 * who looks for the one finds the other. Of several values the module names what they have in common.
 */
import path from 'node:path';

const SHARED_LETTERS = 4; // "insertion" is found in insert-files.ts

type Named = Readonly<{ type: string; name?: string }>;
type Declaration = Readonly<{
  type: string;
  id?: Named | null;
  declarations?: readonly Readonly<{ id: Named }>[];
}>;
type Export = Readonly<{
  exportKind?: string;
  declaration?: Declaration | null;
  specifiers: readonly Readonly<{ exported: Named; exportKind?: string }>[];
}>;

interface RuleContext {
  readonly filename: string;
  report(found: { readonly node: unknown; readonly message: string }): void;
}

const calledAfterExport = {
  create(context: RuleContext) {
    const values = new Set<string>();
    const types = new Set<string>();
    return {
      ExportNamedDeclaration(node: Export) {
        for (const { name = '', isType } of exportsOf(node)) (isType ? types : values).add(name);
      },
      'Program:exit'(node: unknown) {
        const [name, ...more] = values;
        const module = path.parse(context.filename).name;
        if (name === undefined || more.length > 0 || module === 'index') return;
        if ([name, ...types].some((each) => sharesWord(module, each))) return;
        context.report({ node, message: `${module} exports ${name} alone: call it after that` });
      },
    };
  },
};

function exportsOf({ exportKind, declaration, specifiers }: Export) {
  const isType = exportKind === 'type' || /^TS(Interface|TypeAlias)/.test(declaration?.type ?? '');
  const declared = [declaration?.id, ...(declaration?.declarations ?? []).map(({ id }) => id)];
  return [
    ...declared.flatMap((id) => (id == null ? [] : [{ name: id.name, isType }])),
    ...specifiers.map((each) => ({
      name: each.exported.name,
      isType: isType || each.exportKind === 'type',
    })),
  ];
}

function sharesWord(one: string, other: string): boolean {
  return wordsOf(one).some((word) => wordsOf(other).some((also) => isSame(word, also)));
}

function wordsOf(name: string): readonly string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)?.map((word) => word.toLowerCase()) ?? [];
}

/** Whether they are forms of one word, as far as their beginnings tell. */
function isSame(word: string, other: string): boolean {
  const letters = Math.min(SHARED_LETTERS, word.length, other.length);
  return word.slice(0, letters) === other.slice(0, letters);
}

export default { meta: { name: 'labseal' }, rules: { 'called-after-export': calledAfterExport } };
