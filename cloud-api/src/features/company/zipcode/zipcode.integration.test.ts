import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { states } from '@washdesk/rules/codes/states';
import { ApiClient } from '../../../testing/api-client.ts';
import { nobody } from '../../../testing/callers.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

let cloud: Cloud;
let anyone: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  anyone = new ApiClient(cloud.url, nobody);
});
afterAll(() => cloud.stop());

const inUs = (city: string, state: string) => ({ city, state_id: state, state, country: 'US' });
const inCanada = { city: null, state_id: null, state: null, country: 'CA' };

describe('a postal code', () => {
  it.each([
    ['60435', inUs('Joliet', 'IL')],
    ['60435-1234', inUs('Joliet', 'IL')],
    ['46410', inUs('Merrillville', 'IN')],
    ['00901', inUs('San Juan', 'PR')],
    ['96813', inUs('Honolulu', 'HI')],
    ['K1A 0B1', inCanada],
    ['k1a0b1', inCanada],
    ['K1A-0B1', inCanada],
  ])('%s is found by every role', async (zip, place) => {
    expect(await anyone.get(`/zipcode/${encodeURIComponent(zip)}`)).toEqual({ status: 200, body: place });
  });

  it.each(['00000', '99999-0000', '05000'])('%s is unknown', async (zip) => {
    expect(await anyone.get(`/zipcode/${zip}`)).toMatchObject({ status: 404, body: { code: 'zip_not_found' } });
  });

  it.each(['6043', '604355', 'K1A', 'K1A 0B', 'abcde', '60435-12'])('%s is refused', async (zip) => {
    expect(await anyone.get(`/zipcode/${encodeURIComponent(zip)}`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('leads to a state that forms offer, whichever of the package’s codes it is', () => {
    const { codes } = createRequire(import.meta.url)('zipcodes') as { codes: Record<string, { state: string; country: string }> };
    const known = new Set(states.filter(({ country }) => country === 'US').map(({ abbreviation }) => abbreviation));
    const told = Object.values(codes).filter(({ country }) => country === 'US');
    expect(told.length).toBeGreaterThan(40_000);
    expect(told.filter(({ state }) => !known.has(state))).toEqual([]);
  });
});
