import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';
import { unexpectedAnswer } from './call-failure.ts';

/**
 * The API of the app. Each feature injects its own endpoints, made from the contracts: `api.injectEndpoints({ endpoints: (build) => ({
 * flags: build.query(fromContract(getFlags)) }) })`.
 *
 * Shared tags: `Caller` depends on who is signed in and is fetched again after a sign-in. `Customer` is anything about customers, their
 * plans, money, codes and notes, and is fetched again after every call that changes data. A tag of one feature is added there:
 * `api.enhanceEndpoints({ addTagTypes: ['Holiday'] }).injectEndpoints(…)`.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: withFreshCustomers,
  tagTypes: ['Caller', 'Config', 'Customer', 'Device', 'Flag', 'Session', 'SiteAgent', 'Staff'],
  catchSchemaFailure: () => unexpectedAnswer(),
  endpoints: () => ({}),
});

/** Also after a failure: a declined card or a lost response may have changed the customer. */
async function withFreshCustomers(
  ...[call, context, options]: Parameters<typeof baseQuery>
): Promise<Awaited<ReturnType<typeof baseQuery>>> {
  const answer = await baseQuery(call, context, options);
  if (call.changesData) context.dispatch(api.util.invalidateTags(['Customer']));
  return answer;
}
