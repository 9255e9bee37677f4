import { describe, expect, it } from 'vitest';
import { addressBy, addressIn, asksForPlace } from './postal.ts';

describe('a postal code', () => {
  it('is looked up at five digits and at nothing else', () => {
    expect(['60435', '6043', '604355', '60435-1234', 'K1A 0B1'].map(asksForPlace)).toEqual([true, false, false, false, false]);
  });

  it.each(['K1A 0B1', 'k1a0b1', ' K1A-0B1 '])('of Canada (%s) sets the country and clears the state', (code) => {
    expect(addressBy(code)).toEqual({ country: 'CA', state: '' });
  });

  it('of the US says nothing until it is looked up', () => {
    expect(addressBy('60435')).toEqual({});
  });

  it('that was found fills in city, state and country', () => {
    expect(addressIn({ city: 'Joliet', state_id: 'IL' }, 'IN')).toEqual({ city: 'Joliet', state: 'IL', country: 'US' });
  });

  it("that was not found takes the location's state and leaves the city", () => {
    expect(addressIn(null, 'IN')).toEqual({ state: 'IN', country: 'US' });
    expect(addressIn({ city: null, state_id: null }, 'IN')).toEqual({ state: 'IN', country: 'US' });
  });
});
