import type { Browser, BrowserContext } from '@playwright/test';

/** A browser context that one test after the other uses. */
export interface SharedContext {
  readonly context: BrowserContext;
  /** Closes what a test opened and forgets what it stored, and its routes and scripts. The browser's cache stays. */
  reset(): Promise<void>;
}

/** The app's scripts are fetched and compiled once a context, which is more than half of what its first page costs. */
export async function openSharedContext(browser: Browser): Promise<SharedContext> {
  const context = await browser.newContext();
  const scripts: { dispose(): Promise<void> }[] = [];
  const addInitScript = context.addInitScript.bind(context);
  context.addInitScript = async (...given: Parameters<typeof addInitScript>) => {
    const script = await addInitScript(...given);
    scripts.push(script);
    return script;
  };
  return {
    context,
    async reset() {
      for (const page of context.pages()) await page.close();
      // a connection to a card reader is one call that lasts as long as its page
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      for (const script of scripts.splice(0)) await script.dispose();
      await context.setStorageState({ cookies: [], origins: [] });
    },
  };
}
