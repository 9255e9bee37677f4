import { httpTabletFields } from '@washdesk/site-protocol/site-configuration/devices/http-tablet';
import { tabletKind } from '../../features/sites/tablets/tablet-kind.ts';
import { defineDriver } from '../define-driver.ts';

/** A tablet whose software accepts hints over HTTP: `POST /hint {signature}` and `GET /health`. */
export const httpTablet = defineDriver({
  kind: tabletKind,
  name: 'http-tablet',
  fields: httpTabletFields,
  async create(config) {
    const { HttpTablet } = await import('./http-tablet.ts');
    return new HttpTablet(config);
  },
});
