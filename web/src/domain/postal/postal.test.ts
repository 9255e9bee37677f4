import { describe, expect, it } from 'vitest';
import { addressFromPostalCode, addressFromLookup, isLookedUpZip } from './postal.ts';

describe('a postal code', () => {
  it('is looked up at five digits and at nothing else', () => {
    expect(['60435', '6043', '604355', '60435-1234', 'K1A 0B1'].map(isLookedUpZip)).toEqual([true, false, false, false, false]);
  });

  it.each(['K1A 0B1', 'k1a0b1', ' K1A-0B1 '])('of Canada (%s) sets the country and clears state and city', (code) => {
    expect(addressFromPostalCode(code)).toEqual({ country: 'CA', state: '', city: '' });
  });

  it('of the US says until it is looked up that the city of before is none of it, and half of one says nothing', () => {
    expect(addressFromPostalCode('60435')).toEqual({ city: '' });
    expect(addressFromPostalCode('6043')).toEqual({});
  });

  it('that was found fills in city, state and country', () => {
    expect(addressFromLookup({ city: 'Joliet', state_id: 'IL' }, 'IN')).toEqual({ city: 'Joliet', state: 'IL', country: 'US' });
  });

  it("that was not found takes the location's state, and the city of another code goes", () => {
    expect(addressFromLookup(null, 'IN')).toEqual({ city: '', state: 'IN', country: 'US' });
    expect(addressFromLookup({ city: null, state_id: null }, 'IN')).toEqual({ city: '', state: 'IN', country: 'US' });
  });
});
