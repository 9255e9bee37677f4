import { searchCharges } from '@washdesk/contracts/billing/charge';
import type { z } from 'zod';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

/** What charges are searched by. Amounts are cents. */
export type ChargeSearch = NonNullable<z.input<typeof searchCharges.body>>;

/** Front-desk section 9: charge searches in pages of 30. */
export const chargesPerPage = 30;

const chargesApi = api.injectEndpoints({
  endpoints: (build) => ({ searchCharges: build.query(fromContract(searchCharges)) }),
});

export const { useSearchChargesQuery } = chargesApi;
