import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';
import { unexpectedAnswer } from './call-failure.ts';

/**
 * The API of the app. Each feature injects its own endpoints, made from the contracts: `api.injectEndpoints({ endpoints: (build) => ({
 * flags: build.query(fromContract(getFlags)) }) })`.
 *
 * Shared tags: `Caller` depends on who is signed in and is fetched again after a sign-in. `Charge` changes with a refund, `Code` with a
 * plate or tag switched at a site, `Customer` with a customer's data or plan. A tag of one feature is added there: `api.enhanceEndpoints({
 * addTagTypes: ['Holiday'] }).injectEndpoints(…)`.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Caller', 'Charge', 'Code', 'Config', 'Customer', 'Device', 'Flag', 'Note', 'Session', 'Staff'],
  catchSchemaFailure: () => unexpectedAnswer(),
  endpoints: () => ({}),
});
