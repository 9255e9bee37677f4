import { Select } from 'antd';
import { abuseKinds, type AbuseKind } from '@washdesk/rules/abuse/finding';
import { abuseNames } from '@washdesk/rules/abuse/words';
import { Field } from '../../../components/input/field.tsx';
import { SiteField } from '../../../domain/sites/site-field.tsx';
import type { AbuseAddress, ShownState } from './use-abuse-address.ts';
import styles from './abuse.module.css';

interface AbuseFilterProps {
  address: AbuseAddress;
  kinds: readonly { kind: AbuseKind; count: number }[];
  onFilter: (change: Partial<AbuseAddress>) => void;
}

const stateOptions: { value: ShownState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'dismissed', label: 'Dismissed' },
  { value: 'confirmed', label: 'Confirmed' },
];
const everyKind = 'all';

export function AbuseFilter({ address: { state, kind, site }, kinds, onFilter }: AbuseFilterProps) {
  const countOf = (one: AbuseKind): number => kinds.find((found) => found.kind === one)?.count ?? 0;
  const all = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <div role="search" aria-label="Flags" className={styles.filter}>
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            size="large"
            value={kind ?? everyKind}
            options={[
              { value: everyKind, label: `All kinds (${all})` },
              ...abuseKinds.map((one) => ({ value: one, label: `${abuseNames[one]} (${countOf(one)})` })),
            ]}
            onChange={(chosen) => onFilter({ kind: chosen === everyKind ? undefined : (chosen as AbuseKind) })}
          />
        )}
      </Field>
      <SiteField value={site ?? null} onChange={(chosen) => onFilter({ site: chosen ?? undefined })} />
      <Field label="Status">
        {(control) => (
          <Select {...control} size="large" value={state} options={stateOptions} onChange={(chosen) => onFilter({ state: chosen })} />
        )}
      </Field>
    </div>
  );
}
