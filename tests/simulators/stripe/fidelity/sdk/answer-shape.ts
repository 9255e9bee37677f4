import type ts from '@typescript/typescript6';
import type { ObjectShape, Shape } from '../shape.ts';
import type { ShapeReader } from './shape-reader.ts';

/** Returns the wire shape of `Promise<Response<T>>`, `ApiListPromise<T>` and `ApiSearchResultPromise<T>`. */
export function answerShape(type: ts.Type, checker: ts.TypeChecker, reader: ShapeReader): Shape {
  const { name } = type.aliasSymbol ?? type.symbol;
  // a file download
  if (name === 'ReadableStream') return { kind: 'any' };
  const [inner] = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
  if (!inner) throw new Error(`Unreadable SDK response type: ${checker.typeToString(type)}`);
  if (name === 'Promise') return answerShape(inner, checker, reader);
  if (name === 'Response') return reader.read(inner);
  const page: ObjectShape['fields'] = {
    data: { shape: { kind: 'list', of: reader.read(inner) } },
    has_more: { shape: { kind: 'boolean' } },
    url: { shape: { kind: 'text' } },
  };
  if (name === 'ApiListPromise') return { kind: 'object', fields: { object: { shape: { kind: 'one of', values: ['list'] } }, ...page } };
  if (name !== 'ApiSearchResultPromise') throw new Error(`Unknown SDK response type: ${name}`);
  const search: ObjectShape['fields'] = {
    object: { shape: { kind: 'one of', values: ['search_result'] } },
    next_page: { shape: { kind: 'union', of: [{ kind: 'text' }, { kind: 'null' }] } },
    total_count: { shape: { kind: 'number' }, optional: true },
  };
  return { kind: 'object', fields: { ...search, ...page } };
}
