import { describe, expect, it } from 'vitest';
import { endpointOf } from './limited-http.ts';

describe('endpointOf', () => {
  it.each([
    ['GET', '/v1/customers?limit=100&starting_after=cus_1', 'GET /v1/customers'],
    ['POST', '/v1/customers/cus_1', 'POST /v1/customers/:id'],
    ['GET', '/v1/customers/cus_1/payment_methods?limit=100', 'GET /v1/customers/:id/payment_methods'],
    ['POST', '/v1/invoices/create_preview', 'POST /v1/invoices/create_preview'],
    ['POST', '/v1/invoices/in_1/mark_uncollectible', 'POST /v1/invoices/:id/mark_uncollectible'],
    ['POST', '/v1/terminal/readers', 'POST /v1/terminal/readers'],
    ['DELETE', '/v1/terminal/readers/tmr_1', 'DELETE /v1/terminal/readers/:id'],
    ['GET', '/v1/checkout/sessions/cs_test_1', 'GET /v1/checkout/sessions/:id'],
  ])('names %s %s', (method, path, name) => {
    expect(endpointOf(method, path)).toBe(name);
  });
});
