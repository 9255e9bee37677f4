import type { Route } from '@playwright/test';

/** Lets the request arrive and be executed, and drops its answer. */
export async function dropResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}
