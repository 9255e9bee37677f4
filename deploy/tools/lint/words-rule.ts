import { projectPath } from './import-target.ts';
import { ROOT, type RuleContext } from './rule.ts';
import { termFor } from './words.ts';

interface Named {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
}

interface Pattern extends Named {
  readonly properties?: readonly { readonly value?: Pattern }[];
}

interface ExportNode {
  readonly declaration?: { readonly id?: Named | null; readonly declarations?: readonly { readonly id: Pattern }[] } | null;
  readonly specifiers?: readonly { readonly exported: Named }[];
}

interface PropertyNode {
  readonly key: Named;
  readonly value: Named;
}

interface InterfaceNode {
  readonly id: Named;
  readonly body: { readonly body: readonly { readonly key?: Named }[] };
}

interface TextNode {
  readonly value: unknown;
}

type AnyNode = object;

const CONTRACTS = /^shared\/contracts\//;
const NEW_TABLE = /\b(?:create table(?: if not exists)?|rename to)\s+"?(\w+)/gi;

/**
 * Checks public names: file names, exported names, tables (in SQL and in the database's interface) and routes of contracts.
 * `washdesk/words` rejects a name for which the glossary has a term; `washdesk/word-advice` warns if the word may have another meaning.
 */
const checkNames = (advisory: boolean) => ({
  create(context: RuleContext<AnyNode>) {
    const file = projectPath(ROOT, context.filename);
    const check = (node: AnyNode, kind: string, name: unknown): void => {
      const found = typeof name === 'string' ? termFor(name) : null;
      if (found?.advisory === advisory) context.report({ node, message: `[${kind}] ${found.sentence}` });
    };
    const checkTables = (node: AnyNode, text: unknown): void => {
      if (typeof text !== 'string') return;
      for (const [, table] of text.matchAll(NEW_TABLE)) check(node, 'table', table);
    };
    return {
      Program(node: AnyNode): void {
        for (const part of file.replace(/\.\w+$/, '').split('/')) check(node, 'file', part);
      },
      ExportNamedDeclaration(node: ExportNode): void {
        for (const name of exportedNames(node)) check(node, 'export', name);
      },
      TSInterfaceDeclaration(node: InterfaceNode): void {
        if (node.id.name !== 'Database') return;
        for (const { key } of node.body.body) check(node, 'table', key?.name);
      },
      Property(node: PropertyNode): void {
        if (CONTRACTS.test(file) && node.key.name === 'path') check(node, 'route', node.value.value);
      },
      Literal: (node: TextNode): void => checkTables(node, node.value),
      TemplateElement: (node: { readonly value: { readonly cooked?: string | null } }): void => checkTables(node, node.value.cooked),
    };
  },
});

export const words = checkNames(false);
export const wordAdvice = checkNames(true);

function exportedNames({ declaration, specifiers = [] }: ExportNode): (string | undefined)[] {
  const variables = declaration?.declarations?.flatMap(({ id }) => patternNames(id)) ?? [];
  return [declaration?.id?.name, ...variables, ...specifiers.map(({ exported }) => exported.name)];
}

/** Returns the names of a pattern; `const { a, b } = …` has two. */
function patternNames({ name, properties = [] }: Pattern): (string | undefined)[] {
  return [name, ...properties.flatMap(({ value }) => (value ? patternNames(value) : []))];
}
