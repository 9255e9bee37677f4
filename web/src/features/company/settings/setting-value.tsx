import { giftKinds, giftNames } from '@washdesk/rules/billing/gift-limits';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { Settings } from '@washdesk/rules/company/settings';
import { usePriceName } from './price-name.ts';
import { RetentionValue } from './retention-editor.tsx';
import type { SettingField } from './setting-fields.ts';
import { textOfValue } from './setting-text.ts';
import { useSettingPricesQuery } from './settings-api.ts';
import styles from './settings.module.css';

/** Shows a setting's value. */
export function SettingValue({ field: { editor, unit }, value }: { field: SettingField; value: unknown }) {
  switch (editor) {
    case 'text':
    case 'number':
    case 'minutes':
      return <span className={styles.value}>{[textOfValue(editor, value) || 'None', unit].filter(Boolean).join(' ')}</span>;
    case 'lines':
      return <span className={styles.value}>{(value as string[]).join(', ') || 'None'}</span>;
    case 'numbers':
      return <span className={styles.value}>{textOfValue(editor, value).replaceAll('\n', ', ') || 'None'}</span>;
    case 'yesNo':
      return <span className={styles.value}>{value === true ? 'Yes' : 'No'}</span>;
    case 'price':
      return <PriceName id={value as string | null} />;
    case 'logo':
      return value === null ? (
        <span className={styles.value}>None</span>
      ) : (
        <img className={styles.logoShown} src={`data:image/png;base64,${value as string}`} alt="Receipt logo" />
      );
    case 'contacts':
      return (
        <span className={styles.value}>
          {Object.values(value as Settings['siteContacts'])
            .map(({ address, phone }) => [address.replaceAll('\n', ', '), phone].filter(Boolean).join(', '))
            .join(' · ') || 'None'}
        </span>
      );
    case 'hours': {
      const { from, to } = value as Settings['noticeHours'];
      return (
        <span className={styles.value}>
          {from} to {to}
        </span>
      );
    }
    case 'retention':
      return <RetentionValue value={value as Settings['retention']} />;
    case 'templates':
      return <span className={styles.value}>{(value as Settings['noticeTemplates']).text}</span>;
    case 'terms': {
      const { version, en } = value as Settings['onlineTerms'];
      return (
        <span className={styles.value}>
          Version {version}: {en[0]}
        </span>
      );
    }
    case 'gifts': {
      const limits = value as Settings['giftLimits'];
      const words = giftKinds.map((kind) => `${limits[kind].person} ${giftNames[kind]}`);
      return <span className={styles.value}>{words.join(', ')} per employee and day</span>;
    }
    case 'limits': {
      const { charges, refunds } = value as Settings['dailyLimits'];
      return (
        <span className={styles.value}>
          {charges.count} charges up to {centsToDollars(charges.cents)}, {refunds.count} refunds up to {centsToDollars(refunds.cents)}
        </span>
      );
    }
  }
}

function PriceName({ id }: { id: string | null }) {
  const { data } = useSettingPricesQuery({ query: {} }, { skip: id === null });
  const nameOf = usePriceName();
  const price = data?.prices.find(({ PlanId }) => PlanId === id);
  if (id === null) return <span className={styles.value}>None</span>;
  return <span className={styles.value}>{price ? nameOf(price) : 'A price that’s no longer sold'}</span>;
}
