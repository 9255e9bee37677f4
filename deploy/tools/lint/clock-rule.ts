import { projectPath } from './import-target.ts';
import { ROOT, TEST_FILE, type RuleContext } from './rule.ts';

interface NamedNode {
  readonly type: string;
  readonly name?: string;
}

interface CallNode {
  readonly callee: NamedNode & { readonly object?: NamedNode; readonly property?: NamedNode };
  readonly arguments: readonly unknown[];
}

const TIMELESS = /^(shared|cloud-api\/src\/features|site-agent\/src\/features|web\/src)\//;
const REMEDY = { web: 'use serverNow of web/src/lib/server-clock.ts', server: 'take the time from the clock port or as a parameter' };
/** Stands for the server, whose clock it is; and the one file that counts the time of a sleeping device. */
const EXEMPT = /^web\/src\/(testing\/|lib\/live\/sleep-clock\.ts$)/;

/**
 * `washdesk/clock`: rules and features get the time from the clock port (or as a parameter), so that one clock moves the whole company. The
 * app gets it from the server's responses, because a register's clock may be wrong.
 */
export const clock = {
  create(context: RuleContext<CallNode>) {
    const file = projectPath(ROOT, context.filename);
    if (!TIMELESS.test(file) || TEST_FILE.test(file) || EXEMPT.test(file)) return {};
    const refuse = (node: CallNode): void =>
      context.report({ node, message: `${file} reads the system's clock; ${REMEDY[file.startsWith('web/') ? 'web' : 'server']}.` });
    return {
      NewExpression(node: CallNode): void {
        if (node.callee.name === 'Date' && node.arguments.length === 0) refuse(node);
      },
      CallExpression(node: CallNode): void {
        if (node.callee.object?.name === 'Date' && node.callee.property?.name === 'now') refuse(node);
      },
    };
  },
};
