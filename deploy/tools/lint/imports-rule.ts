import { brokenRow } from './import-table.ts';
import { projectPath, importTarget } from './import-target.ts';
import { ROOT, type RuleContext } from './rule.ts';

interface ImportNode {
  /** Set for `import type` and `export type`. */
  readonly importKind?: 'type' | 'value';
  readonly exportKind?: 'type' | 'value';
  readonly source: { readonly value?: unknown } | null;
}

/**
 * `washdesk/imports` enforces the table of allowed imports. oxlint's no-restricted-imports compares an import's text; `../search/x.ts` is a
 * neighbor in one folder and another feature in the next, so paths are resolved here.
 */
export const imports = {
  create(context: RuleContext<ImportNode>) {
    const file = projectPath(ROOT, context.filename);
    const check = (node: ImportNode): void => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string') return;
      const target = importTarget(file, specifier);
      const row = brokenRow(file, target, (node.importKind ?? node.exportKind) === 'type');
      if (row) context.report({ node, message: `[${row.name}] ${file} may not import ${target}; see deploy/tools/lint/import-table.ts.` });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check };
  },
};
