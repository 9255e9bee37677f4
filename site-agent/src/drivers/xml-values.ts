import { SaxesParser } from 'saxes';

export interface XmlValues {
  root: string;
  /** The text of the first element of each name that contains text only, by its local name in lower case. */
  values: ReadonlyMap<string, string>;
}

const maxDepth = 32;
const maxElements = 5_000;

/**
 * Reads the flat values of a device’s XML. Entities other than XML’s own five are errors, and so is a DOCTYPE, which could define some.
 * @throws Error for text that is not well-formed
 */
export function xmlValues(text: string): XmlValues {
  const parser = new SaxesParser();
  const values = new Map<string, string>();
  let root = '';
  let elements = 0;
  let depth = 0;
  let content = '';

  parser.on('doctype', () => parser.fail('DOCTYPE is not supported'));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    depth += 1;
    elements += 1;
    if (depth > maxDepth || elements > maxElements) parser.fail('too many elements');
    root ||= localName(name);
    content = '';
  });
  parser.on('text', (part) => (content += part));
  parser.on('cdata', (part) => (content += part));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    const value = content.trim();
    const key = localName(name).toLowerCase();
    if (value !== '' && !values.has(key)) values.set(key, value);
    content = '';
  });
  // some devices send blank lines before the declaration
  parser.write(text.trimStart()).close();
  return { root, values };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
