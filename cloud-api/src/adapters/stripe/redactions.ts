import { z } from 'zod';
import { PaymentsRefused, redactionStates, type PaymentsWriter, type Redaction } from '../../ports/payments.ts';
import { apiVersion, type Connections } from './requests/connect.ts';
import { withTranslatedErrors } from './requests/errors.ts';
import { idempotencyKeyOf } from './requests/step-key.ts';

type Redactions = Pick<PaymentsWriter, 'startRedaction' | 'redaction' | 'validateRedaction' | 'runRedaction'>;

const path = '/v1/privacy/redaction_jobs';
const job = z.object({ id: z.string(), status: z.enum(redactionStates) });

/**
 * Redaction jobs are a preview of Stripe that the SDK lacks, under the preview of its version. An account gets them on request; without
 * them Stripe doesn't know the address.
 */
export function redactions({ interactive: stripe }: Connections): Redactions {
  const version = { apiVersion: `${apiVersion.split('.', 1)[0]}.preview` };
  const call = async (method: 'GET' | 'POST', at: string, params?: object, options: object = {}): Promise<Redaction> =>
    job.parse(await withTranslatedErrors(stripe.rawRequest(method, at, params, { ...version, ...options })));
  return {
    async startRedaction(step, customer) {
      try {
        return await call('POST', path, { objects: { customers: [customer] }, validation_behavior: 'fix' }, idempotencyKeyOf(step));
      } catch (error) {
        if (error instanceof PaymentsRefused && error.status === 404) return null;
        throw error;
      }
    },
    redaction: (id) => call('GET', `${path}/${id}`),
    validateRedaction: (id) => call('POST', `${path}/${id}/validate`),
    runRedaction: (id) => call('POST', `${path}/${id}/run`),
  };
}
