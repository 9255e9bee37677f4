import { isMap, isNode, isPair, isScalar, LineCounter, parseDocument, stringify, type Document } from 'yaml';
import { z } from 'zod';
import { fieldOf, optionOf, unwrapped } from './field.ts';
import { siteConfiguration, type SiteConfiguration } from './site-configuration.ts';

/** The file on the site's computer with what the cloud can configure, until the cloud does: a title in the agent's shown configuration. */
export const splitFileName = 'site-configuration.yaml';

/** The title of a version of the cloud in the agent's shown configuration, below what belongs to the computer. */
export const cloudPartTitle = (version: number): string => `configuration ${version} of the cloud`;

/** Whether the shown configuration of an agent has what the cloud can configure apart from what belongs to the computer. */
export const isShownInParts = (text: string): boolean =>
  text.split('\n').some((line) => line === `# ${splitFileName}` || /^# configuration \d+ of the cloud$/u.test(line));

/** Returns a configuration as YAML, with its fields in the order of the schema: the same text at the cloud and at the site. */
export function configurationText(content: SiteConfiguration): string {
  return stringify(inOrder(siteConfiguration, content), { lineWidth: 0 });
}

function inOrder(schema: z.ZodType | null, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry, place) => inOrder(schema && fieldOf(schema, place, value), entry));
  if (typeof value !== 'object' || value === null) return value;
  const known = schema ? Object.keys(shapeOf(schema, value)) : [];
  const given = Object.entries(value);
  const place = (name: string): number => (known.includes(name) ? known.indexOf(name) : known.length);
  const sorted = given.toSorted(([one], [other]) => place(one) - place(other) || one.localeCompare(other, 'en', { numeric: true }));
  return Object.fromEntries(sorted.map(([name, inner]) => [name, inOrder(schema && fieldOf(schema, name, value), inner)]));
}

function shapeOf(schema: z.ZodType, value: unknown): Record<string, unknown> {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) return inner.shape;
  if (inner instanceof z.ZodDiscriminatedUnion) return optionOf(inner, value)?.shape ?? {};
  return {};
}

/** A YAML text with the line of each of its values. */
export interface ConfigurationText {
  value: unknown;
  /** What is wrong with the YAML itself. */
  errors: readonly { line: number; message: string }[];
  /** Returns the line of a field, or of the nearest one around it if it is missing. */
  lineOf(path: readonly PropertyKey[]): number;
}

export function readConfigurationText(text: string): ConfigurationText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const errors = document.errors.map(({ pos: [start], message }) => ({ line: lineAt(start), message }));
  const read = errors.length > 0 ? { value: null } : contentOf(document);
  return {
    value: 'value' in read ? read.value : null,
    errors: 'problem' in read ? [{ line: 1, message: read.problem }] : errors,
    lineOf: (path) => lineAt(offsetOf(document, path)),
  };
}

/** An alias may be unknown, or be repeated so often that the content would be huge. */
function contentOf(document: Document): { value: unknown } | { problem: string } {
  try {
    return { value: document.toJS() };
  } catch (error) {
    if (error instanceof ReferenceError) return { problem: error.message };
    throw error;
  }
}

function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const name = path[depth - 1];
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(name));
      if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return isNode(document.contents) && document.contents.range ? document.contents.range[0] : 0;
}
