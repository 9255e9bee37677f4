/** Stripe's scripts from an address of one's own: where there is no internet, a stand-in has them (workbench). */
const paths = ['/endive/stripe.js', '/terminal/v1/'];

/** The app's page with the scripts ahead of its own: Stripe's loaders find what they would load already there. */
export function withStripeScripts(page: string, origin: string): string {
  const tags = paths.map((path) => `<script src="${origin}${path}"></script>`).join('');
  return page.replace('<script', `${tags}<script`);
}
