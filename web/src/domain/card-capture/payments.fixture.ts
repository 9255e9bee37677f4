/** A payment that waits for its card, as the API returns it. */
export const paymentState = {
  id: 'pi_1',
  status: 'requires_payment_method',
  amount: 1_250,
  amount_received: 0,
  customer: null,
  description: null,
  latest_charge: null,
  last_payment_error: null,
};

/** The API's response to a capture. */
export const capturedPayment = {
  result: 'Success' as const,
  paymentIntent: { id: 'pi_1', status: 'succeeded', amount: 1_250, latest_charge: null },
};

/** A card that was saved without a charge. */
export const savedSetup = {
  id: 'seti_1',
  status: 'succeeded',
  payment_method: 'pm_1',
  card: { brand: 'visa', last4: '4242', fingerprint: 'f-1' },
};
