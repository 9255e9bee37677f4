import path from 'node:path';

/** The part of oxlint's rule interface (ESLint's) that these rules use. */
export interface RuleContext<Node> {
  readonly filename: string;
  report(problem: { node: Node; message: string }): void;
}

export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Tests and test-only code: `x.test.ts`, `x.fixture.ts`, `x.samples.ts` and folders `testing/`. */
export const TEST_FILE = /\.(?:test|spec|fixture|samples)(?:\.tsx?)?$|\/testing\//;
