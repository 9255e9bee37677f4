import { readFileSync } from 'node:fs';
import ts from '@typescript/typescript6';

export interface SdkCall {
  method: string;
  path: string;
}

/**
 * Returns the HTTP method and path of each method of a resource class, by `Class.method`. Only the SDK's JavaScript contains them: `return
 * this._makeRequest('GET', `/v1/customers/${encodeURIComponent(id)}`, params, options)`.
 */
export function readCalls(file: string): Map<string, SdkCall> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
  const calls = new Map<string, SdkCall>();
  for (const statement of source.statements) {
    if (!ts.isClassDeclaration(statement)) continue;
    for (const member of statement.members) {
      if (!ts.isMethodDeclaration(member) || !ts.isIdentifier(member.name)) continue;
      const call = firstCall(member);
      if (call) calls.set(`${statement.name?.text}.${member.name.text}`, call);
    }
  }
  return calls;
}

function firstCall(node: ts.Node): SdkCall | undefined {
  return (ts.isCallExpression(node) ? callOf(node) : undefined) ?? ts.forEachChild(node, firstCall);
}

function callOf({ expression, arguments: [method, path] }: ts.CallExpression): SdkCall | undefined {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== '_makeRequest') return undefined;
  if (!method || !ts.isStringLiteralLike(method) || !path) return undefined;
  if (ts.isStringLiteralLike(path)) return { method: method.text, path: path.text };
  if (!ts.isTemplateExpression(path)) return undefined;
  const rest = path.templateSpans.map(({ expression: inserted, literal }) => `{${parameterName(inserted)}}${literal.text}`);
  return { method: method.text, path: `${path.head.text}${rest.join('')}` };
}

/** Returns the parameter name of `encodeURIComponent(id)`, which is written as `{id}`. */
function parameterName(inserted: ts.Expression): string {
  const [argument] = ts.isCallExpression(inserted) ? inserted.arguments : [];
  return argument && ts.isIdentifier(argument) ? argument.text : 'id';
}
