import { siteLog, supportBundle } from '@washdesk/contracts/sites/support';
import type { Feature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import { SupportBundles, type SupportBundlesOptions } from './support-bundles.service.ts';

/** What support needs to know of a site, as a file. */
export function createSupport(options: SupportBundlesOptions): Feature {
  const bundles = new SupportBundles(options);
  return {
    officeAuditKinds: ['support'],
    routes: [
      route(supportBundle, ({ params, caller }) => bundles.of(params.site, principalOf(caller))),
      route(siteLog, ({ params, query }) => bundles.log(params.site, Number(query.lines))),
    ],
  };
}
