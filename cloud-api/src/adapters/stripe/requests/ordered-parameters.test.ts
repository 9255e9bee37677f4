import { describe, expect, it } from 'vitest';
import { orderedParameters } from './ordered-parameters.ts';

describe('orderedParameters', () => {
  it.each([
    ['', ''],
    ['name=Ada', 'name=Ada'],
    ['metadata[b]=2&metadata[a]=1', 'metadata[a]=1&metadata[b]=2'],
    ['items[10][price]=k&items[2][price]=c&items[2][id]=si', 'items[2][id]=si&items[2][price]=c&items[10][price]=k'],
    ['metadata%5Bsite%5D=12&metadata%5BCarMake%5D=%26&amount=5', 'amount=5&metadata%5BCarMake%5D=%26&metadata%5Bsite%5D=12'],
    ['expand[1]=b&expand[0]=a', 'expand[0]=a&expand[1]=b'],
    ['a[b]=1&a=', 'a=&a[b]=1'],
  ])('of %s is %s', (form, ordered) => {
    expect(orderedParameters(form)).toBe(ordered);
  });

  it('leaves parameters of one name in their order', () => {
    expect(orderedParameters('b[]=2&a=0&b[]=1')).toBe('a=0&b[]=2&b[]=1');
  });
});
