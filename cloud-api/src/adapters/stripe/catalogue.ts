import type { PaymentsWriter } from '../../ports/payments.ts';
import { canonical, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { idempotencyKeyOf, operationMetadata } from './requests/step-key.ts';

export function catalogue({ interactive: { prices, products } }: Connections): Pick<PaymentsWriter, 'createPrice' | 'updateProduct'> {
  return {
    createPrice(step, { product, amount, nickname, metadata }) {
      const params = {
        product,
        unit_amount: amount,
        currency: 'usd',
        recurring: { interval: 'month' },
        nickname,
        metadata: operationMetadata(step, metadata),
        ...expandOfObject('price'),
      };
      return canonical('price', prices.create(params, idempotencyKeyOf(step)));
    },

    updateProduct: (step, id, metadata) =>
      canonical('product', products.update(id, { metadata, ...expandOfObject('product') }, idempotencyKeyOf(step))),
  };
}
