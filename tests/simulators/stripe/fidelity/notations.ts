import type { Notation } from './check-shape.ts';

const decimal = /^-?\d+(\.\d+)?$/;

/** Responses: every leaf has its own type. */
export const json: Notation = {
  accepts(leaf, value) {
    switch (leaf.kind) {
      case 'any':
        return true;
      case 'text':
        return typeof value === 'string';
      case 'decimal':
        return typeof value === 'string' && decimal.test(value);
      case 'null':
        return value === null;
      case 'one of':
        return leaf.values.some((each) => each === value);
      default:
        return typeof value === leaf.kind;
    }
  },
  place: (way) => way.join('.'),
};

/** Requests: every leaf is a string, and null is the empty string. */
export const form: Notation = {
  accepts(leaf, value) {
    if (leaf.kind === 'any') return true;
    if (typeof value !== 'string') return false;
    switch (leaf.kind) {
      case 'text':
        return true;
      case 'number':
      case 'decimal':
        return decimal.test(value);
      case 'boolean':
        return value === 'true' || value === 'false';
      case 'null':
        return value === '';
      case 'one of':
        return leaf.values.some((each) => String(each) === value);
    }
  },
  place: ([first = '', ...inner]) => `${first}${inner.map((step) => `[${step}]`).join('')}`,
};
