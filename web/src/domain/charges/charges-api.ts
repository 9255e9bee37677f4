import type { z } from 'zod';
import { searchCharges } from '@washdesk/contracts/billing/charge';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

/** The search fields of charges. Amounts are cents. */
export type ChargeSearch = NonNullable<z.input<typeof searchCharges.body>>;

/** Charge searches come in pages of 30. */
export const chargesPerPage = 30;

const chargesApi = api.injectEndpoints({
  endpoints: (build) => ({ searchCharges: build.query({ ...fromContract(searchCharges), providesTags: ['Customer'] }) }),
});

export const { useSearchChargesQuery, useLazySearchChargesQuery } = chargesApi;
