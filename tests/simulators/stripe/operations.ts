import type { Operation } from './operation.ts';
import { customerOperations } from './resources/customers.ts';
import { paymentOperations } from './resources/payments.ts';
import { productOperations } from './resources/products.ts';
import { subscriptionOperations } from './resources/subscriptions.ts';
import { terminalOperations } from './resources/terminal.ts';

/** All that the stand-in can do. */
export const operations: readonly Operation[] = [
  ...customerOperations,
  ...productOperations,
  ...subscriptionOperations,
  ...paymentOperations,
  ...terminalOperations,
];

export interface Match {
  operation: Operation;
  path: Record<string, string>;
}

/** The operation of a method and a path, with the values of the path's parameters. */
export function findOperation(method: string, pathname: string): Match | undefined {
  for (const operation of operations) {
    if (operation.method !== method) continue;
    const path = matchPath(operation.path, pathname);
    if (path) return { operation, path };
  }
  return undefined;
}

function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const actual = pathname.split('/');
  if (expected.length !== actual.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const given = actual[index] ?? '';
    if (part.startsWith(':') && given !== '') values[part.slice(1)] = given;
    else if (part !== given) return undefined;
  }
  return values;
}
