import { describe, expect, it } from 'vitest';
import { locationChosen, readerChosen, rememberedWorkplace, rememberWorkplace, workplaceSlice } from './workplace.ts';

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    length: 0,
    clear: () => values.clear(),
    key: () => null,
    removeItem: (name) => void values.delete(name),
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
  };
}

describe('the workplace', () => {
  it('is remembered over a reload', () => {
    const storage = memory();
    rememberWorkplace(storage, { locationId: 'tml_1', readerId: 'tmr_1' });
    expect(rememberedWorkplace(storage)).toEqual({ locationId: 'tml_1', readerId: 'tmr_1' });
  });

  it.each(['{', '{"locationId":1}', 'null'])('is nowhere when the storage holds %s', (text) => {
    const storage = memory();
    storage.setItem('washdesk.workplace', text);
    expect(rememberedWorkplace(storage)).toEqual({ locationId: null, readerId: null });
  });

  it('forgets the reader with its location, and only then', () => {
    const { reducer } = workplaceSlice;
    const atReader = reducer(reducer(undefined, locationChosen('tml_1')), readerChosen('tmr_1'));
    expect(reducer(atReader, locationChosen('tml_1')).readerId).toBe('tmr_1');
    expect(reducer(atReader, locationChosen('tml_2')).readerId).toBeNull();
  });
});
