import { Checkbox } from 'antd';
import { Controller } from 'react-hook-form';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { plateMismatch } from '@washdesk/rules/plans/plan-choice';
import { Plate } from '../../../../domain/codes/plate.tsx';
import { TagChip } from '../../../../domain/codes/tag-chip.tsx';
import { plateSuitsPlan, vehicleOf } from '../../../../domain/customers/membership.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { infoLabels } from './info-form.ts';
import { InfoText, labelOf } from './info-part.tsx';
import { TextInput } from './text-input.tsx';
import type { InfoEdit } from './use-info-form.tsx';
import styles from './customer-info.module.css';

const flags = ['isCommercial', 'isTruck', 'isBusinessSelect', 'taxExempt'] as const;

interface VehiclePartProps {
  customer: CustomerDetail;
  edit: InfoEdit;
}

export function VehicleTexts({ customer, edit }: VehiclePartProps) {
  const { plate, tag, vehicle } = vehicleOf(customer);
  const row = { part: 'vehicle', edit: customer.deleted ? null : edit } as const;
  const set = flags.filter((flag) => (flag === 'taxExempt' ? customer.tax_exempt === 'exempt' : customer[flag]));
  return (
    <dl className={styles.texts}>
      <InfoText {...row} field="make" label="Car">
        {vehicle}
      </InfoText>
      <InfoText {...row} field="plate">
        {plate && <Plate code={plate} />}
      </InfoText>
      <InfoText {...row} field="tag">
        {tag && <TagChip code={tag} />}
      </InfoText>
      <InfoText {...row} field="theCard" label="TheCard">
        {customer.metadata['TheCardNumber']}
      </InfoText>
      {set.length > 0 && (
        <InfoText {...row} field="plate" label="Marked as">
          <span className={styles.states}>
            {set.map((flag) => (
              <StatusBadge key={flag} tone="neutral">
                {infoLabels[flag]}
              </StatusBadge>
            ))}
          </span>
        </InfoText>
      )}
    </dl>
  );
}

interface VehicleFieldsProps extends VehiclePartProps {
  /** Called when a code's field loses the focus. */
  onLeave: (field: 'plate' | 'tag') => void;
}

export function VehicleFields({ customer, edit, onLeave }: VehicleFieldsProps) {
  const { values, dirty } = edit;
  const suits = !dirty.includes('plate') || plateSuitsPlan(customer, readCode(values.plate));
  return (
    <>
      <TextInput edit={edit} name="plate" onLeave={() => onLeave('plate')} />
      <TextInput edit={edit} name="tag" onLeave={() => onLeave('tag')} />
      {!suits && (
        <p role="status" className={styles.warning}>
          <StatusBadge tone="wait">{`${plateMismatch}. With this plate the plan has no loyalty group.`}</StatusBadge>
        </p>
      )}
      <TextInput edit={edit} name="theCard" maxLength={18} />
      <TextInput edit={edit} name="make" />
      <TextInput edit={edit} name="model" />
      <TextInput edit={edit} name="color" />
      <Flags edit={edit} />
    </>
  );
}

/** Business Select and tax exemption, for SupportCenter and above; for other roles the save asks for an approval. */
function Flags({ edit }: { edit: InfoEdit }) {
  const supports = useAtLeast('SupportCenter');
  const approved = (flag: (typeof flags)[number]): string => (!supports && flag === 'taxExempt' ? ' (needs approval)' : '');
  return (
    <div className={styles.flags}>
      {flags.map((flag) => (
        <Controller
          key={flag}
          control={edit.form.control}
          name={flag}
          render={({ field: { value, ...field } }) => (
            <Checkbox {...field} checked={value} disabled={!supports && flag === 'isBusinessSelect'}>
              {labelOf(flag, edit)}
              {approved(flag)}
            </Checkbox>
          )}
        />
      ))}
    </div>
  );
}
