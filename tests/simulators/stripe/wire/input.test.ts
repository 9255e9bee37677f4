import { describe, expect, it } from 'vitest';
import { StripeFault } from './errors.ts';
import { parseForm } from './form.ts';
import { Input } from './input.ts';

const inputOf = (form: string): Input => new Input(parseForm(form));

function faultOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof StripeFault ? { status: error.status, ...error.details } : error;
  }
}

describe('nested parameters', () => {
  it('are read where they stand', () => {
    const [first, second] = inputOf('items[0][price]=p1&items[1][price]=p2&items[1][data][amount]=5').objects('items');
    expect(first?.text('price')).toBe('p1');
    expect(second?.object('data')?.integer('amount', { from: 0, to: 9 })).toBe(5);
    expect(inputOf('').object('items')).toBeUndefined();
    expect(inputOf('').objects('items')).toEqual([]);
  });

  it('tell a field that is cleared from one that is not sent', () => {
    const input = inputOf('address=');
    expect([input.cleared('address'), input.cleared('shipping')]).toEqual([true, false]);
    expect(input.object('address')).toBeUndefined();
  });

  it('are named in brackets when they are wrong', () => {
    const item = inputOf('items[0][price]=p1&items[0][colour]=red&items[0][quantity]=many').objects('items')[0];
    expect(faultOf(() => item?.allowOnly(['price', 'quantity']))).toMatchObject({ code: 'parameter_unknown', param: 'items[0][colour]' });
    expect(faultOf(() => item?.integer('quantity', { from: 1, to: 9 }))).toMatchObject({ status: 400, param: 'items[0][quantity]' });
    expect(faultOf(() => item?.required('id'))).toMatchObject({ code: 'parameter_missing', param: 'items[0][id]' });
    expect(faultOf(() => item?.choice('colour', ['blue', 'green']))).toMatchObject({ param: 'items[0][colour]' });
    expect(faultOf(() => inputOf('items=all').objects('items'))).toMatchObject({ status: 400, param: 'items' });
    expect(faultOf(() => inputOf('address[]=x').object('address'))).toMatchObject({ status: 400, param: 'address' });
  });
});
