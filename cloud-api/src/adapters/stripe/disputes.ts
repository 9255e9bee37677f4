import type { PaymentsWriter } from '../../ports/payments.ts';
import { canonical, single } from './canonical.ts';
import type { Connections } from './connect.ts';
import { keyOf } from './step-key.ts';

export function disputes({ interactive: { disputes: resource } }: Connections): Pick<PaymentsWriter, 'updateDispute'> {
  return {
    updateDispute(step, id, { evidence, metadata }) {
      const params = {
        evidence: evidence === undefined ? undefined : { uncategorized_text: evidence },
        metadata,
        // without evidence of its own a change must not hand in what lies there
        submit: evidence !== undefined,
        ...single('dispute'),
      };
      return canonical('dispute', resource.update(id, params, keyOf(step)));
    },
  };
}
