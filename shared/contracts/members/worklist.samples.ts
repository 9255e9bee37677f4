import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './worklist.ts';

export const samples: SamplesOf<typeof contracts> = {
  pastDueList: { query: { site: '12' }, bench: () => ({}) },
  incompleteList: { query: { site: '12' }, bench: () => ({}) },
  onlineSignUpList: { query: { site: '12' }, bench: () => ({}) },
  disputeList: { query: { site: '12' }, bench: () => ({}) },
  erasureRequestList: { query: { site: '12' }, bench: () => ({}) },
  openJobList: { query: { site: '12' }, bench: () => ({}) },
};
