import { useNavigate } from 'react-router-dom';
import { Page } from '../../../components/layout/page.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { CardPaymentDialog, type Approved } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import { ChargeForm } from './charge-form.tsx';
import { emptyOfficeCharge, officeChargeForm } from './office-charge-form.ts';
import { chargeCompletePath } from './office-charge-paths.ts';
import { useOfficeCharge } from './use-office-charge.ts';
import styles from './office-charge.module.css';

const modes = { charge: 'Charge', refund: 'Refund' } as const;

/** /office/charge: a charge without a register; see docs/rules/billing.md#office-charge. */
export function OfficeChargeScreen() {
  const [form, setForm, clearForm] = usePersistedState('office-charge', officeChargeForm, emptyOfficeCharge);
  const navigate = useNavigate();
  const { payment, looking, begin, approve, giveUp } = useOfficeCharge(async (approved) => {
    await navigate(completePath(approved));
    clearForm();
  });

  return (
    <div className={styles.screen}>
      <Page title="Office Charge">
        <div className={styles.card}>
          <ModeTabs
            label="Office card interface"
            modes={modes}
            active="charge"
            onChange={(mode) => mode === 'refund' && void navigate(paths.refund)}
          >
            <ChargeForm
              initial={form}
              looking={looking}
              paused={payment !== null}
              onChange={setForm}
              onClear={clearForm}
              onCharge={begin}
            />
          </ModeTabs>
        </div>
        {payment && <CardPaymentDialog title="Office charge" payment={payment} onApproved={approve} onClose={giveUp} />}
      </Page>
    </div>
  );
}

/** Below the smallest charge a card is saved instead, by a setup intent. */
function completePath({ paymentIntent }: Approved): string {
  const name = paymentIntent.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  return `${chargeCompletePath}?${new URLSearchParams({ [name]: paymentIntent }).toString()}`;
}
