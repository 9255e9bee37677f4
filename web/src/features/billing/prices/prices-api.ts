import { editProduct, listProducts, locationPrices } from '@washdesk/contracts/billing/catalogue';
import { listPriceRanges, savePriceRange } from '@washdesk/contracts/company/reference';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** Long enough for Stripe's response. */
const withStripe = { timeoutMs: 30_000 };

const pricesApi = api.enhanceEndpoints({ addTagTypes: ['PriceRange', 'Product'] }).injectEndpoints({
  endpoints: (build) => ({
    products: build.query({ ...fromContract(listProducts), providesTags: ['Product'] }),
    editProduct: build.mutation({ ...fromContract(editProduct, withStripe), invalidatesTags: ['Product'] }),
    pricesOfSites: build.query({ ...fromContract(locationPrices), providesTags: ['Product'] }),
    priceRanges: build.query({ ...fromContract(listPriceRanges), providesTags: ['PriceRange'] }),
    savePriceRange: build.mutation({ ...fromContract(savePriceRange), invalidatesTags: ['PriceRange'] }),
  }),
});

export const { useProductsQuery, useEditProductMutation, usePricesOfSitesQuery, usePriceRangesQuery, useSavePriceRangeMutation } =
  pricesApi;
