import { projectPath } from './import-target.ts';
import { ROOT, type RuleContext } from './rule.ts';
import { wordFault } from './words.ts';

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
const MIGRATION = /^cloud-api\/src\/db\/migrations\/(\d+)/;
/** Migrations up to this one have been applied somewhere and stay as they are. */
const LAST_APPLIED = '202611220600';
const NEW_TABLE = /\b(?:create table(?: if not exists)?|rename to)\s+"?(\w+)/gi;

/**
 * `washdesk/words` keeps words that the code has replaced by standard terms out of names that others read: file names, exported
 * names, tables (in SQL and in the interface of the database) and routes of contracts.
 */
export const words = {
  create(context: RuleContext<AnyNode>) {
    const file = projectPath(ROOT, context.filename);
    if ((MIGRATION.exec(file)?.[1] ?? LAST_APPLIED + 1) <= LAST_APPLIED) return {};
    const check = (node: AnyNode, kind: string, name: unknown): void => {
      const fault = typeof name === 'string' ? wordFault(name) : null;
      if (fault) context.report({ node, message: `[${kind}] ${fault}` });
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
};

function exportedNames({ declaration, specifiers = [] }: ExportNode): (string | undefined)[] {
  const variables = declaration?.declarations?.flatMap(({ id }) => patternNames(id)) ?? [];
  return [declaration?.id?.name, ...variables, ...specifiers.map(({ exported }) => exported.name)];
}

/** `const { a, b } = …` has two names. */
function patternNames({ name, properties = [] }: Pattern): (string | undefined)[] {
  return [name, ...properties.flatMap(({ value }) => (value ? patternNames(value) : []))];
}
