import type Stripe from 'stripe';

/**
 * Every answer of the stand-in, by what it is. The SDK's types describe the API version it pins, field by field, so they
 * are what the stand-in is measured against: whoever teaches it a new object adds a line here.
 */
export interface Yardstick {
  customer: Stripe.Customer;
  deletedCustomer: Stripe.DeletedCustomer;
  product: Stripe.Product;
  price: Stripe.Price;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  'terminal.location': Stripe.Terminal.Location;
  'terminal.reader': Stripe.Terminal.Reader;
  'terminal.connection_token': Stripe.Terminal.ConnectionToken;
}
