import { topSellers } from '@washdesk/contracts/sites/sitewatch-lists';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const topSellersApi = api.injectEndpoints({ endpoints: (build) => ({ topSellers: build.query(fromContract(topSellers)) }) });

export const { useTopSellersQuery } = topSellersApi;
