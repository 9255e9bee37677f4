import type { Route } from '@playwright/test';

/** Lets the request be executed, and drops its response. */
export async function dropResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}
