import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';
import { unexpectedAnswer } from './call-failure.ts';

/**
 * The one API of the app. Every feature injects its own endpoints, made from the contracts:
 * `api.injectEndpoints({ endpoints: (build) => ({ flags: build.query(fromContract(getFlags)) }) })`.
 *
 * The tag `Caller` marks what depends on who asks: it is fetched anew after a sign-in. The tag `Charge` marks what a refund changes,
 * `Code` what switching a plate or tag at a site does, `Customer` what a change of a customer's data or plan does. A tag that one feature alone
 * uses is added there: `api.enhanceEndpoints({ addTagTypes: ['Holiday'] }).injectEndpoints(…)`.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Caller', 'Charge', 'Code', 'Config', 'Customer', 'Device', 'Flag', 'Note', 'Session', 'Staff'],
  catchSchemaFailure: () => unexpectedAnswer(),
  endpoints: () => ({}),
});
