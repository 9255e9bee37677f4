import { Switch } from 'antd';
import { paymentOptions } from '@washdesk/contracts/company/config';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { useConfigQuery } from '../../../lib/startup-api.ts';
import { useSetConfigOptionMutation } from './config-api.ts';
import styles from './config.module.css';

type PaymentOption = (typeof paymentOptions)[number];

const words: Readonly<Record<PaymentOption, { title: string; means: string }>> = {
  AllowManualEntry: {
    title: 'Cashiers can change the amount',
    means: 'Cashiers can change a sale’s amount on the charge screen. Each charge records who changed it.',
  },
};

/** Options of the card payments; each is saved when it is switched (docs/rules/company.md#provider-configuration). */
export function ProviderConfigScreen() {
  const { data, error, refetch } = useConfigQuery();
  const [save, { error: refused, isLoading, data: saved }] = useSetConfigOptionMutation();
  if (!data && !error) return <PageSkeleton />;
  const options = data?.configOptions;
  return (
    <Page title="Provider configuration">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {options && (
        <ul className={styles.flags}>
          {paymentOptions.map((option) => (
            <li key={option} className={styles.flag}>
              <div>
                <strong id={`option-${option}`}>{words[option].title}</strong>
                <br />
                {words[option].means}
              </div>
              <Switch
                aria-labelledby={`option-${option}`}
                checked={options[option]}
                loading={isLoading}
                onChange={(on) => void save({ params: { option, newValue: on ? 'true' : 'false' } })}
              />
            </li>
          ))}
        </ul>
      )}
      <div aria-live="polite">
        {refused && <Failure title="Nothing was changed" error={refused} />}
        {saved && !refused && !isLoading && 'Saved. Applies from the next charge.'}
      </div>
    </Page>
  );
}
