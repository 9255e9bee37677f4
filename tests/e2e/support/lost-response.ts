import type { Route } from '@playwright/test';

/** The request arrives and is carried out; its answer does not come back. */
export async function dropResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

/** The request arrives and is carried out; whoever asked waits for an answer that never comes. */
export async function withholdResponse(route: Route): Promise<void> {
  await route.fetch();
}
