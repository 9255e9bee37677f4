import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../../cloud-api/src');

/** Returns the tables that a file adds to the type of the database. Views are read like tables, and store nothing. */
function tablesIn(text: string): string[] {
  const block = /interface Database \{\n([\s\S]*?)\n {2}\}/.exec(text)?.[1] ?? '';
  return [...block.matchAll(/^ {4}(\w+):/gm)].map(([, table]) => table ?? '').filter((table) => table !== 'whole_audit');
}

it('each table is declared as personal or not in the file of its type (docs/rules/privacy.md#a-new-table)', async () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const missing: string[] = [];
  for (const file of files) {
    const tables = tablesIn(readFileSync(path.join(source, file), 'utf8'));
    if (tables.length === 0) continue;
    const { personalData = {} } = (await import(path.join(source, file))) as { personalData?: object };
    missing.push(...tables.filter((table) => !(table in personalData)).map((table) => `${file}: ${table}`));
  }
  expect(missing).toEqual([]);
});
