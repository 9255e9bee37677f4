import path from 'node:path';

/** The part of oxlint's rule interface (ESLint's) that our own rules use. */
export interface RuleContext<Node> {
  readonly filename: string;
  report(problem: { node: Node; message: string }): void;
}

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Tests may use simulators, real services and the system's clock; these rules bind the product. */
export const TEST_FILE = /\.test\.tsx?$|\/test-[^/]+\.tsx?$/;
