import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importTable } from './import-table.ts';
import { ROOT } from './rule.ts';

interface Finding {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
}

const FIXTURES = 'deploy/tools/lint/fixtures';
const fixtures = globSync('**/*.{ts,tsx}', { cwd: path.join(ROOT, FIXTURES) }).map((file) => path.posix.join(FIXTURES, file));

/** The first line of a fixture names the rule that must reject it: `// must fail: washdesk(imports) [rules]`. */
function expected(file: string): string {
  return /^\/\/ must fail: (.+)$/m.exec(readFileSync(path.join(ROOT, file), 'utf8'))?.[1] ?? 'no expectation';
}

function lint(): Promise<Finding[]> {
  const oxlint = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '-c', 'deploy/tools/lint/fixtures.oxlintrc.json', '-f', 'json', FIXTURES];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      if (stdout === '') reject(error ?? new Error(stderr));
      else resolve((JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics);
    });
  });
}

describe('lint', () => {
  let findings: Finding[];
  beforeAll(async () => {
    findings = await lint();
  });

  it.each(fixtures)('refuses %s for the rule it names', (file) => {
    const named = findings.filter((finding) => finding.filename === file).map((finding) => `${finding.code} ${finding.message}`);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(name).toContain(expected(file));
  });

  it.each(importTable.map((row) => row.name))('has a failing fixture for the row %s of the import table', (name) => {
    expect(fixtures.map(expected)).toContain(`washdesk(imports) [${name}]`);
  });
});
