import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './staff.ts';

export const samples: SamplesOf<typeof contracts> = {
  addStaff: { body: { number: 999_998, name: 'Nadia Novak', roles: ['Cashier'] } },
  changeStaff: { params: { number: '999997' }, body: { roles: ['Cashier'], active: true } },
  decideIdentity: { params: { number: '999997' }, body: { sitewatchName: 'Bo Berg', is: 'new' } },
  resetSecret: { params: { number: '999997' }, body: { pin: '4711' } },
};
