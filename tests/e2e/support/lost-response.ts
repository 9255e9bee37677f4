import type { Route } from '@playwright/test';

/** Lets the request arrive and be executed, and drops its answer. */
export async function dropResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

/** Lets the request arrive and be executed; the caller waits for an answer that never comes. */
export async function withholdResponse(route: Route): Promise<void> {
  await route.fetch();
}
