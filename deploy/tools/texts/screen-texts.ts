import ts from '@typescript/typescript6';

/** A label, sentence or message in a source, as it appears on the screen; `{…}` is a placeholder for a value. */
export interface ScreenText {
  readonly line: number;
  readonly text: string;
}

/** Attributes and properties whose strings are for the browser or a library, not for people. */
const TECHNICAL = new Set(['className', 'style', 'type', 'role', 'key', 'id', 'href', 'd', 'providesTags', 'invalidatesTags', 'tagTypes']);
const LOG_LEVELS = new Set(['debug', 'info', 'warn', 'error', 'fatal']);
const SENTENCE = /^(?=.*\p{L}{2})(?:\p{Lu}|.*\p{L}[,.…]? \{?\p{L})/su;
const SQL =
  /^\s*(?:select|with|insert|update|delete|create|drop|lock|new|old|listen|not) [\s\S]|^\s*\(|^\w+ as \w+$|^(?:BEGIN|DROP|PRAGMA|EXECUTE|ALTER) /;
const IDENTIFIER = /^[A-Z][A-Z0-9_]+$|^\p{Lu}[a-z]+(?:\p{Lu}[a-z]+)+$/u;

/** Returns the texts of a TypeScript or TSX source in the order in which they appear. */
export function screenTextsIn(file: string, source: string): ScreenText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const texts: ScreenText[] = [];
  const add = (node: ts.Node, text: string): void => {
    if (SENTENCE.test(text) && !SQL.test(text) && !IDENTIFIER.test(text))
      texts.push({ line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
  };
  const visit = (node: ts.Node): void => {
    if (isForMachines(node)) return;
    if (ts.isStringLiteralLike(node)) return add(node, node.text);
    if (ts.isTemplateExpression(node)) add(node, textOfTemplate(node));
    if (isElementWithText(node)) {
      add(node, textOfChildren(node));
      return node.forEachChild((child) => (ts.isJsxText(child) ? undefined : visitMarkup(child)));
    }
    node.forEachChild(visit);
  };
  /** Inside an element with text, the strings of nested elements are part of that text; their attributes are not. */
  const visitMarkup = (node: ts.Node): void => {
    if (ts.isJsxExpression(node) && node.expression && !ts.isStringLiteralLike(node.expression)) visit(node);
    else if (ts.isJsxOpeningLikeElement(node)) visit(node);
    else if (isElementWithText(node)) node.forEachChild((child) => (ts.isJsxText(child) ? undefined : visitMarkup(child)));
    else if (ts.isJsxElement(node)) visit(node);
  };
  visit(tree);
  return texts;
}

/** Returns the texts of an HTML page: its elements, its titles, and the strings of its scripts. */
export function screenTextsOfPage(source: string): ScreenText[] {
  const lineAt = (place: number): number => source.slice(0, place).split('\n').length;
  const scripts = [...source.matchAll(/<script[^>]*>(?<code>[\s\S]*?)<\/script>/g)].flatMap((match) =>
    screenTextsIn('script.ts', match.groups?.['code'] ?? '').map(({ line, text }) => ({ line: line + lineAt(match.index) - 1, text })),
  );
  const markup = source.replaceAll(/<(?<tag>script|style)[\s\S]*?<\/\k<tag>>|<!--[\s\S]*?-->/g, (part) => part.replaceAll(/[^\n]/g, ' '));
  const found = [...markup.matchAll(/>(?<text>[^<>]*\p{L}[^<>]*)<|(?:title|placeholder|aria-label|alt)="(?<label>[^"]+)"/gu)];
  const elements = found.map(({ groups, index }) => ({ line: lineAt(index), text: flat(groups?.['text'] ?? groups?.['label'] ?? '') }));
  return [...elements, ...scripts].toSorted((a, b) => a.line - b.line);
}

function isForMachines(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node))
    return true;
  if (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) return TECHNICAL.has(node.name.getText());
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && LOG_LEVELS.has(node.expression.name.text);
}

function isElementWithText(node: ts.Node): node is ts.JsxElement | ts.JsxFragment {
  return (
    (ts.isJsxElement(node) || ts.isJsxFragment(node)) && node.children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text))
  );
}

function textOfChildren(node: ts.JsxElement | ts.JsxFragment): string {
  const parts = node.children.map((child): string => {
    if (ts.isJsxText(child)) return child.text;
    if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return textOfChildren(child);
    if (ts.isJsxSelfClosingElement(child)) return ` <${child.tagName.getText()}> `;
    if (!child.expression) return '';
    return ts.isStringLiteralLike(child.expression) ? child.expression.text : value(child.expression);
  });
  return flat(parts.join(''));
}

const textOfTemplate = (node: ts.TemplateExpression): string =>
  flat(node.head.text + node.templateSpans.map((span) => value(span.expression) + span.literal.text).join(''));

const value = (expression: ts.Expression): string => {
  const isNamed = !ts.isConditionalExpression(expression) && !ts.isBinaryExpression(expression);
  return `{${(isNamed && /[\w$]+(?=\W*$)/.exec(expression.getText())?.[0]) || '…'}}`;
};

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
